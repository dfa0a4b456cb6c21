import type { PercentileName } from '../report/load-report.ts';

/** Requests that have to lie beyond a percentile: of fewer, one more or less moves it by a lot. */
const LEAST_BEYOND = 10;

const SHARES: Record<PercentileName, number> = {
  p50: 0.5,
  p90: 0.9,
  p95: 0.95,
  p99: 0.99,
  p999: 0.999,
};

/** Requests that a percentile (0 to 1) needs before it means something: a p95 200, a p99 1,000. */
export function requestsNeeded(share: number): number {
  // Not one more for what a binary fraction is short of the decimal one.
  return Math.ceil(Number((LEAST_BEYOND / (1 - share)).toFixed(6)));
}

/** Whether a percentile (0 to 1) of so many requests means something. */
export function isEnough(share: number, requests: number): boolean {
  return requests >= requestsNeeded(share);
}

/** The percentiles of so many requests that mean something. */
export function enoughFor(requests: number): PercentileName[] {
  return (Object.keys(SHARES) as PercentileName[]).filter((name) =>
    isEnough(SHARES[name], requests),
  );
}
