import { describe, expect, it } from 'vitest';
import type { CallOptions, CheckContext } from '../../../check-context.ts';
import { Deviation } from '../../../outcome.ts';
import { exchangeStub } from '../../../testing/exchange-stub.ts';
import { dayOf, dayOfDateTime, swappedDay } from '../days.ts';
import { awaitingPaymentsNarrowRangeCheck } from './narrow-ranges.ts';

const PAYMENTS = Array.from({ length: 12 }, (_, index) => ({
  id: `p-${index}`,
  creationDate: `2026-03-${String(12 + Math.floor(index / 2)).padStart(2, '0')}T08:00:00`,
  currency: 'NGN',
  searchablePaymentReference: `REFERENCE-${index}`,
}));

interface Asked {
  from: number;
  to: number;
}

/** Which days a target lists, or `refused` for a range that it does not take. */
type Reading = (day: number, asked: Asked) => boolean | 'refused';

function contextOf(reads: Reading): CheckContext {
  const listed = ({ body, query }: CallOptions): [number, unknown] => {
    const { fromDate, toDate, selectedCurrency } = body as Record<string, string>;
    const asked = { from: dayOf(String(fromDate)), to: dayOf(String(toDate)) };
    if (reads(asked.from, asked) === 'refused') {
      return [400, { status: 'FAILED', message: 'not this range' }];
    }
    const found = PAYMENTS.filter(
      ({ creationDate, currency }) =>
        currency === selectedCurrency && reads(dayOfDateTime(creationDate) ?? 0, asked) === true,
    );
    const start = (Number(query?.page ?? 1) - 1) * 20;
    return [200, { status: 'SUCCESS', data: { awaitingPayments: found.slice(start, start + 20) } }];
  };
  const context: CheckContext = {
    target: { users: { customer: {} }, capabilities: [] },
    session: async () => ({ accessToken: 'customer' }),
    state: async () => ({
      currency: 'NGN',
      otherCurrency: 'GHS',
      fromDate: '01/03/2026',
      toDate: '31/03/2026',
      reference: 'REFERENCE-1',
    }),
    passed: async () => false,
    shared: (_key: string, make: (own: CheckContext) => unknown) => make(context),
    async call(_: string, options: CallOptions) {
      const [status, body] = listed(options);
      return exchangeStub(status, body);
    },
  } as unknown as CheckContext;
  return context;
}

const judged = (reads: Reading) =>
  awaitingPaymentsNarrowRangeCheck
    .run(contextOf(reads))
    .then(() => undefined)
    .catch((error: unknown) => error);

const inclusive: Reading = (day, { from, to }) => day >= from && day <= to;

describe('a range of a day or two', () => {
  it.each<[string, Reading]>([
    ['both ends count', inclusive],
    ['toDate does not count', (day, { from, to }) => day >= from && day < to],
    ['neither end counts', (day, { from, to }) => day > from && day < to],
    [
      'toDate does not count and a range of one day is refused',
      (day, { from, to }) => (from >= to ? 'refused' : day >= from && day < to),
    ],
    [
      'both ends count and a range has to end later than it begins',
      (day, asked) => (asked.from === asked.to ? 'refused' : inclusive(day, asked)),
    ],
    [
      'one day is read as the whole of it',
      (day, { from, to }) => day >= from && (day < to || from === to),
    ],
    [
      'days are compared in another time zone',
      (day, { from, to }) => day >= from - 1 && day <= to - 1,
    ],
  ])('blames nobody where %s', async (_, reads) => {
    expect(await judged(reads)).toBeUndefined();
  });

  it.each<[string, Reading]>([
    ['is empty', (day, asked) => asked.from !== asked.to && inclusive(day, asked)],
    [
      'of two days is refused',
      (day, asked) => (asked.to === asked.from + 1 ? 'refused' : inclusive(day, asked)),
    ],
    [
      'of two days lacks the second',
      (day, { from, to }) => inclusive(day, { from, to: to === from + 1 ? from : to }),
    ],
    [
      'is read month first where that makes another day',
      (day, asked) =>
        asked.from === asked.to && swappedDay(asked.from) !== undefined
          ? day === swappedDay(asked.from)
          : inclusive(day, asked),
    ],
  ])('is seen to be wrong where it %s, though both ends count', async (_, reads) => {
    expect(await judged(reads)).toBeInstanceOf(Deviation);
  });
});
