import { grouped } from '../../pages/words.ts';
import type { Gate, LoadReport } from './load-report.ts';

/** Milliseconds with three significant digits, never in exponents: `0.42`, `12.3`, `1,240`. */
export function milliseconds(value: number): string {
  if (value >= 100) {
    return grouped(Math.round(value));
  }
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** A share from 0 to 1: `1.25%`; what is not zero is never shown as zero. */
export function percent(share: number): string {
  if (share > 0 && share < 0.0001) {
    return '<0.01%';
  }
  return `${(100 * share).toFixed(share === 0 || share === 1 ? 0 : 2)}%`;
}

/** Per second: two digits below ten, else one. */
export function perSecond(rate: number): string {
  return `${rate.toFixed(rate < 10 ? 2 : 1)}/s`;
}

/** What k6's metrics measure, in words; others go by their own name and statistic. */
const METRICS: Record<string, string> = {
  http_req_failed: 'failed requests',
  http_reqs: 'good answers',
  wrong_answers: 'wrong answers',
  dropped_iterations: 'dropped iterations',
  listed_payments: 'payments listed',
};

/** What a gate is about in words: `repay-loan latency p(99)`. */
export function gateName({ metric, endpoint, statistic }: Gate): string {
  const what = metric.replace(/\{.*/, '');
  const words = isLatency(metric)
    ? `latency ${statistic}`
    : (METRICS[what] ?? `${what} ${statistic}`);
  return endpoint === null ? words : `${endpoint} ${words}`;
}

/** A gate's value or limit with its unit. */
export function gateFigure({ metric, statistic }: Gate, value: number | null): string {
  if (value === null) {
    return 'not measured';
  }
  if (isLatency(metric)) {
    return `${milliseconds(value)} ms`;
  }
  return statistic === 'rate' ? percent(value) : grouped(value);
}

function isLatency(metric: string): boolean {
  return metric.startsWith('http_req_duration');
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
