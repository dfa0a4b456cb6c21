import { describe, expect, it } from 'vitest';
import { geometricMean, holm, pairedTest } from './paired-test.ts';

describe('the statistics', () => {
  it('agrees with a paired t-test worked by hand', () => {
    // Log ratios 0.1, 0.2, 0.3: mean 0.2, standard error 0.1 / sqrt(3), t(0.975, 2) = 4.3027.
    const ratios = [0.1, 0.2, 0.3].map(Math.exp);
    const { effect, interval, pValue } = pairedTest([1, 1, 1], ratios);
    expect(effect).toBeCloseTo(Math.exp(0.2) - 1, 10);
    expect(interval?.[0]).toBeCloseTo(Math.exp(0.2 - (4.3027 * 0.1) / Math.sqrt(3)) - 1, 4);
    expect(interval?.[1]).toBeCloseTo(Math.exp(0.2 + (4.3027 * 0.1) / Math.sqrt(3)) - 1, 4);
    expect(pValue).toBeCloseTo(0.0742, 4);
  });

  it('corrects p-values by Holm', () => {
    expect(holm([0.01, null, 0.04, 0.03])).toEqual([0.03, null, 0.06, 0.06]);
    expect(holm([0.6, 0.7])).toEqual([1, 1]);
  });

  it('takes the mean of factors', () => {
    expect(geometricMean([1, 4])).toBeCloseTo(2, 12);
  });
});
