import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smallAmount } from './valid-call.ts';

test('a small amount is the one that the state gives', () => {
  expect(smallAmount({ totalPayable: 1500, repaymentAmount: 200 })).toBe(200);
});

test('a small amount is whole where the total payable is, and a thousandth of it', () => {
  expect(smallAmount({ totalPayable: 10_710 })).toBe(10);
  expect(smallAmount({ totalPayable: 1 })).toBe(1);
  expect(smallAmount({ totalPayable: 1500.5 })).toBe(1.5);
});

test('a small amount never reaches the total payable unless that is one unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 1e9 }), fc.boolean(), (cents, whole) => {
      const totalPayable = whole ? cents : cents / 100;
      const amount = smallAmount({ totalPayable });
      expect(amount).toBeGreaterThan(0);
      expect(amount).toBeLessThan(totalPayable);
      expect(Math.round(amount * 100) / 100).toBe(amount);
    }),
  );
});
