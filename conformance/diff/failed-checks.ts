import type { CheckData } from '../check.ts';
import { presentId } from '../former-ids.ts';
import type { Result } from '../result.ts';
import type { FormerReport } from './read-report.ts';

/** What is repeated of a report. */
export interface FailedChecks {
  /** ids of today */
  ids: string[];
  /** ids that no check of today has */
  gone: string[];
  /** why more is repeated than failed, as sentences */
  remarks: string[];
}

const FAILED: readonly Result[] = ['fail', 'warn', 'error', 'blocked'];

/**
 * The checks to be repeated to see whether what failed in a report is mended: those that deviated,
 * came to no answer or were blocked. A rule is judged on whatever is asked of its endpoint, so with
 * a rule all of the endpoint is repeated; what judges a whole run repeats all of it.
 */
export function failedChecks(report: FormerReport, checks: readonly CheckData[]): FailedChecks {
  const byId = new Map(checks.map((check) => [check.id, check]));
  const failed = new Set(
    report.checks.filter(({ result }) => FAILED.includes(result)).map(({ id }) => presentId(id)),
  );
  const gone = [...failed].filter((id) => !byId.has(id));
  const found = [...failed].flatMap((id) => byId.get(id) ?? []);
  const judges = found.find(({ wholeRun }) => wholeRun);
  if (judges) {
    return {
      ids: checks.map(({ id }) => id),
      gone,
      remarks: [`${judges.id} judges what all others saw, so everything is repeated.`],
    };
  }
  const ruled = new Set(
    found.flatMap(({ phase, endpoint }) => (phase === 'rules' && endpoint ? [endpoint] : [])),
  );
  const ids = checks
    .filter(({ id, endpoint }) => failed.has(id) || (endpoint && ruled.has(endpoint)))
    .map(({ id }) => id);
  return {
    ids,
    gone,
    remarks: [...ruled].map(
      (endpoint) =>
        `A rule of ${endpoint} was broken, which is judged on every answer, so all of ${endpoint} is repeated.`,
    ),
  };
}
