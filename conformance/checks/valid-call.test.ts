import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckContext } from '../check-context.ts';
import { amountToRepay, FEWER, repaymentsOfLoan } from './valid-call.ts';

function contextOfRun(): CheckContext {
  const made = new Map<string, Promise<unknown>>();
  return {
    shared(key: string, make: () => Promise<unknown>) {
      const known = made.get(key) ?? make();
      made.set(key, known);
      return known;
    },
  } as unknown as CheckContext;
}

test('the amount to repay is the one that the state gives', async () => {
  const loan = { totalPayable: 1500, repaymentAmount: 200 };
  expect(await amountToRepay(contextOfRun(), loan)).toBe(200);
});

test('the amount to repay is whole where the total payable is, and a thousandth of it', async () => {
  const amountOf = (totalPayable: number) => amountToRepay(contextOfRun(), { totalPayable });
  expect(await Promise.all([10_710, 1, 1500.5].map(amountOf))).toEqual([10, 1, 1.5]);
});

test('the amount to repay is a tenth without cents once a thousandth was refused', async () => {
  const context = contextOfRun();
  (await repaymentsOfLoan(context)).count = FEWER;
  expect(await amountToRepay(context, { totalPayable: 1500.5 })).toBe(150);
  expect(await amountToRepay(context, { totalPayable: 10_715 })).toBe(1071);
  expect(await amountToRepay(context, { totalPayable: 7.5 })).toBe(0.75);
});

test('the amount to repay never reaches the total payable unless that is one unit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 1e9 }), fc.boolean(), async (cents, whole) => {
      const totalPayable = whole ? cents : cents / 100;
      const amount = await amountToRepay(contextOfRun(), { totalPayable });
      expect(amount).toBeGreaterThan(0);
      expect(amount).toBeLessThan(totalPayable);
      expect(Math.round(amount * 100) / 100).toBe(amount);
    }),
  );
});
