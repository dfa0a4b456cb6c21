import { expect, it } from 'vitest';
import type { UserName } from '../../../target/target.ts';
import type { CheckContext } from '../../check-context.ts';
import type { Complete } from './complete-listings.ts';
import { foretoldQueries } from './listing-query.ts';

/** As many payments as days, from the first of a month. */
const entries = Array.from({ length: 24 }, (_, index) => ({
  id: `payment ${index}`,
  creationDate: `2026-03-${String(index + 2).padStart(2, '0')}T10:00:00`,
  searchablePaymentReference: `REFERENCE-${index}`,
}));

const complete = (caller: UserName, currency = 'NGN'): Complete => ({
  ...{ caller, currency, entries },
  whole: true,
});

/** What the queries need of a run in which everybody's complete listing was read. */
const contextOf = (listings: readonly Complete[], seed: number): CheckContext => {
  const read: Record<string, unknown> = {
    'complete listings of everybody': listings,
    'readers of awaiting-payments': [],
  };
  const context = {
    ...{ seed, target: { users: { customer: {} }, capabilities: [] } },
    state: async () => ({
      ...{ currency: 'NGN', otherCurrency: 'USD', reference: 'REFERENCE-3' },
      ...{ fromDate: '01/03/2026', toDate: '31/03/2026', count: entries.length },
    }),
    passed: async (id: string) => id === 'authentication.bearer.awaiting-payments',
    shared: async (key: string, make: (own: CheckContext) => unknown) =>
      read[key] ?? make(context as unknown as CheckContext),
    inconclusive(reason: string) {
      throw new Error(reason);
    },
  };
  return context as unknown as CheckContext;
};

const LISTINGS = [complete('customer'), complete('customer', 'USD'), complete('agent')];

it.each([1, 2, 7])(
  'everybody asks for one day, whatever stands for it in turn (seed %i)',
  async (seed) => {
    const queries = await foretoldQueries(contextOf(LISTINGS, seed));
    for (const caller of ['customer', 'agent']) {
      const own = queries.filter((query) => query.caller === caller);
      expect(own.filter(({ body }) => body.fromDate === body.toDate).length).toBeGreaterThan(0);
    }
  },
);

it('asks for the whole list without a search in every size, also with a token of the other form', async () => {
  const queries = await foretoldQueries(contextOf(LISTINGS, 1));
  const ofWhole = queries
    .filter(({ body, caller, searched }) => {
      const isWhole = body.fromDate === '01/03/2026' && body.toDate === '31/03/2026';
      return caller === 'customer' && body.selectedCurrency === 'NGN' && isWhole && !searched;
    })
    .map(({ size, bearer }) => ({ size, bearer }));
  expect(ofWhole.map(({ size }) => size)).toEqual(
    expect.arrayContaining([20, 3, entries.length, 100]),
  );
  expect(new Set(ofWhole.map(({ bearer }) => bearer))).toEqual(new Set([true, false]));
});
