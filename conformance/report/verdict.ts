import type { ExchangeErrorKind } from '../http/exchange.ts';
import { type CheckResult, UNDECIDED } from '../result.ts';
import type { Report, Verdict } from './report.ts';

/** What the verdict rests on, all of it in report.json: it can be computed again from there. */
export type Evidence = Pick<Report, 'checks' | 'coverage' | 'partial' | 'unreachable'>;

/** Checks of a must that say neither that it holds nor that it is broken. */
export function undecidedMusts(checks: readonly CheckResult[]): CheckResult[] {
  return checks.filter((check) => check.level === 'must' && UNDECIDED.includes(check.result));
}

/** Checks of a must that failed. */
export function failedMusts(checks: readonly CheckResult[]): CheckResult[] {
  return checks.filter((check) => check.level === 'must' && check.result === 'fail');
}

/** Statuses by which a gateway, and not the target, puts a request off. */
const PUT_OFF: readonly number[] = [413, 429, 503];

/**
 * Checks of any level in which the harness or the states hook broke: whoever was asked by the
 * check answered, and still nothing can be said. A check that got no usable answer is none of them.
 */
export function brokenChecks(checks: readonly CheckResult[]): CheckResult[] {
  return checks.filter(
    ({ result, exchanges }) =>
      result === 'error' &&
      exchanges.every(({ response }) => response && !PUT_OFF.includes(response.status)),
  );
}

/**
 * The verdict ("Results" in conformance/README.md): `not conformant` once a must failed;
 * `conformant` only if the run is whole, nothing broke in it, the target answered to its end, and
 * every must that applies was tested and held, or left nothing visible to test; else `incomplete`.
 */
export function verdictOf({ checks, coverage, partial, unreachable }: Evidence): Verdict {
  const musts = coverage.filter((row) => row.level === 'must');
  const has = (status: string) => musts.some((row) => row.status === status);
  if (failedMusts(checks).length > 0 || has('failed')) {
    return 'not conformant';
  }
  const decided = musts.length > 0 && !has('not tested') && !has('warned');
  const whole = !partial && unreachable === undefined && brokenChecks(checks).length === 0;
  return decided && whole && undecidedMusts(checks).length === 0 ? 'conformant' : 'incomplete';
}

/** How a connection ends where nobody is there to answer. */
export const NEVER_REACHED: readonly ExchangeErrorKind[] = [
  'refused',
  'dns',
  'tls',
  'proxy',
  'timeout',
  'reset',
];

/**
 * Whether the target was never reached: requests were made and not one was answered. A run that
 * was stopped at once says nothing of the target.
 */
export function isUnreachable(checks: readonly CheckResult[]): boolean {
  if (checks.some((check) => check.result === 'pass')) {
    return false;
  }
  const errors = checks
    .flatMap((check) => check.exchanges)
    .filter((exchange) => exchange.error?.kind !== 'stopped');
  return (
    errors.length > 0 &&
    errors.every(({ error }) => error !== undefined && NEVER_REACHED.includes(error.kind))
  );
}

/**
 * The exit code. `allowIncomplete` forgives what was not supplied, and what was not selected, but
 * nothing else: not what came to no result, not a run that was stopped, not a target that answers
 * no more. A known-failures file turns `not conformant` into 0 when nothing failed that is not
 * listed, but never hides what could not be decided for another reason, nor a stale entry.
 */
export function exitCodeOf(
  report: Pick<Report, 'verdict' | 'checks' | 'knownFailures' | 'partial' | 'unreachable'>,
  allowIncomplete: boolean,
): Report['exitCode'] {
  const { verdict, checks, knownFailures, partial, unreachable } = report;
  if (unreachable !== undefined || isUnreachable(checks)) {
    return 4;
  }
  if (knownFailures && knownFailures.stale.length > 0) {
    return 1;
  }
  if (verdict === 'conformant') {
    return 0;
  }
  if (verdict === 'not conformant' && (!knownFailures || knownFailures.unexpected.length > 0)) {
    return 1;
  }
  const expected = new Set(knownFailures?.expected.map(({ check }) => check));
  const undecided = undecidedMusts(checks).filter(
    ({ result, blockedBy }) => !(result === 'blocked' && expected.has(blockedBy ?? '')),
  );
  if (partial || brokenChecks(checks).length > 0 || !undecided.every(isNotSupplied)) {
    return 3;
  }
  return allowIncomplete || (verdict === 'not conformant' && undecided.length === 0) ? 0 : 3;
}

/** Whether a check went untested for want of something that the target file may supply. */
function isNotSupplied({ result, missing = [] }: CheckResult): boolean {
  return result === 'not tested' && missing.length > 0;
}
