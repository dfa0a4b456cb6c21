import type { Requirement } from '../../contract/register/index.ts';
import type { CheckData } from '../check.ts';
import { type CheckResult, type Result, UNDECIDED } from '../result.ts';
import type { CoverageRow, Report } from './report.ts';

/** What the coverage table is made of. */
export interface CoverageInput {
  register: readonly Requirement[];
  checks: readonly Pick<CheckData, 'id' | 'requirements'>[];
  results: readonly CheckResult[];
  capabilities: readonly string[];
  /** why a check has no result, as a clause: `it was not selected` */
  whyNotRun: string;
}

/**
 * How many requirements of the level must nothing outside a target can see, so that no verdict
 * covers them. A row that repeats another counts where the other is one of them.
 */
export function unseenMusts(coverage: readonly Pick<CoverageRow, 'level' | 'status'>[]): number {
  return coverage.filter(({ level, status }) => level === 'must' && status === 'not checkable')
    .length;
}

/** The sentence that says so beside a verdict. */
export function unseenText(musts: number): string {
  const [subject, object] = musts === 1 ? ['1 must', 'it'] : [`${musts} musts`, 'them'];
  return `${subject} cannot be seen from outside; the verdict says nothing of ${object}.`;
}

/** The coverage rows of a report by their requirement. */
export type Rows = ReadonlyMap<string, CoverageRow>;

/** The rows of a report as its renderings look them up. */
export function rowsOf({ coverage }: Pick<Report, 'coverage'>): Rows {
  return new Map(coverage.map((row) => [row.requirement, row]));
}

type Status = Pick<CoverageRow, 'status' | 'reason'>;

/**
 * One row for each requirement, in the register's order. A requirement has passed only if every
 * check of it that applies was decided: one untested check leaves the requirement untested. Where
 * all that ran could see nothing from outside, it is `observed`.
 */
export function coverageOf(input: CoverageInput): CoverageRow[] {
  const rows = new Map(input.register.map((row) => [row.id, row]));
  const results = new Map(input.results.map((result) => [result.id, result]));

  const checksOf = Map.groupBy(
    input.checks.flatMap((check) => check.requirements.map((id) => ({ id, check: check.id }))),
    ({ id }) => id,
  );

  const original = (row: Requirement): Requirement => {
    const seen = new Set([row.id]);
    let current = row;
    while (current.sameAs && !seen.has(current.sameAs)) {
      const next = rows.get(current.sameAs);
      if (!next) {
        return current;
      }
      seen.add(next.id);
      current = next;
    }
    return current;
  };

  const checkIds = (row: Requirement) => (checksOf.get(row.id) ?? []).map(({ check }) => check);

  return input.register.map((row) => {
    const source = original(row);
    const ids = [...new Set([...checkIds(row), ...checkIds(source)])];
    const found = ids.map((id) => results.get(id));
    return {
      requirement: row.id,
      section: row.section,
      level: row.level,
      text: row.text,
      ...(row.sentence !== undefined && { sentence: row.sentence }),
      ...(row.sentenceSection !== undefined && { sentenceSection: row.sentenceSection }),
      ...statusOf(source, found, input),
      ...(row.sameAs && { sameAs: row.sameAs }),
      checks: ids,
    };
  });
}

function statusOf(
  row: Requirement,
  found: readonly (CheckResult | undefined)[],
  input: CoverageInput,
): Status {
  if (found.length === 0) {
    if (row.checked === 'none') {
      return { status: 'not checkable', reason: row.reason ?? 'no black-box check can exist' };
    }
    if (row.capability && !input.capabilities.includes(row.capability)) {
      return {
        status: 'not applicable',
        reason: `The target does not declare the capability ${row.capability}.`,
      };
    }
    return { status: 'not tested', reason: 'No check of this requirement exists.' };
  }

  const first = (...results: readonly Result[]) =>
    found.find((result) => result && results.includes(result.result));

  const failed = first('fail');
  if (failed) {
    return { status: 'failed', reason: failed.message };
  }
  const warned = first('warn');
  if (warned) {
    return { status: 'warned', reason: warned.message };
  }

  const observed = first('observed');
  if (row.level === 'open' && observed) {
    return { status: 'observed' };
  }

  const undecided = first(...UNDECIDED);
  if (undecided) {
    return { status: 'not tested', reason: undecided.message };
  }
  if (found.includes(undefined)) {
    return { status: 'not tested', reason: `Not run: ${input.whyNotRun}.` };
  }

  if (first('pass')) {
    return { status: 'passed' };
  }
  if (observed) {
    return { status: 'observed', reason: observed.message };
  }
  return { status: 'not applicable', reason: first('not applicable')?.message ?? '' };
}
