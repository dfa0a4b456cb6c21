import { describe, expect, it } from 'vitest';
import { NotSupplied } from '../../target/states/not-supplied.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import type { Exchange } from '../http/exchange.ts';
import { Deviation, deviate, Inconclusive, NoResponse } from '../outcome.ts';
import { contextIn, optionsIn, runIn, type Situation } from './situation.ts';

const SITUATION: Situation = {
  text: 'page 2, with Bearer',
  endpoint: 'awaiting-payments',
  caller: 'agent',
  bearer: true,
  query: { page: 2, size: 7 },
  body: { searchablePaymentReference: 'R-1' },
  reversed: true,
};

/** A context that tells what is called, and by whose session. */
function telling() {
  const called: { endpoint: string; options: CallOptions | undefined }[] = [];
  const context = {
    aside: () => context,
    state: async () => ({}),
    session: async (user: string) => ({ user }),
    call: async (endpoint: string, options?: CallOptions) => {
      called.push({ endpoint, options });
      return { response: { status: 200 } } as Exchange;
    },
    shared: (_key: string, make: (own: CheckContext) => unknown) => make(context as CheckContext),
  } as unknown as CheckContext;
  return { called, context };
}

describe('a situation', () => {
  it('adds to a request what the check does not set itself', () => {
    const options = optionsIn(SITUATION, { query: { page: 'abc' }, body: { fromDate: undefined } });
    expect(options).toMatchObject({ bearer: true, query: { page: 'abc', size: 7 } });
    expect(options.body).toEqual({ searchablePaymentReference: 'R-1', fromDate: undefined });
    expect(Object.keys(options.body as object)[0]).toBe('fromDate');
  });

  it('adds no body where none is sent', () => {
    expect(optionsIn(SITUATION, { rawBody: '{"a' })).not.toHaveProperty('body');
  });

  it('changes the calls of its endpoint only, and who makes them', async () => {
    const { called, context } = telling();
    const own = contextIn(SITUATION, context);
    await own.call('portfolios', {});
    await own.shared('a listing', (inner) => inner.call('awaiting-payments', {}));
    expect(called.map(({ options }) => options?.bearer)).toEqual([undefined, true]);
    expect(await own.session('customer')).toEqual({ user: 'agent' });
    expect(await own.session('cashier')).toEqual({ user: 'cashier' });
  });

  it('means no call to succeed, since it may be wrong in something else', async () => {
    const { called, context } = telling();
    await contextIn(SITUATION, context).call('awaiting-payments', { meantToSucceed: true });
    expect(called[0]?.options?.meantToSucceed).toBe(false);
  });

  it.each([
    [400, true],
    [409, true],
    [401, false],
    [403, false],
    [200, false],
    [500, false],
  ])(
    'that is invalid in itself may be refused for that, and tells of the rest without it (%d: %s)',
    async (status, isOpen) => {
      const { context } = telling();
      const statuses = [status, 422];
      const answer = async () => ({ response: { status: statuses.shift() } }) as Exchange;
      const situation = { ...SITUATION, invalid: true, valid: SITUATION };
      const asked = contextIn(situation, { ...context, call: answer }).call('awaiting-payments');
      expect((await asked).response?.status).toBe(isOpen ? 422 : status);
    },
  );

  it('that is refused for being invalid is asked again without that, which tells of the rest', async () => {
    const { context } = telling();
    const statuses = [400, 200];
    const answer = async () => ({ response: { status: statuses.shift() } }) as Exchange;
    const change = (options: object) => ({ ...options, body: {} });
    const asking = runIn(
      { ...SITUATION, change, invalid: true, valid: SITUATION },
      { ...context, call: answer },
      async (own) => {
        const { response } = await own.call('awaiting-payments');
        deviate('HTTP 401', `HTTP ${response?.status}`);
      },
    );
    await expect(asking).rejects.toMatchObject({
      got: 'HTTP 200 (page 2, with Bearer, once it was asked again without what is invalid)',
    });
    expect(statuses).toEqual([]);
  });

  it('tells a deviation with what was varied, and passes over what cannot be told there', async () => {
    const { context } = telling();
    const failing = runIn(SITUATION, context, async () => deviate('a refusal', 'HTTP 200'));
    await expect(failing).rejects.toThrow(Deviation);
    await expect(failing).rejects.toMatchObject({ got: 'HTTP 200 (page 2, with Bearer)' });
    for (const error of [new Inconclusive('open'), new NotSupplied('state x', 'is not there')]) {
      await expect(runIn(SITUATION, context, () => Promise.reject(error))).resolves.toBeUndefined();
    }
  });

  it.each([
    [400, false],
    [200, true],
    [401, true],
  ])(
    'of a size is judged where the size itself is not refused (%d: %s)',
    async (status, isTold) => {
      const { context } = telling();
      const answered = {
        ...context,
        aside: () => answered,
        state: async () => ({}),
        call: async () => ({ response: { status, headers: {}, body: '' } }),
        shared: (_key: string, make: (own: CheckContext) => unknown) => make(answered),
      } as unknown as CheckContext;
      const failing = runIn(SITUATION, answered, async () => deviate('HTTP 403', 'HTTP 400'));
      await (isTold
        ? expect(failing).rejects.toThrow(Deviation)
        : expect(failing).resolves.toBeUndefined());
    },
  );

  it('consumes no entry of a state', async () => {
    const { context } = telling();
    const taking = runIn(SITUATION, context, async (own) => {
      await own.take('offer-sent');
    });
    await expect(taking).resolves.toBeUndefined();
  });

  it('passes on that no answer came', async () => {
    const { context } = telling();
    const lost = new NoResponse({
      request: { method: 'GET', url: 'http://target.invalid/', headers: {} },
      error: { kind: 'timeout', message: 'nothing came' },
      startedAt: '',
      durationMs: 0,
      retries: [],
    });
    await expect(runIn(SITUATION, context, () => Promise.reject(lost))).rejects.toBe(lost);
  });

  it('takes the API token in the place of the customer alone', async () => {
    const { called, context } = telling();
    const session = async (user: string) => ({ user, accessToken: `token of ${user}` });
    const own = contextIn(
      { text: 'with an API token', endpoint: 'portfolios', apiToken: 'api', bearer: true },
      { ...context, session } as CheckContext,
    );
    for (const user of ['customer', 'otherCustomer'] as const) {
      await own.call('portfolios', { as: await own.session(user) });
    }
    expect(called.map(({ options }) => [options?.as?.accessToken, options?.bearer])).toEqual([
      ['api', undefined],
      ['token of otherCustomer', true],
    ]);
  });

  it.each([
    ['what is served', { claimed: 200, unclaimed: 403 }, true],
    ['the same without them, where it is refused so', { claimed: 400, unclaimed: 403 }, false],
    ['the same without them, where that is wrong, too', { claimed: 400, unclaimed: 400 }, true],
  ])(
    'whose headers name somebody else is judged by %s (%o)',
    async (_, { claimed, unclaimed }, isTold) => {
      const kept = new Map<string, unknown>();
      const plain = {
        call: async (_endpoint: string, { headers = {} }: CallOptions) => ({
          response: { status: 'x-user-id' in headers ? claimed : unclaimed, headers: {}, body: '' },
        }),
        shared: async (key: string, make: () => Promise<unknown>) => {
          kept.set(key, kept.get(key) ?? (await make()));
          return kept.get(key);
        },
      } as unknown as CheckContext;
      const situation: Situation = {
        ...{ text: 'X-User-Id', endpoint: 'portfolios', headers: { 'x-user-id': 'somebody' } },
        without: { text: '', endpoint: 'portfolios' },
      };
      const run = runIn(situation, plain, async (own) => {
        const { response } = await own.call('portfolios');
        if (response?.status !== 403) {
          deviate('HTTP 403 with its body', `HTTP ${response?.status}`);
        }
      });
      await (isTold
        ? expect(run).rejects.toThrow(Deviation)
        : expect(run).resolves.toBeUndefined());
    },
  );

  it.each([
    ['HTTP 401', 'PAY-19', 'AUT-15'],
    ['HTTP 403', 'PAY-19', 'PAY-19'],
    ['HTTP 401', undefined, undefined],
  ])('cites of %s to an API token what it breaks of %s: %s', async (got, breaks, cited) => {
    const { context } = telling();
    const situation = { text: 'with an API token', endpoint: 'logout', apiToken: 'key' } as const;
    const failing = runIn(situation, context, async () => deviate('it to succeed', got, breaks));
    await expect(failing).rejects.toMatchObject({
      got: `${got} (with an API token)`,
      breaks: cited,
    });
  });
});
