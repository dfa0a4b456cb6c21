import type { BucketLatency, Timeline, TimelineBucket } from '../report/load-report.ts';
import { encodeHistogram, latencyOf } from '../samples/latency-histogram.ts';
import { mergeHistograms } from '../samples/merge-histograms.ts';

type BucketEndpoint = TimelineBucket['endpoints'][string];

/**
 * One timeline of several instances, second by second of each one's own start. Counts and rates
 * achieved are summed; the rate asked is that of the whole profile, which every instance reports.
 * Percentiles are those of the summed histograms of each bucket.
 */
export function mergedTimeline(timelines: readonly Timeline[]): Timeline {
  const longest = Math.max(0, ...timelines.map(({ buckets }) => buckets.length));
  return {
    bucketSeconds: timelines[0]?.bucketSeconds ?? 1,
    buckets: Array.from({ length: longest }, (_, index) =>
      mergedBucket(timelines.flatMap(({ buckets }) => buckets[index] ?? [])),
    ),
  };
}

function mergedBucket(parts: readonly TimelineBucket[]): TimelineBucket {
  const sumOf = (name: 'rateAchieved' | 'droppedIterations' | 'requests' | 'errors') =>
    parts.reduce((sum, part) => sum + part[name], 0);
  const kinds = [...new Set(parts.flatMap(({ errorKinds }) => Object.keys(errorKinds)))];
  const names = [...new Set(parts.flatMap(({ endpoints }) => Object.keys(endpoints)))];
  const figuresOf = (name: string) => parts.flatMap(({ endpoints }) => endpoints[name] ?? []);
  return {
    second: parts[0]?.second ?? 0,
    rateAsked: Math.max(0, ...parts.map(({ rateAsked }) => rateAsked)),
    rateAchieved: Math.round(100 * sumOf('rateAchieved')) / 100,
    droppedIterations: sumOf('droppedIterations'),
    requests: sumOf('requests'),
    errors: sumOf('errors'),
    errorKinds: Object.fromEntries(
      kinds.map((kind) => [
        kind,
        parts.reduce((sum, { errorKinds }) => sum + (errorKinds[kind] ?? 0), 0),
      ]),
    ),
    latency: latencyOfAll(parts.flatMap(({ endpoints }) => Object.values(endpoints))),
    endpoints: Object.fromEntries(
      names.flatMap((name) => {
        const merged = mergedEndpoint(figuresOf(name));
        return merged === null ? [] : [[name, merged]];
      }),
    ),
  };
}

function mergedEndpoint(figures: readonly BucketEndpoint[]): BucketEndpoint | null {
  const latency = latencyOfAll(figures);
  if (latency === null) {
    return null;
  }
  return {
    requests: figures.reduce((sum, { requests }) => sum + requests, 0),
    ...latency,
    histogram: encodeHistogram(mergeHistograms(figures.map(({ histogram }) => histogram))),
  };
}

/** The longest is known exactly, a histogram has it to three digits. */
function latencyOfAll(figures: readonly BucketEndpoint[]): BucketLatency | null {
  if (figures.length === 0) {
    return null;
  }
  const { p50, p95, p99 } = latencyOf(mergeHistograms(figures.map(({ histogram }) => histogram)));
  const longest = Math.max(...figures.map(({ max }) => max));
  const inside = (value: number) => Math.min(value, longest);
  return { p50: inside(p50), p95: inside(p95), p99: inside(p99), max: longest };
}
