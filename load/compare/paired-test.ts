import { twoSidedPValue, twoSidedQuantile } from './student-t.ts';

export interface PairedTest {
  /** next / base - 1 */
  effect: number;
  /** 95% interval of the effect; null where there are fewer than two pairs */
  interval: [low: number, high: number] | null;
  /** of no effect at all, two-sided; null where there are fewer than two pairs */
  pValue: number | null;
}

const INTERVAL = 0.95;
const NO_SPREAD = 1e-12;

/** Student's paired t-test on the logarithms of next / base: an effect is a factor, not a sum. */
export function pairedTest(base: readonly number[], next: readonly number[]): PairedTest {
  const logRatios = next.map((value, pair) => Math.log(value / (base[pair] ?? Number.NaN)));
  const mean = average(logRatios);
  const effect = Math.exp(mean) - 1;
  if (logRatios.length < 2) {
    return { effect, interval: null, pValue: null };
  }
  if (logRatios.every((ratio) => Math.abs(ratio - mean) < NO_SPREAD)) {
    // Without any spread the test would divide by zero.
    return { effect, interval: [effect, effect], pValue: Math.abs(mean) < NO_SPREAD ? 1 : 0 };
  }
  const degrees = logRatios.length - 1;
  const variance = logRatios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0) / degrees;
  const standardError = Math.sqrt(variance / logRatios.length);
  const reach = twoSidedQuantile(INTERVAL, degrees) * standardError;
  return {
    effect,
    interval: [Math.exp(mean - reach) - 1, Math.exp(mean + reach) - 1],
    pValue: twoSidedPValue(mean / standardError, degrees),
  };
}

/** Holm's step-down correction: adjusted p-values in the order given; null stays null. */
export function holm(pValues: readonly (number | null)[]): (number | null)[] {
  const ranked = pValues
    .flatMap((pValue, index) => (pValue === null ? [] : [{ pValue, index }]))
    .sort((a, b) => a.pValue - b.pValue);
  const adjusted: (number | null)[] = pValues.map(() => null);
  let highest = 0;
  for (const [rank, { pValue, index }] of ranked.entries()) {
    highest = Math.max(highest, Math.min(1, pValue * (ranked.length - rank)));
    adjusted[index] = highest;
  }
  return adjusted;
}

/** The mean of factors; all numbers must be above 0. */
export function geometricMean(numbers: readonly number[]): number {
  return Math.exp(average(numbers.map(Math.log)));
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
