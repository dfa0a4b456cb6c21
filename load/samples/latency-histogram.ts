import hdr, { type Histogram } from 'hdr-histogram-js';
import type { Latency } from '../report/load-report.ts';

/** A mergeable histogram of latencies: microseconds, 3 significant digits. */
export function latencyHistogram(): Histogram {
  return hdr.build({ bitBucketSize: 32, numberOfSignificantValueDigits: 3, autoResize: true });
}

/** Adds a latency in milliseconds. */
export function record(histogram: Histogram, milliseconds: number): void {
  histogram.recordValue(Math.max(0, Math.round(milliseconds * 1000)));
}

/** A histogram of these latencies in milliseconds. */
export function histogramOf(latencies: readonly number[]): Histogram {
  const histogram = latencyHistogram();
  for (const latency of latencies) {
    record(histogram, latency);
  }
  return histogram;
}

/** HDR V2, compressed, base64. */
export function encodeHistogram(histogram: Histogram): string {
  return hdr.encodeIntoCompressedBase64(histogram);
}

/** The histogram of a report, to be read or merged with `add`. */
export function decodeHistogram(encoded: string): Histogram {
  return hdr.decodeFromCompressedBase64(encoded, 32);
}

/**
 * A percentile (0 to 100) in milliseconds. A histogram gives the upper end of the step in which it
 * lies, which may be above the longest latency of all.
 */
export function percentileOf(histogram: Histogram, share: number): number {
  return Math.min(histogram.getValueAtPercentile(share), histogram.maxValue) / 1000;
}

/** The figures of a report, in milliseconds; all 0 where nothing was recorded. */
export function latencyOf(histogram: Histogram): Latency {
  const percentile = (share: number) => percentileOf(histogram, share);
  if (histogram.totalCount === 0) {
    return { min: 0, mean: 0, p50: 0, p90: 0, p95: 0, p99: 0, p999: 0, max: 0 };
  }
  return {
    min: percentile(0),
    mean: histogram.mean / 1000,
    p50: percentile(50),
    p90: percentile(90),
    p95: percentile(95),
    p99: percentile(99),
    p999: percentile(99.9),
    max: histogram.maxValue / 1000,
  };
}
