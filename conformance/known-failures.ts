import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { UsageError } from '../contract/errors.ts';
import type { Check } from './check.ts';
import schema from './known-failures.schema.json' with { type: 'json' };
import type { Report } from './report/report.ts';
import type { CheckResult } from './result.ts';

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

const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile<KnownFailure[]>(schema);

/**
 * Reads a known-failures file: a JSON list, comments allowed, of `known-failures.schema.json`.
 *
 * @throws UsageError that names every mistake, when the file cannot be read or used.
 */
export async function readKnownFailures(file: string): Promise<KnownFailures> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`cannot read the known-failures file ${file}: ${error.code}`);
  });
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw new UsageError(
      `${file}, line ${line}: no valid JSON (${printParseErrorCode(first.error)})`,
    );
  }
  if (!validate(value)) {
    const mistakes = validate.errors?.map(
      ({ instancePath, message }) => `${instancePath || 'the whole'} ${message}`,
    );
    throw new UsageError(
      `${file} is no known-failures file: ${mistakes?.join('; ')}. ` +
        'Expected a list of {"check", "reason", "issue"?, "until"?}',
    );
  }
  return { file, entries: value };
}

/**
 * Holds the failures of a run against those that were expected. An entry is stale once none of its
 * checks fails any more, when it matches no check at all, or when its last day is over; it is
 * neither stale nor of use while its checks were not decided.
 */
export function applyKnownFailures(
  results: readonly CheckResult[],
  { file, entries }: KnownFailures,
  checks: readonly Pick<Check, 'id'>[],
  now: Date,
): NonNullable<Report['knownFailures']> {
  const today = now.toISOString().slice(0, 10);
  const failed = results.filter(({ result }) => result === 'fail');
  const matchers = entries.map((entry) => ({ entry, matches: matcherOf(entry.check) }));
  const valid = matchers.filter(({ entry }) => !isOver(entry, today));
  const expected = failed.flatMap(({ id }) => {
    const entry = valid.find(({ matches }) => matches(id))?.entry;
    return entry ? [{ check: id, reason: entry.reason }] : [];
  });
  const expectedIds = new Set(expected.map(({ check }) => check));
  return {
    file,
    expected,
    unexpected: failed.map(({ id }) => id).filter((id) => !expectedIds.has(id)),
    stale: matchers.flatMap(({ entry, matches }) => {
      const problem = isOver(entry, today)
        ? `its last day was ${entry.until}`
        : problemOf(matches, results, checks);
      return problem ? [{ entry: entry.check, problem }] : [];
    }),
  };
}

function problemOf(
  matches: (id: string) => boolean,
  results: readonly CheckResult[],
  checks: readonly Pick<Check, 'id'>[],
): string | undefined {
  if (!checks.some(({ id }) => matches(id))) return 'it matches no check';
  const matched = results.filter(({ id }) => matches(id));
  if (matched.some(({ result }) => result === 'fail' || result === 'warn')) return undefined;
  const decided = matched.filter(({ result }) => result === 'pass' || result === 'observed');
  return decided.length > 0 && decided.length === matched.length ? 'it passes now' : undefined;
}

const isOver = ({ until }: KnownFailure, today: string) => until !== undefined && until < today;

function matcherOf(pattern: string): (id: string) => boolean {
  const expression = new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`);
  return (id) => expression.test(id);
}
