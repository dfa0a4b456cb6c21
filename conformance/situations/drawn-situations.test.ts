import { describe, expect, it } from 'vitest';
import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { situationOf, situationsOf } from './drawn-situations.ts';
import { type Refusal, refusalOf } from './refusal.ts';

/** The state that listings of awaiting payments need. */
const OF_LISTINGS = {
  currency: 'NGN',
  otherCurrency: 'GHS',
  fromDate: '01/06/2026',
  toDate: '30/06/2026',
  reference: 'PR-1',
};

/** A check that something is refused. */
const refused = (endpoint: EndpointName, special: Partial<Refusal> = {}) => ({
  endpoint,
  level: 'must' as const,
  refusal: refusalOf(endpoint, 'what', special),
});

const GARBAGE: Partial<Refusal> = { badToken: 'garbage', once: true };

describe('a situation', () => {
  it('has itself without what a target may refuse in any way, to fall back on', () => {
    const [bearer, cents] = [
      { text: 'with Bearer', bearer: true },
      { text: 'with cents', mayBeRefused: true as const, headers: { a: 'b' } },
    ];
    const endpoint = 'repay-loan' as const;
    expect(situationOf(endpoint, [bearer])).not.toHaveProperty('without');
    expect(situationOf(endpoint, [bearer, cents])).toEqual({
      ...{ endpoint, text: 'with Bearer, with cents', bearer: true, headers: { a: 'b' } },
      without: { endpoint, text: 'with Bearer', bearer: true },
    });
  });

  it('has itself without what is invalid, which tells of the rest', () => {
    const endpoint = 'repay-loan' as const;
    const odd = { text: 'an odd narration', invalid: true, body: { paymentNarration: '?' } };
    expect(situationOf(endpoint, [{ text: 'with Bearer', bearer: true }, odd])).toMatchObject({
      ...{ invalid: true, body: { paymentNarration: '?' } },
      valid: { endpoint, text: 'with Bearer', bearer: true },
    });
  });
});

