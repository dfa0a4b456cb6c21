import type { BucketLatency, Timeline, TimelineBucket } from '../report/load-report.ts';
import { isBackground } from '../scripts/plan/endpoints.ts';
import { rateAt, type Shape } from '../scripts/plan/profiles.ts';
import { encodeHistogram, histogramOf } from './latency-histogram.ts';

/** A stretch of the timeline while it is filled. */
export interface Bucket {
  started: number;
  dropped: number;
  requests: number;
  errors: number;
  errorKinds: Record<string, number>;
  /** latencies in milliseconds by endpoint, until the bucket is closed */
  latencies: Map<string, number[]>;
  /** how late k6 woke up, in milliseconds, and shares of the machine that were busy */
  lags: number[];
  busy: number[];
  closed?: Pick<TimelineBucket, 'latency' | 'endpoints'>;
}

/** A bucket in which nothing has happened yet. */
export function emptyBucket(): Bucket {
  return {
    ...{ started: 0, dropped: 0, requests: 0, errors: 0, errorKinds: {}, latencies: new Map() },
    ...{ lags: [], busy: [] },
  };
}

/** Replaces a bucket's latencies by their percentiles and histograms. */
export function closeBucket(bucket: Bucket | undefined): NonNullable<Bucket['closed']> {
  if (bucket === undefined) {
    return { latency: null, endpoints: {} };
  }
  if (bucket.closed) {
    return bucket.closed;
  }
  const own = [...bucket.latencies].flatMap(([name, list]) => (isBackground(name) ? [] : list));
  bucket.closed = {
    latency: own.length > 0 ? latencyOfBucket(own) : null,
    endpoints: Object.fromEntries(
      [...bucket.latencies].map(([name, list]) => [
        name,
        {
          ...{ requests: list.length, ...latencyOfBucket(list) },
          histogram: encodeHistogram(histogramOf(list)),
        },
      ]),
    ),
  };
  bucket.latencies = new Map();
  return bucket.closed;
}

/** Exact percentiles of latencies, all in milliseconds; there must be one at least. */
export function latencyOfBucket(latencies: number[]): BucketLatency {
  const sorted = latencies.toSorted((a, b) => a - b);
  const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { p50: rank(0.5), p95: rank(0.95), p99: rank(0.99), max: rank(1) };
}

/** The timeline of a report, of buckets that are so many seconds long. */
export function timelineOf(buckets: readonly Bucket[], seconds: number, shape: Shape): Timeline {
  return {
    bucketSeconds: seconds,
    buckets: buckets.map((bucket, index) => {
      const second = index * seconds;
      return {
        second,
        rateAsked: round(averageRate(shape, second, seconds)),
        rateAchieved: round(bucket.started / seconds),
        droppedIterations: bucket.dropped,
        requests: bucket.requests,
        errors: bucket.errors,
        errorKinds: bucket.errorKinds,
        generator: { busy: median(bucket.busy), lagMs: usualLag(bucket.lags) },
        ...closeBucket(bucket),
      };
    }),
  };
}

/** The mean rate asked over a bucket, from its middle tenths. */
function averageRate(shape: Shape, second: number, seconds: number): number {
  const parts = 10;
  const rates = Array.from({ length: parts }, (_, part) =>
    rateAt(shape, second + ((part + 0.5) / parts) * seconds),
  );
  return rates.reduce((sum, rate) => sum + rate, 0) / parts;
}

/** Milliseconds between two notes of how late k6 is, where it is not late. */
const BEAT_MS = 100;

/**
 * How late k6 is at half of the time: who sleeps 300 ms too long notes one lag in the time in which he
 * would have noted four, so each counts as long as it took.
 */
function usualLag(lags: readonly number[]): number | null {
  const sorted = lags.toSorted((a, b) => a - b);
  let left = lags.reduce((sum, lag) => sum + BEAT_MS + lag, 0) / 2;
  for (const lag of sorted) {
    left -= BEAT_MS + lag;
    if (left <= 0) {
      return round(lag);
    }
  }
  return null;
}

function median(numbers: readonly number[]): number | null {
  if (numbers.length === 0) {
    return null;
  }
  const sorted = numbers.toSorted((a, b) => a - b);
  return round(sorted[Math.floor((sorted.length - 1) / 2)] ?? 0);
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
