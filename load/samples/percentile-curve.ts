import { decodeHistogram } from './latency-histogram.ts';

/** One point of a percentile curve. */
export interface CurvePoint {
  /** 1 / (1 - share): 2 is the median, 100 is p99; what the logarithmic axis is drawn over */
  odds: number;
  milliseconds: number;
}

/** Points per doubling of the odds: enough for a smooth curve over five decades. */
const POINTS_PER_DOUBLING = 4;

/**
 * The latency at each share of requests, from an encoded histogram, closer together the nearer the
 * share is to 1. Ends with the slowest request.
 */
export function percentileCurve(encoded: string): CurvePoint[] {
  const histogram = decodeHistogram(encoded);
  const { totalCount } = histogram;
  if (totalCount === 0) {
    return [];
  }
  const last = Math.ceil(Math.log2(totalCount) * POINTS_PER_DOUBLING);
  return Array.from({ length: last + 1 }, (_, step) => {
    const odds = Math.min(2 ** (step / POINTS_PER_DOUBLING), totalCount);
    const percentile = odds === totalCount ? 100 : 100 * (1 - 1 / odds);
    return { odds, milliseconds: histogram.getValueAtPercentile(percentile) / 1000 };
  });
}