describe('the situations of a check', () => {
  /** What is tried beside the plainest request of a repayment, where every form of it is taken. */
  const drawn = async (seed: number, { level = 'must' as Check['level'], strength = 2 } = {}) => {
    const target = { users: {}, capabilities: [] };
    const shared = async () => new Map();
    const state = async () => ({ totalPayable: 5000, repaymentAmount: 500 });
    const known = { seed, strength, target, passed: async () => true, shared, state };
    const own = known as unknown as CheckContext;
    const check = { ...refused('repay-loan', { anyStatus: undefined }), level };
    return (await situationsOf(own, check)).map(({ text }) => text);
  };

  it('repay the whole loan where more is to meet, and that must be refused', async () => {
    const whole = (texts: string[]) => texts.some((text) => text.includes('the whole loan'));
    for (const seed of [1, 2, 3]) {
      expect(whole(await drawn(seed, { strength: 3 }))).toBe(true);
      expect(whole(await drawn(seed, { strength: 3, level: 'should' }))).toBe(false);
      expect(whole(await drawn(seed))).toBe(false);
    }
  });

  it('are drawn by the seed of the run', async () => {
    expect(await drawn(1)).toEqual(await drawn(1));
    expect(await drawn(7)).not.toEqual(await drawn(1));
  });

  it('bring each three of what may vary together where a run asks for that', async () => {
    const told = async (strength: number) =>
      (
        await situationsOf(
          {
            ...{ seed: 1, strength, target: { users: {}, capabilities: [] } },
            passed: async () => true,
            shared: async () => ['customer'],
            state: async () => OF_LISTINGS,
          } as unknown as CheckContext,
          refused('awaiting-payments'),
        )
      ).map(({ text }) => text);
    const isMet = (texts: string[], values: string[]) =>
      texts.some((text) => values.every((value) => text.includes(value)));
    const triples = ['page 2', 'size'].flatMap((page) => [
      ...['with Bearer', 'GHS'].map((other) => [page, other, 'a search']),
      [page, 'with Bearer', 'GHS'],
    ]);
    const three = await told(3);
    expect(triples.filter((values) => !isMet(three, values))).toEqual([]);
    const two = await told(2);
    expect(triples.filter((values) => !isMet(two, values))).not.toEqual([]);
  });

  it('ask for a week, a quarter of a year and later pages where another range or page is met', async () => {
    const own = {
      seed: 1,
      target: { users: {}, capabilities: [] },
      passed: async () => true,
      shared: async () => ['customer'],
      state: async () => OF_LISTINGS,
    } as unknown as CheckContext;
    const told = (await situationsOf(own, refused('awaiting-payments')))
      .map(({ text }) => text)
      .join('; ');
    for (const met of ['one day', 'a week', 'a quarter', 'page 2 of 4', 'page 2 of 50', 'size 1']) {
      expect(told).toContain(met);
    }
  });

  it('are others each time, as long as there are any', async () => {
    const told = (await declaring('repay-loan', GARBAGE)).map(({ text }) => text);
    expect(new Set(told).size).toBe(told.length);
    expect(told.filter((text) => text === '' || text.includes('once more'))).toEqual([]);
    const endpoint = 'fetch-organisation-preference';
    const few = (await declaring(endpoint)).map(({ text }) => text);
    expect(few.filter((text) => text.includes('once more'))).not.toEqual([]);
    // Where little varies but forms of headers, those are more as well where more is to meet.
    expect(await declaring(endpoint, {}, { strength: 3 })).toHaveLength(2 * few.length);
  });

  it('are of another customer’s own offer as well, where what is refused is refused to every owner', async () => {
    const told = async (refusal: Partial<Refusal>) =>
      (await declaring('update-application', refusal)).map(({ caller }) => caller);
    expect(await told({})).toContain('otherCustomer');
    expect(await told({ alsoOf: undefined })).not.toContain('otherCustomer');
  });

  /** A run in which everything is declared, supplied and served. */
  const declaring = (
    endpoint: EndpointName,
    refusal: Partial<Refusal> = {},
    { served = 200, strength = 2 } = {},
  ) =>
    situationsOf(
      {
        ...{ seed: 1, strength },
        target: {
          users: { customer: {}, otherCustomer: {} },
          capabilities: ['apiTokens'],
          headers: { 'x-tenant-id': 'of-the-target' },
        },
        passed: async () => true,
        session: async (user: string) => ({ user, userId: `id of ${user}`, tenantId: 't-1' }),
        shared: async () => ({
          get: () => undefined,
          has: () => true,
          response: { status: served },
          exchange: { request: { headers: {} } },
        }),
        state: async () => ({ token: 'api-token' }),
      } as unknown as CheckContext,
      refused(endpoint, refusal),
    );

  it.each(['repay-loan', 'update-application'] as const)(
    'try the API token of the customer in turn with Bearer (%s)',
    async (endpoint) => {
      const tokens = (await declaring(endpoint)).map(({ apiToken, bearer }) =>
        apiToken === undefined ? bearer : apiToken,
      );
      expect(tokens).toEqual(expect.arrayContaining(['api-token', true]));
    },
  );

  it('bring the API token where the customer calls, though others of the staff call in turn', async () => {
    const own = {
      seed: 1,
      target: { users: { otherCustomer: {}, otherManager: {} }, capabilities: ['apiTokens'] },
      passed: async () => true,
      session: async (user: string) => ({ user }),
      shared: async (key: string) =>
        key === 'who may list awaiting payments'
          ? ['customer', 'otherCustomer', 'manager']
          : key === 'who else may list awaiting payments'
            ? ['otherManager']
            : { response: { status: 200 } },
      state: async () => ({ ...OF_LISTINGS, token: 'api-token' }),
    } as unknown as CheckContext;
    const brought = (await situationsOf(own, refused('awaiting-payments'))).filter(
      ({ apiToken }) => apiToken !== undefined,
    );
    expect(brought).not.toEqual([]);
    expect(brought.map(({ caller }) => caller)).toEqual(brought.map(() => undefined));
  });

  it('try no API token where none is served, nor one in the place of a bad token', async () => {
    const all = [
      ...(await declaring('repay-loan', {}, { served: 403 })),
      ...(await declaring('repay-loan', GARBAGE)),
    ];
    expect(all.filter(({ apiToken }) => apiToken !== undefined)).toEqual([]);
  });

  it('ask for refusals of portfolios in a language, where what is sent first asks for none', async () => {
    const languages = (await declaring('portfolios')).map(
      ({ headers }) => headers?.['accept-language'],
    );
    expect(new Set(languages)).toEqual(new Set(['fr, en;q=0.5, *;q=0.1']));
  });

  it('name the owner by headers that the target file does not send, where data is reached for', async () => {
    const claims = (await declaring('portfolios', { reachesFor: 'customer' })).flatMap(
      ({ without, headers }) => (without ? [headers] : []),
    );
    const named = claims.map((headers = {}) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'accept-language')),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named).toEqual(
      named.map(() => ({ 'X-User-Id': 'id of customer', 'X-Forwarded-User': 'id of customer' })),
    );
    const others = await declaring('portfolios');
    expect(others.filter(({ without }) => without)).toEqual([]);
  });
});
