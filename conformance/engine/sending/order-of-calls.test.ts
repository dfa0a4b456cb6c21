import { describe, expect, it } from 'vitest';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CallOptions, Session } from '../../check-context.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { OrderOfCalls } from './order-of-calls.ts';

const session = (user: UserName, accessToken: string): Session => ({
  ...{ user, accessToken },
  login: exchangeStub(200),
});

const SHARED = session('customer', 'shared');
/** Orders in a pass, and what was sent in them, one line for each request. */
function ordersOf(pass: number, { sessionsLiveOn = true } = {}) {
  const sent: string[] = [];
  const note = (what: string, { as, body, headers }: CallOptions) => {
    const key = headers?.['x-idempotency-key'];
    const parts = [what, as?.accessToken, body && JSON.stringify(body), key];
    sent.push(parts.filter(Boolean).join(' '));
    return Promise.resolve(exchangeStub(200));
  };
  const orders = new OrderOfCalls({
    ...{ pass, users: { customer: {}, otherCustomer: {} } },
    shared: async (user) => (user === 'customer' ? SHARED : session(user, `of ${user}`)),
    another: async (user) => (sessionsLiveOn ? session(user, 'own') : undefined),
    refreshed: async (begun) => ({ ...begun, accessToken: 'refreshed' }),
    end: async ({ accessToken }) => void sent.push(`end ${accessToken}`),
  });
  const send = async (
    options: CallOptions,
    {
      endpoint = 'awaiting-payments',
      drawnBy = 'a',
      check = { endpoint },
    }: {
      endpoint?: EndpointName;
      drawnBy?: string;
      check?: Pick<Check, 'endpoint' | 'phase'>;
    } = {},
  ) => {
    await orders.send(
      check,
      { endpoint, options, drawnBy },
      {
        send: (given) => note('call', given),
        aside: (_, given) => note('refused', given),
      },
    );
    return sent.splice(0);
  };
  return { send };
}

const SECOND = ['refused own', 'call own', 'end own'];
const withRefreshed = (line: string) => line.replace('own', 'refreshed');
const BESIDE = ['refused shared', 'refused of otherCustomer', 'call shared'];

describe('the order of calls', () => {
  it('is the order of the checks in the first pass', async () => {
    expect(await ordersOf(0).send({ as: SHARED })).toEqual(['call shared']);
  });

  it('is so as well in every third pass after it', async () => {
    for (const pass of [1, 4]) {
      expect(await ordersOf(pass).send({ as: SHARED })).toEqual(['call shared']);
    }
  });

  it('is a session of its own with a refused call before it, and the next time others beside it', async () => {
    const both = [await ordersOf(2).send({ as: SHARED }), await ordersOf(3).send({ as: SHARED })];
    expect(both).toContainEqual(SECOND);
    expect(both).toContainEqual(BESIDE);
  });

  it('is not the same for all in one pass', async () => {
    const { send } = ordersOf(2);
    const each = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((drawnBy) =>
        ordersOf(2).send({ as: SHARED }, { drawnBy }),
      ),
    );
    expect(each).toContainEqual(SECOND);
    expect(each).toContainEqual(BESIDE);
    expect(await send({ as: SHARED })).toEqual(each[0]);
  });

  it('has nobody send two requests at once that change something', async () => {
    const passes = [2, 3].map((pass) =>
      ordersOf(pass).send({ as: SHARED }, { endpoint: 'request-loan' }),
    );
    expect(await Promise.all(passes)).toContainEqual([
      'refused of otherCustomer {}',
      'call shared',
    ]);
  });

  /** The pass in which a call by this name comes second in its session. */
  const second = async (): Promise<number> =>
    (await ordersOf(2).send({ as: SHARED })).includes('end own') ? 2 : 3;

  it('leaves a session as it is that the check itself began, or that may be the only one', async () => {
    const pass = await second();
    const fresh = session('customer', 'fresh');
    expect(await ordersOf(pass).send({ as: fresh })).toEqual(['refused fresh', 'call fresh']);
    expect(await ordersOf(pass, { sessionsLiveOn: false }).send({ as: SHARED })).toEqual([
      'refused shared',
      'call shared',
    ]);
  });

  it('leaves a call under a key in the session in which the key was given', async () => {
    const pass = await second();
    const options = { as: SHARED, body: { a: 1 }, headers: { 'X-Idempotency-Key': 'k' } };
    expect(await ordersOf(pass).send(options, { endpoint: 'request-loan' })).toEqual([
      'refused shared {}',
      'call shared {"a":1}',
    ]);
  });

  it('takes a call that leaves its key out into a session of its own', async () => {
    const pass = await second();
    const options = { as: SHARED, body: { a: 1 }, headers: { 'x-idempotency-key': null } };
    expect(await ordersOf(pass).send(options, { endpoint: 'request-loan' })).toEqual([
      'refused own {}',
      'call own {"a":1}',
      'end own',
    ]);
  });

  it('sends nothing before what ends offers, wrong logins and calls of other endpoints', async () => {
    for (const pass of [2, 3]) {
      const { send } = ordersOf(pass);
      const of = (check: Pick<Check, 'endpoint' | 'phase'>, endpoint: EndpointName) =>
        send({ as: SHARED }, { endpoint, check });
      expect(
        await of({ endpoint: 'update-application', phase: 'endings' }, 'update-application'),
      ).toEqual(['call shared']);
      expect(await of({ endpoint: 'portfolios' }, 'awaiting-payments')).toEqual(['call shared']);
    }
  });

  it('ends a session of somebody else beside a logout, in one of two passes', async () => {
    const sent = await Promise.all(
      [2, 3].map((pass) => ordersOf(pass).send({ as: SHARED }, { endpoint: 'logout' })),
    );
    const alone = ['call shared'];
    const beside = ['refused own {}', 'call shared'];
    expect(sent.toSorted(({ length: a }, { length: b }) => a - b)).toEqual([alone, beside]);
  });

  it('gives users one session of their own at a time, refreshed in turn', async () => {
    const pass = await second();
    const { send } = ordersOf(pass);
    const all = await Promise.all([send({ as: SHARED }), send({ as: SHARED })]);
    expect(all.flat()).toEqual([...SECOND, ...SECOND.map(withRefreshed)]);
  });
});
