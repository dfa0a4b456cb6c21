import { readFile } from 'node:fs/promises';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
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
import type { CheckData } from '../check.ts';
import { presentId } from '../former-ids.ts';
import type { Report } from '../report/report.ts';
import type { CheckResult } from '../result.ts';
import schema from './known-failures.schema.json' with { type: 'json' };
import { mistakeOf } from './known-failures-mistakes.ts';

/** One entry of a known-failures file. */
export interface KnownFailure {
  /** the id of a check; `*` stands for any characters: `repay-loan.amount.*` */
  check: string;
  reason: string;
  /** where it is followed up, such as the address of a ticket */
  issue?: string;
  /** the last day, YYYY-MM-DD, on which the failure is still accepted (UTC) */
  until?: string;
}

/** A known-failures file, read. */
export interface KnownFailures {
  /** the path, as given */
  file: string;
  entries: readonly KnownFailure[];
}

let compiled: ValidateFunction<KnownFailure[]> | undefined;

/** Compiled at the first file, since most runs have none. */
function validator(): ValidateFunction<KnownFailure[]> {
  if (!compiled) {
    const ajv = new Ajv2020({ allErrors: true, verbose: true });
    addFormats.default(ajv);
    compiled = ajv.compile<KnownFailure[]>(schema);
  }
  return compiled;
}

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
  const validate = validator();
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

/**
 * Holds the failures of a run against those that were expected. An entry is stale once none of its
 * checks fails any more, when it matches no check at all, or when its last day is over; it is
 * neither stale nor of use while its checks were not decided.
 */
export function applyKnownFailures(
  results: readonly CheckResult[],
  { file, entries }: KnownFailures,
  checks: readonly Pick<CheckData, 'id'>[],
  now: Date,
): NonNullable<Report['knownFailures']> {
  const today = now.toISOString().slice(0, 10);
  const failed = results.filter(({ result }) => result === 'fail');
  const matchers = entries.map((entry) => ({ entry, matches: matcherOf(presentId(entry.check)) }));
  const valid = matchers.filter(({ entry }) => !isOver(entry, today));
  const expected = failed.flatMap(({ id }) => {
    const entry = valid.find(({ matches }) => matches(id))?.entry;
    return entry ? [{ check: id, reason: reasonOf(entry) }] : [];
  });
  const expectedIds = new Set(expected.map(({ check }) => check));
  return {
    file,
    expected,
    unexpected: failed.map(({ id }) => id).filter((id) => !expectedIds.has(id)),
    stale: matchers.flatMap(({ entry, matches }) => {
      const problem = isOver(entry, today)
        ? `its last day was ${entry.until}, so it excuses nothing any more`
        : problemOf(matches, results, checks);
      return problem ? [{ entry: entry.check, problem }] : [];
    }),
  };
}

function problemOf(
  matches: (id: string) => boolean,
  results: readonly CheckResult[],
  checks: readonly Pick<CheckData, 'id'>[],
): string | undefined {
  const named = checks.filter(({ id }) => matches(id)).length;
  if (named === 0) {
    return 'it matches no check';
  }
  const matched = results.filter(({ id }) => matches(id));
  if (matched.some(({ result }) => result === 'fail' || result === 'warn')) {
    return undefined;
  }
  const decided = matched.filter(({ result }) => result === 'pass' || result === 'observed');
  return decided.length === named ? 'it passes now' : undefined;
}

/** The reason, with where it is followed up and until when, for whoever reads the report. */
function reasonOf({ reason, issue, until }: KnownFailure): string {
  const more = [...(issue === undefined ? [] : [issue]), ...(until ? [`until ${until}`] : [])];
  return more.length > 0 ? `${reason} (${more.join(', ')})` : reason;
}

const isOver = ({ until }: KnownFailure, today: string) => until !== undefined && until < today;

/** Whether an id is one of those that a pattern names, in which `*` stands for any characters. */
export function matcherOf(pattern: string): (id: string) => boolean {
  const expression = new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`);
  return (id) => expression.test(id);
}
