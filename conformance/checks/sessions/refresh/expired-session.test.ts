import { describe, expect, it } from 'vitest';
import { NotSupplied } from '../../../../target/states/not-supplied.ts';
import type { CallOptions, CheckContext, Session } from '../../../check-context.ts';
import { exchangeStub } from '../../../testing/exchange-stub.ts';
import { expiredSessionChecks } from './expired-session.ts';

const SESSION: Session = {
  user: 'customer',
  accessToken: 'live',
  refreshToken: 'of a live session',
  login: exchangeStub(200),
};

/**
 * Runs the check of an expired access token against a target that answers each refresh alike, or
 * that of another entry of the state, if its pool has one, with 200.
 */
async function refreshExpired(status: number, refreshToken?: string, another?: string) {
  const check = expiredSessionChecks.find(({ id }) => id === 'refresh.expired-access-token');
  const sent: CallOptions[] = [];
  const context: Partial<CheckContext> = {
    state: (async () => ({ token: 'expired', refreshToken })) as CheckContext['state'],
    take: (async () => {
      if (another === undefined) {
        throw new NotSupplied('state expired-token', 'is used up');
      }
      return { token: another, refreshToken: 'its own, too' };
    }) as CheckContext['take'],
    target: {
      states: { pools: { 'expired-token': [{ token: 'expired' }] } },
    } as unknown as CheckContext['target'],
    passed: async () => false,
    freshSession: async () => SESSION,
    // Nobody's sessions are known to end together.
    shared: async (_key, make) => make(context as CheckContext),
    call: async (_, options = {}) => {
      sent.push(options);
      return exchangeStub(sent.length > 1 && options.as?.accessToken === another ? 200 : status);
    },
  };
  await check?.run(context as CheckContext);
  return sent;
}

/**
 * Runs it with a hook that makes sessions past their hour without end.
 *
 * @param statusOf of the answer to a request, by its endpoint and which refresh it is, counted from 1
 */
async function refreshAll(statusOf: (endpoint: string, time: number, turn?: number) => number) {
  const check = expiredSessionChecks.find(({ id }) => id === 'refresh.expired-access-token');
  const sent: string[] = [];
  let [made, time] = [0, 0];
  const make = async () => {
    made += 1;
    return { token: `expired ${made}`, refreshToken: `of ${made}`, customerId: 'own' };
  };
  const context: Partial<CheckContext> = {
    target: { states: { pools: {} } } as unknown as CheckContext['target'],
    state: make as unknown as CheckContext['state'],
    take: make as unknown as CheckContext['take'],
    passed: async (id) => id === 'repay-loan.succeeds',
    freshSession: async () => SESSION,
    shared: async (_key, share) => share(context as CheckContext),
    call: async (endpoint, { as, turn } = {}) => {
      time += endpoint === 'refresh' ? 1 : 0;
      sent.push(`${endpoint} with ${as?.accessToken}${turn ? `, turn ${turn}` : ''}`);
      const body = endpoint === 'refresh' ? '{"access_token":"new"}' : '{}';
      return {
        ...exchangeStub(statusOf(endpoint, time, turn)),
        response: { status: statusOf(endpoint, time, turn), headers: {}, body },
      };
    },
  };
  await check?.run(context as CheckContext);
  return sent;
}

describe('a refresh with an expired access token', () => {
  it('is not tested where it is refused and the state gave no refresh token of its session', async () => {
    const refused = refreshExpired(401);
    await expect(refused).rejects.toThrow(NotSupplied);
    await expect(refused).rejects.toThrow('supply refreshToken for expired-token');
  });

  it('fails where it is refused with the refresh token of its session', async () => {
    await expect(refreshExpired(401, 'its own')).rejects.toThrow('to succeed');
  });

  it('passes where another entry succeeds, since tokens given in one second may be alike', async () => {
    const sent = await refreshExpired(401, 'its own', 'of another second');
    expect(sent.at(-1)).toMatchObject({
      as: { accessToken: 'of another second' },
      body: { refresh_token: 'its own, too' },
    });
  });

  it('passes where it succeeds, be it with the refresh token of another session', async () => {
    const [sent] = await refreshExpired(200);
    expect(sent).toMatchObject({
      as: { accessToken: 'expired' },
      body: { refresh_token: 'of a live session' },
    });
  });
});

describe('further sessions past their hour, where a hook makes them', () => {
  it('are refreshed in other forms of headers, and their tokens known where money is lent', async () => {
    expect(await refreshAll(() => 200)).toEqual([
      'refresh with expired 1',
      'refresh with expired 2, turn 1',
      'repay-loan with new',
      'refresh with expired 4, turn 2',
      'repay-loan with new',
    ]);
  });

  it('fail where one form is refused each time', async () => {
    const refused = refreshAll((_endpoint, _time, turn) => (turn === 2 ? 401 : 200));
    await expect(refused).rejects.toThrow('in other forms of its headers to succeed');
  });

  it('pass where one was refused that may have been taken for another', async () => {
    const sent = await refreshAll((_endpoint, time) => (time === 2 ? 401 : 200));
    expect(sent.slice(1, 3)).toEqual([
      'refresh with expired 2, turn 1',
      'refresh with expired 3, turn 1',
    ]);
  });

  it('fail where a repayment is refused for the token that was given', async () => {
    const refused = refreshAll((endpoint) => (endpoint === 'repay-loan' ? 401 : 200));
    await expect(refused).rejects.toThrow('a repayment not to be refused for a token');
  });
});
