import { readFile, rename, writeFile } from 'node:fs/promises';
import { validatorsModule, withoutProse } from '../../contract/generate-validators.ts';
import { type SchemaName, schemaId, schemas } from '../../contract/schemas.ts';

/** Answers that the k6 scripts validate in full. */
const VALIDATED: readonly SchemaName[] = [
  'session',
  'refresh-response',
  'awaiting-payments-response',
  'update-application-response',
  'repay-loan-response',
];

const FILE = new URL('../scripts/record/validators.generated.js', import.meta.url);

/** The JSON Schemas of the answers as one module of plain functions that k6 can import. */
export function validatorsSource(): Promise<string> {
  return validatorsModule({
    schemas: Object.values(schemas).map(withoutProse),
    exported: Object.fromEntries(VALIDATED.map((name) => [name, schemaId(name)])),
    generator: 'load/generate/generate-validators.ts from contract/schemas',
    options: { unicodeRegExp: false },
  });
}

/** The module as it is in the repository. */
export function committedValidators(): Promise<string> {
  return readFile(FILE, 'utf8');
}

if (import.meta.main) {
  const temporary = new URL(`${FILE.href}.new`);
  await writeFile(temporary, await validatorsSource());
  await rename(temporary, FILE);
}
