import type { Gate, LoadReport } from '../load-report.ts';

/** Milliseconds with three significant digits, never in exponents: `0.42`, `12.3`, `1,240`. */
export function milliseconds(value: number): string {
  if (value >= 100) return grouped(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** A whole number with its thousands grouped: `12,345`. */
export function grouped(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 0 });
}

/** A share from 0 to 1: `1.25%`; what is not zero is never shown as zero. */
export function percent(share: number): string {
  if (share > 0 && share < 0.0001) return '<0.01%';
  return `${(100 * share).toFixed(share === 0 || share === 1 ? 0 : 2)}%`;
}

/** `1 request`, `2 requests`. */
export function count(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** Per second: two digits below ten, else one. */
export function perSecond(rate: number): string {
  return `${rate.toFixed(rate < 10 ? 2 : 1)}/s`;
}

/** What a gate is about in words: `repay-loan latency p(99)`. */
export function gateName({ metric, endpoint, statistic }: Gate): string {
  const what = metric.replace(/\{.*/, '');
  const known: Record<string, string> = {
    target_latency: `latency ${statistic}`,
    target_errors: 'error rate',
    http_reqs: 'good answers',
    dropped_iterations: 'dropped iterations',
    listed_payments: 'payments listed',
  };
  return `${endpoint === null ? '' : `${endpoint} `}${known[what] ?? `${what} ${statistic}`}`;
}

/** A gate's value or limit with its unit. */
export function gateFigure({ metric }: Gate, value: number | null): string {
  if (value === null) return 'not measured';
  if (metric.startsWith('target_latency')) return `${milliseconds(value)} ms`;
  return metric.startsWith('target_errors') ? percent(value) : grouped(value);
}

/** Rates over the load itself, from its timeline: iterations asked and started per second, requests. */
export function averageRates({ timeline, totals, fingerprint }: LoadReport) {
  const { bucketSeconds, buckets } = timeline;
  const within = buckets.filter(({ second }) => second < fingerprint.durationSeconds);
  const seconds = Math.max(1, Math.min(within.length * bucketSeconds, fingerprint.durationSeconds));
  const started = within.reduce((sum, { rateAchieved }) => sum + rateAchieved, 0) * bucketSeconds;
  const asked = within.reduce((sum, { rateAsked }) => sum + rateAsked, 0) * bucketSeconds;
  return {
    seconds,
    asked: asked / seconds,
    achieved: started / seconds,
    requests: totals.requests / seconds,
  };
}

/** Errors of an endpoint by kind: `3 timeout, 1 status-500`; empty where there are none. */
export function errorsByKind({ errors }: LoadReport, endpoint: string): string {
  return errors
    .filter((error) => error.endpoint === endpoint)
    .toSorted((a, b) => b.count - a.count)
    .map(({ kind, count: number }) => `${grouped(number)} ${kind}`)
    .join(', ');
}
