import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  findNodeAtLocation,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { UsageError } from '../../contract/errors.ts';
import { whyNoFile } from '../../contract/why-no-file.ts';
import { firstPerPlace, type JsonPath, mistakesError } from '../../target/mistakes.ts';
import schema from './known-failures.schema.json' with { type: 'json' };
import type { KnownFailure, KnownFailures } from './known-failures.ts';
import { mistakeOf } from './known-failures-mistakes.ts';

const ajv = new Ajv2020({ allErrors: true, verbose: true });
addFormats.default(ajv);
const validate = ajv.compile<KnownFailure[]>(schema);

/**
 * Reads a known-failures file: a JSON list, comments allowed, of `known-failures.schema.json`.
 *
 * @throws UsageError that names every mistake, when the file cannot be read or used.
 */
export async function readKnownFailures(file: string): Promise<KnownFailures> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const remedy = error.code === 'ENOENT' ? `; --write-known-failures ${file} makes one` : '';
    throw new UsageError(
      `cannot read the known-failures file ${file}: ${whyNoFile(error)}${remedy}`,
    );
  });
  return { file, entries: parseKnownFailures(text, file) };
}

/**
 * The entries in the text of a known-failures file.
 *
 * @throws UsageError that names every mistake with its key, its line and what was expected
 */
export function parseKnownFailures(text: string, file: string): KnownFailure[] {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const [first] = errors;
  if (first) {
    throw new UsageError(
      `${file}, line ${lineAt(first.offset)}: no valid JSON (${printParseErrorCode(first.error)})`,
    );
  }
  if (validate(value)) {
    return value;
  }
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const lineOf = (path: JsonPath) => {
    const node = tree && findNodeAtLocation(tree, [...path]);
    return node && lineAt(node.offset);
  };
  const mistakes = (validate.errors ?? []).map(mistakeOf);
  throw mistakesError(`the known-failures file ${file}`, firstPerPlace(mistakes), lineOf);
}
