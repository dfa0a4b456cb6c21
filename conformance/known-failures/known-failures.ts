import type { CheckData } from '../check.ts';
import { presentId } from '../former-ids.ts';
import type { Report } from '../report/report.ts';
import type { CheckResult } from '../result.ts';

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
