import { expect, it } from 'vitest';
import { oddPart } from './repay-loan-rest.ts';

it.each([
  [123_450.65, 37_035, 12_345],
  [9_876.55, 2_964, 988],
  [54_321.1, 16_296, 5_432],
])('is a part of %d after %d that binary sums get wrong, and has cents', (total, repaid, part) => {
  const odd = oddPart(total, repaid, part);
  const cents = Math.round(odd * 100);
  expect(odd).toBe(cents / 100);
  expect(odd - part).toBeGreaterThan(0);
  expect(odd - part).toBeLessThan(1);
  const left = (Math.round((total - repaid) * 100) - cents) / 100;
  expect(repaid + odd + left > total || left > total - repaid - odd).toBe(true);
});

it('is a part with cents where no binary sum goes wrong', () => {
  expect(oddPart(2 ** 40, 2, 1)).toBeGreaterThan(1);
});
