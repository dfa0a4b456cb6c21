import { expect, it } from 'vitest';
import type { CheckContext } from '../../check-context.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { DEFAULT_SIZE, plainPortfolios } from './listing.ts';

const COUNT = 14;

/** A run at a target that lists portfolios in two lists, refuses pages smaller than it likes, and has more than the state says. */
const targetOf = ({ leastSize, more = 0 }: { leastSize: number; more?: number }) =>
  ({
    state: async () => ({ customerId: 'c-1', count: COUNT }),
    session: async () => 'customer',
    shared: (_: string, make: (own: CheckContext) => unknown) =>
      make(targetOf({ leastSize, more })),
    call: async (_: string, { query = {} }: { query?: { page?: number; size?: number } }) => {
      const { page = 1, size = DEFAULT_SIZE } = query;
      const entries = Array.from({ length: COUNT + more }, (_entry, n) => ({ id: `p-${n}` }));
      const shown = entries.slice((page - 1) * size, page * size);
      const part = (isMatured: boolean) => shown.filter((_entry, n) => (n % 3 === 0) === isMatured);
      return size < leastSize
        ? exchangeStub(400)
        : exchangeStub(200, { data: { active: part(false), matured: part(true) } });
    },
  }) as unknown as CheckContext;

const BOTH = [
  ['data', 'active'],
  ['data', 'matured'],
];

it.each([
  ['by pages of several sizes', { leastSize: 1 }],
  ['by those and no second page, where more came meanwhile', { leastSize: 1, more: 1 }],
  ['by the plainest answer, where small pages are refused besides', { leastSize: 5, more: 1 }],
])('two lists are found %s', async (_, target) => {
  const { lists } = await plainPortfolios(targetOf(target));
  expect(lists.toSorted()).toEqual(BOTH);
});
