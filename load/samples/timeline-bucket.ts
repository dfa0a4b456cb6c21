import type { BucketLatency, TimelineBucket } from '../report/load-report.ts';
import { encodeHistogram, histogramOf } from './latency-histogram.ts';

/** A stretch of the timeline while it is filled. */
export interface Bucket {
  started: number;
  dropped: number;
  errors: number;
  errorKinds: Record<string, number>;
  /** latencies in milliseconds by endpoint, until the bucket is closed */
  latencies: Map<string, number[]>;
  closed?: Pick<TimelineBucket, 'latency' | 'endpoints' | 'requests'>;
}

/** A bucket in which nothing has happened yet. */
export function emptyBucket(): Bucket {
  return { started: 0, dropped: 0, errors: 0, errorKinds: {}, latencies: new Map() };
}

/** Replaces a bucket's latencies by their percentiles and histograms. */
export function closeBucket(bucket: Bucket | undefined): NonNullable<Bucket['closed']> {
  if (bucket === undefined) {
    return { latency: null, endpoints: {}, requests: 0 };
  }
  if (bucket.closed) {
    return bucket.closed;
  }
  const all = [...bucket.latencies.values()].flat();
  bucket.closed = {
    requests: all.length,
    latency: all.length > 0 ? latencyOfBucket(all) : null,
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
