import { fileURLToPath } from 'node:url';
import { validatorsModule } from '../contract/generate-validators.ts';
import { writeGenerated } from '../contract/write-generated.ts';
import schema from './target.schema.json' with { type: 'json' };

/** Where `npm run generate` writes the validators of the target file. */
export const VALIDATORS_FILE = fileURLToPath(new URL('./validators.generated.js', import.meta.url));

/**
 * The validators of a target file, of its `load` section and of an entry of each state, by the name of
 * the state. They tell every error, with the part of the schema that says what was expected.
 */
export function targetValidators(): Promise<string> {
  const states = Object.keys(schema.$defs.states).map((name) => [name, `#/$defs/states/${name}`]);
  const parts = Object.fromEntries([['load', '#/properties/load'], ...states]);
  const exported = Object.entries(parts).map(([name, path]) => [name, `${schema.$id}${path}`]);
  return validatorsModule({
    schemas: [schema],
    exported: Object.fromEntries([['target', schema.$id], ...exported]),
    generator: 'target/generate-target-validators.ts from target/target.schema.json',
    options: { allErrors: true, verbose: true, inlineRefs: false },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeGenerated(VALIDATORS_FILE, await targetValidators());
}
