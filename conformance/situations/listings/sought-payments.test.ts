import { describe, expect, it } from 'vitest';
import { soughtOf } from './sought-payments.ts';

const paid = (...references: string[]) =>
  references.map((searchablePaymentReference) => ({ searchablePaymentReference }));
const inTurn = (known: readonly unknown[], turns: number) =>
  Array.from({ length: turns }, (_, turn) => soughtOf(known, turn)) as {
    searchablePaymentReference: string;
  }[];

describe('the payments that are searched for', () => {
  it('are in turn one of each odd reference there is, and the middle one', () => {
    const known = paid('PLAIN-1', 'ẸKỌ-1234', 'PLAIN-2', 'RENT (MAY)', 'ẸKỌ-5678');
    expect(
      inTurn(known, 4).map(({ searchablePaymentReference }) => searchablePaymentReference),
    ).toEqual(['ẸKỌ-1234', 'RENT (MAY)', 'PLAIN-2', 'ẸKỌ-1234']);
  });

  it('are the middle one where all are plain', () => {
    const known = paid('PLAIN-1', 'PLAIN-2', 'PLAIN-3');
    expect(new Set(inTurn(known, 3))).toEqual(new Set([known[1]]));
  });
});
