import { grouped } from '../../pages/words.ts';
import type { EndpointFigures, Gate, LoadReport, PercentileName } from './load-report.ts';

/** Milliseconds with three significant digits, never in exponents: `0.42`, `12.3`, `1,240`. */
export function milliseconds(value: number): string {
  if (value >= 100) {
    return grouped(Math.round(value));
  }
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** What stands behind a percentile of too few requests. */
export const TOO_FEW = '*';

/** What the mark means, for under a table that has it. */
export const TOO_FEW_NOTE = `${TOO_FEW} fewer than ten requests lie beyond: an anecdote, which gates nothing`;

/** A percentile in milliseconds, marked where too few requests lie beyond it; `–` where there is none. */
export function percentile(
  { latency, enough, requests, unanswered }: EndpointFigures,
  name: PercentileName,
): string {
  if (requests === unanswered) {
    return '–';
  }
  return `${milliseconds(latency[name])}${enough.includes(name) ? '' : TOO_FEW}`;
}

/** Whether any percentile of a run is marked. */
export function hasTooFew({ endpoints }: Pick<LoadReport, 'endpoints'>): boolean {
  return endpoints.some(({ enough }) => enough.length < 5);
}

/** How many answers were judged in full: `all 25`, `1,003 of 10,020`, `none`. */
export function sampleText({ sample: { judged, of } }: EndpointFigures): string {
  if (of === 0 || judged === 0) {
    return 'none';
  }
  return judged >= of ? `all ${grouped(of)}` : `${grouped(judged)} of ${grouped(of)}`;
}

/** A number of bytes with its unit: `9.1 kB`. */
export function bytes(number: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = number;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** What an open model does with latency, beside the figures that depend on it. */
export const OPEN_MODEL_NOTE =
  'Open model: iterations begin when they are due, whether earlier ones were answered or not, so a stall is in the latency of all that it held up (no coordinated omission); what cannot begin is dropped and counted, not put off. Within an iteration, a request waits for the one before it.';

/** The endpoint and percentile that a run is told by: the highest one of the journey with requests enough. */
export function headline({ endpoints }: Pick<LoadReport, 'endpoints'>): {
  endpoint: EndpointFigures;
  name: PercentileName;
} | null {
  const own = endpoints.filter((it) => it.own && it.requests > it.unanswered);
  for (const name of ['p99', 'p95', 'p90', 'p50'] as const) {
    const [slowest] = own
      .filter(({ enough }) => enough.includes(name))
      .toSorted((a, b) => b.latency[name] - a.latency[name]);
    if (slowest) {
      return { endpoint: slowest, name };
    }
  }
  return null;
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
  connection_failures: 'failed connections',
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

/** Errors of an endpoint by kind: `3 timeout, about 20 content (2 seen)`; empty where there are none. */
export function errorsByKind({ errors }: LoadReport, endpoint: string): string {
  return errors
    .filter((error) => error.endpoint === endpoint)
    .toSorted((a, b) => b.count - a.count)
    .map(({ kind, count: number, seen }) =>
      seen === number
        ? `${grouped(number)} ${kind}`
        : `about ${grouped(number)} ${kind} (${grouped(seen)} seen)`,
    )
    .join(', ');
}
