import { describe, expect, it } from 'vitest';
import { twoSidedPValue, twoSidedQuantile } from './student-t.ts';

/** NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2: upper critical values of t. */
const PUBLISHED: [degrees: number, p90: number, p95: number, p98: number, p99: number][] = [
  [1, 6.314, 12.706, 31.821, 63.657],
  [2, 2.92, 4.303, 6.965, 9.925],
  [3, 2.353, 3.182, 4.541, 5.841],
  [4, 2.132, 2.776, 3.747, 4.604],
  [5, 2.015, 2.571, 3.365, 4.032],
  [7, 1.895, 2.365, 2.998, 3.499],
  [9, 1.833, 2.262, 2.821, 3.25],
  [10, 1.812, 2.228, 2.764, 3.169],
  [19, 1.729, 2.093, 2.539, 2.861],
  [30, 1.697, 2.042, 2.457, 2.75],
  [99, 1.66, 1.984, 2.365, 2.626],
];

describe.each(PUBLISHED)("Student's t with %i degrees of freedom", (degrees, ...quantiles) => {
  it.each([0.9, 0.95, 0.98, 0.99])('has the published quantiles: %d', (within) => {
    const published = quantiles[[0.9, 0.95, 0.98, 0.99].indexOf(within)];
    expect(twoSidedQuantile(within, degrees)).toBeCloseTo(published ?? Number.NaN, 3);
  });

  it('has p-values that belong to its quantiles, on both sides', () => {
    for (const within of [0.5, 0.9, 0.95, 0.999]) {
      const t = twoSidedQuantile(within, degrees);
      expect(twoSidedPValue(t, degrees)).toBeCloseTo(1 - within, 12);
      expect(twoSidedPValue(-t, degrees)).toBeCloseTo(1 - within, 12);
    }
  });
});

describe("Student's t", () => {
  it.each([0.01, 0.5, 1, 3, 40])('has the closed forms of one and two degrees at %d', (t) => {
    expect(twoSidedPValue(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 14);
    expect(twoSidedPValue(t, 2)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 14);
  });

  it('gives 1 to no difference and next to nothing to an endless one', () => {
    expect(twoSidedPValue(0, 6)).toBe(1);
    expect(twoSidedPValue(1e9, 6)).toBeGreaterThanOrEqual(0);
    expect(twoSidedPValue(1e9, 6)).toBeLessThan(1e-15);
    expect(twoSidedPValue(1e9, 7)).toBeLessThan(1e-15);
  });
});
