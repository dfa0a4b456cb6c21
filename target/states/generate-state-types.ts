import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { writeGenerated } from '../../contract/write-generated.ts';
import schema from '../target.schema.json' with { type: 'json' };

/** Where `npm run generate` writes the types of the states' values. */
export const STATE_TYPES_FILE = fileURLToPath(
  new URL('./state-values.generated.ts', import.meta.url),
);

const BANNER =
  '// Generated from `$defs.states` of target/target.schema.json by `npm run generate`; change the schema, not this file.';

/** The TypeScript types of the values of all states, by the name of the state, as one module. */
export async function generateStateTypes(): Promise<string> {
  const { states, ...shared } = schema.$defs;
  const values = {
    description: 'Data that no endpoint of the specification can create, by the name of the state.',
    type: 'object' as const,
    additionalProperties: false,
    required: Object.keys(states),
    properties: states,
    $defs: { ...shared, states },
  };
  return compile(JSON.parse(JSON.stringify(values)), 'StateValues', { bannerComment: BANNER });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeGenerated(STATE_TYPES_FILE, await generateStateTypes());
}
