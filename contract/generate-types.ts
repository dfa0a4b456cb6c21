import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { schemas } from './schemas.ts';
import { writeGenerated } from './write-generated.ts';

/** Where `npm run generate` writes the types. */
export const TYPES_FILE = fileURLToPath(new URL('./types.generated.ts', import.meta.url));

const BANNER = `// Generated from contract/schemas by \`npm run generate\`; change the schemas, not this file.`;

/**
 * The TypeScript types of all bodies, as one module. The schemas are put under one `$defs`, and
 * their references by `$id` become local ones, so that a type used twice is written once.
 */
export async function generateTypes(): Promise<string> {
  const definitions = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, withLocalReferences(schema)]),
  );
  return compile({ $defs: definitions }, 'Bodies', {
    bannerComment: BANNER,
    unreachableDefinitions: true,
  });
}

function withLocalReferences(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === '$schema' || key === '$id') {
      return undefined;
    }
    if (key === '$ref') {
      return value.replace('urn:assay:schema:', '#/$defs/');
    }
    // A field of which only the presence is stated would become an index signature.
    const described = value !== null && typeof value === 'object' ? Object.keys(value) : [];
    return described.join() === 'description' ? { ...value, tsType: 'unknown' } : value;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeGenerated(TYPES_FILE, await generateTypes());
}
