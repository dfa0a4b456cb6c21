import type { BucketLatency, Timeline, TimelineBucket } from './load-report.ts';

/**
 * One timeline of several instances, second by second of each one's own start. Counts and rates
 * achieved are summed; the rate asked is that of the whole profile, which every instance reports.
 * A bucket keeps percentiles, not a histogram, so those of several instances can only be bounded:
 * each is the worst of the instances', which the true one never exceeds.
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
    latency: worstOf(parts.flatMap(({ latency }) => latency ?? [])),
    endpoints: Object.fromEntries(
      names.flatMap((name) => {
        const figures = parts.flatMap(({ endpoints }) => endpoints[name] ?? []);
        const latency = worstOf(figures);
        const requests = figures.reduce((sum, each) => sum + each.requests, 0);
        return latency === null ? [] : [[name, { requests, ...latency }]];
      }),
    ),
  };
}

function worstOf(latencies: readonly BucketLatency[]): BucketLatency | null {
  if (latencies.length === 0) return null;
  const worst = (name: keyof BucketLatency) => Math.max(...latencies.map((each) => each[name]));
  return { p50: worst('p50'), p95: worst('p95'), p99: worst('p99'), max: worst('max') };
}
