import type { Histogram } from 'hdr-histogram-js';
import { decodeHistogram, encodeHistogram, latencyHistogram } from './latency-histogram.ts';

/**
 * One histogram of what several hold. Percentiles of parts cannot be averaged into one of the whole;
 * counts can be added, which is what this does.
 */
export function mergeHistograms(encoded: readonly string[]): Histogram {
  const merged = latencyHistogram();
  for (const each of encoded) {
    merged.add(decodeHistogram(each));
  }
  return merged;
}

/** The same, encoded as in a report. */
export function mergedHistogram(encoded: readonly string[]): string {
  return encodeHistogram(mergeHistograms(encoded));
}
