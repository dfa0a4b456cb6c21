import { describe, expect, it } from 'vitest';
import type { Complete } from './complete-listings.ts';
import { soughtOf, soughtOutside, soughtUnlike } from './sought-payments.ts';

const paid = (...references: string[]) =>
  references.map((searchablePaymentReference) => ({ searchablePaymentReference }));
const inTurn = (known: readonly unknown[], turns: number) =>
  Array.from({ length: turns }, (_, turn) => soughtOf(known, turn)) as {
    searchablePaymentReference: string;
  }[];

describe('the payments that are searched for', () => {
  it('are in turn one of each odd reference there is, the middle one and the last', () => {
    const known = paid('PLAIN-1', 'ẸKỌ-1234', 'PLAIN-2', 'RENT (MAY)', 'ẸKỌ-5678');
    expect(
      inTurn(known, 5).map(({ searchablePaymentReference }) => searchablePaymentReference),
    ).toEqual(['ẸKỌ-1234', 'RENT (MAY)', 'PLAIN-2', 'ẸKỌ-5678', 'ẸKỌ-1234']);
  });

  it('are the middle one and the last where all are plain', () => {
    const known = paid('PLAIN-1', 'PLAIN-2', 'PLAIN-3');
    expect(new Set(inTurn(known, 3))).toEqual(new Set([known[1], known[2]]));
  });
});

describe('a text that is like no reference', () => {
  const listed = paid('PLAIN-1', 'PLAIN-2');

  it('is as long as a reference, and every other time a short one', () => {
    const [long, short] = [soughtUnlike(listed, 0), soughtUnlike(listed, 1)];
    expect(long).toMatchObject({ what: 'unlike', key: '' });
    expect(short).toMatchObject({ what: 'short', reference: long?.reference.slice(0, 4) });
  });

  it('is none where the references hold every pair of signs', () => {
    const signs = [...'qxzjvwkyfghbpcdmutaronisel0987654321'];
    const all = signs.map((a) => signs.map((b) => a + b).join(''));
    expect(soughtUnlike(paid(...all), 0)).toBeUndefined();
  });
});

describe('a payment that a query leaves out', () => {
  const payment = (id: string, currency: string, day: string) => ({
    ...{ id, currency, creationDate: `${day}T10:00:00` },
    searchablePaymentReference: `REFERENCE-${id}`,
  });
  const ofAgent: Complete = {
    ...{ caller: 'agent', currency: 'NGN', whole: true },
    entries: [payment('a', 'NGN', '2026-03-10'), payment('b', 'NGN', '2026-05-01')],
  };
  const inDollars: Complete = {
    ...{ caller: 'agent', currency: 'USD', whole: true },
    entries: [payment('c', 'USD', '2026-05-02'), payment('d', 'USD', '2026-03-11')],
  };
  const elsewhere = {
    caller: 'otherManager' as const,
    entries: [payment('e', 'USD', '2026-03-12'), payment('f', 'NGN', '2026-03-13')],
  };
  const range = { text: 'March', fromDate: '01/03/2026', toDate: '31/03/2026' };
  const listed = ofAgent.entries.slice(0, 1);
  const all = [elsewhere, ofAgent, inDollars];
  const referenceAt = (turn: number, others: Parameters<typeof soughtOutside>[2] = all) =>
    soughtOutside(ofAgent, range, others, listed, turn)?.reference;

  it('is in turn one of another organisation, currency and day, and like the query in all else', () => {
    expect([0, 1, 2, 3].map((turn) => referenceAt(turn))).toEqual(
      ['f', 'd', 'b', 'f'].map((id) => `REFERENCE-${id}`),
    );
  });

  it('is the next kind where there is none of one, and none where all is listed', () => {
    expect(referenceAt(0, [ofAgent, inDollars])).toBe('REFERENCE-d');
    expect(referenceAt(1, [{ caller: 'agent', entries: [...listed] }])).toBeUndefined();
  });

  it('is of nobody else of the organisation where not all was read that the caller is listed', () => {
    const another = { caller: 'customer' as const, entries: [payment('g', 'NGN', '2026-03-14')] };
    expect(referenceAt(0, [another])).toBe('REFERENCE-g');
    const partly = { ...ofAgent, whole: false };
    expect(soughtOutside(partly, range, [another], listed, 0)).toBeUndefined();
  });
});
