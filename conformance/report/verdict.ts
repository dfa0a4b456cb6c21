import type { ExchangeErrorKind } from '../http/exchange.ts';
import type { CheckResult, Result } from '../result.ts';
import type { Report, Verdict } from './report.ts';

/** What the verdict rests on, all of it in report.json: it can be computed again from there. */
export type Evidence = Pick<Report, 'checks' | 'coverage' | 'partial'>;

const UNDECIDED: readonly Result[] = ['error', 'blocked', 'not tested'];

/** Checks of a must that say neither that it holds nor that it is broken. */
export function undecidedMusts(checks: readonly CheckResult[]): CheckResult[] {
  return checks.filter((check) => check.level === 'must' && UNDECIDED.includes(check.result));
}

/** Checks of a must that failed. */
export function failedMusts(checks: readonly CheckResult[]): CheckResult[] {
  return checks.filter((check) => check.level === 'must' && check.result === 'fail');
}

/**
 * The verdict ("Results" in conformance/README.md): `not conformant` once a must failed;
 * `conformant` only if the run is whole and every must that applies was tested and held, or left
 * nothing visible to test; else `incomplete`.
 */
export function verdictOf({ checks, coverage, partial }: Evidence): Verdict {
  const musts = coverage.filter((row) => row.level === 'must');
  const has = (status: string) => musts.some((row) => row.status === status);
  if (failedMusts(checks).length > 0 || has('failed')) return 'not conformant';
  const decided = musts.length > 0 && !has('not tested') && !has('warned');
  return decided && !partial && undecidedMusts(checks).length === 0 ? 'conformant' : 'incomplete';
}

const NEVER_REACHED: readonly ExchangeErrorKind[] = ['refused', 'dns', 'tls', 'timeout', 'reset'];

/**
 * Whether the target was never reached: requests were made and not one was answered. A run that
 * was stopped at once says nothing of the target.
 */
export function isUnreachable(checks: readonly CheckResult[]): boolean {
  if (checks.some((check) => check.result === 'pass')) return false;
  const errors = checks
    .flatMap((check) => check.exchanges)
    .filter((exchange) => exchange.error?.kind !== 'stopped');
  return (
    errors.length > 0 &&
    errors.every(({ error }) => error !== undefined && NEVER_REACHED.includes(error.kind))
  );
}

/**
 * The exit code. A known-failures file turns `not conformant` into 0 when nothing failed that is
 * not listed, but never hides what could not be decided for another reason, nor a stale entry.
 */
export function exitCodeOf(
  report: Pick<Report, 'verdict' | 'checks' | 'knownFailures' | 'partial'>,
  allowIncomplete: boolean,
): Report['exitCode'] {
  const { verdict, checks, knownFailures, partial } = report;
  if (isUnreachable(checks)) return 4;
  if (knownFailures && knownFailures.stale.length > 0) return 1;
  const incomplete = allowIncomplete ? 0 : 3;
  if (verdict === 'conformant') return 0;
  if (verdict === 'incomplete') return incomplete;
  if (!knownFailures || knownFailures.unexpected.length > 0) return 1;
  const expected = new Set(knownFailures.expected.map(({ check }) => check));
  const others = undecidedMusts(checks).filter(
    ({ result, blockedBy }) => !(result === 'blocked' && expected.has(blockedBy ?? '')),
  );
  return others.length > 0 || partial ? incomplete : 0;
}
