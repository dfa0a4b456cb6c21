import { describe, expect, it } from 'vitest';
import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { fullListing, keyOf, readListing } from '../../checks/awaiting-payments/listing.ts';
import { deviate } from '../../outcome.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { whereListsGrow } from './growing-lists.ts';

const payment = (id: string, creationDate = '2025-06-01T10:00:00') => ({ id, creationDate });

/** What checks need of a run against a target that has one customer, of whose payments `list` tells. */
function contextOf(list: (query: CallOptions['query']) => unknown[]): CheckContext {
  const values = new Map<string, unknown>();
  const context = {
    target: { users: { customer: {} }, capabilities: [] },
    seed: 1,
    state: async () => ({ currency: 'NGN', otherCurrency: 'USD' }),
    session: async () => ({ user: 'customer', accessToken: 'a' }),
    passed: async () => false,
    aside: () => context,
    async shared(key: string, make: (own: CheckContext) => Promise<unknown>) {
      const value = values.get(key) ?? make(context as unknown as CheckContext);
      values.set(key, value);
      return value;
    },
    async call(_: string, { query = {} }: CallOptions) {
      const { page = 1, size = 20 } = query;
      const rows = list(query).slice(
        (Number(page) - 1) * Number(size),
        Number(page) * Number(size),
      );
      return exchangeStub(200, { status: 'SUCCESS', data: { awaitingPayments: rows } });
    },
  };
  return context as unknown as CheckContext;
}

/** Holds a listing of now against the one that is shared. */
const right: Check = {
  id: 'awaiting-payments.of-this-test',
  title: 'lists the same again',
  requirements: ['PAY-39'],
  level: 'must',
  endpoint: 'awaiting-payments',
  states: ['awaiting-payments'],
  async run(context) {
    const known = (await fullListing(context)).entries.map(keyOf);
    const { entries } = await readListing(context, { size: 7 });
    if (entries.length !== known.length) {
      deviate(`${known.length} payments`, String(entries.length));
    }
  },
};
const noPause = async () => {};
const check = whereListsGrow(right, noPause);

const now = () => new Date().toISOString().slice(0, 19);
const OLD = Array.from({ length: 9 }, (_, place) => payment(`old ${place}`));

describe('a check of what one listing foretells of another', () => {
  it('passes where a payment came between them', async () => {
    const all = [...OLD];
    const context = contextOf(() => all);
    await fullListing(context);
    all.unshift(payment('new', now()));
    await expect(check.run(context)).resolves.toBeUndefined();
  });

  it('tells nothing where they go on coming', async () => {
    const all = [...OLD];
    const context = contextOf(() => {
      all.unshift(payment(`new ${all.length}`, now()));
      return all;
    });
    await expect(check.run(context)).rejects.toThrow('The list grew while it was read');
  });

  it('reads no more of lists that have grown to much more than they were', async () => {
    const all = [...OLD];
    let asked = 0;
    const context = contextOf(() => {
      asked += 1;
      all.unshift(payment(`new ${all.length}`, now()));
      return all;
    });
    const requestsOf = async () => {
      const before = asked;
      await expect(check.run(context)).rejects.toThrow('The list grew while it was read');
      return asked - before;
    };
    const first = await requestsOf();
    expect(await requestsOf()).toBeLessThan(first / 2);
  });

  it('deviates where the list is the same as before', async () => {
    const wrong = contextOf((query) => (query?.size === 7 ? OLD.slice(1) : OLD));
    await expect(check.run(wrong)).rejects.toThrow('Expected 9 payments, got 8.');
  });

  it('deviates where it was right before and lost something', async () => {
    const all = [...OLD];
    const context = contextOf(() => all);
    await fullListing(context);
    all.pop();
    await expect(check.run(context)).rejects.toThrow('Expected 9 payments, got 8.');
  });

  it('leaves alone what uses something up', () => {
    const taking: Check = { ...check, takes: { 'offer-sent': 1 } };
    expect(whereListsGrow(taking)).toBe(taking);
  });
});
