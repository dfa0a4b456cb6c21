import { describe, expect, it } from 'vitest';
import { NotSupplied } from '../../../../target/states/not-supplied.ts';
import type { CallOptions, CheckContext, Session } from '../../../check-context.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { expiredSessionChecks } from './expired-session.ts';

const answered = (status: number): Exchange => ({
  request: { method: 'POST', url: 'http://target.test/refresh', headers: {} },
  response: { status, headers: {}, body: '{}' },
  startedAt: '',
  durationMs: 0,
  retries: [],
});

const SESSION: Session = {
  user: 'customer',
  accessToken: 'live',
  refreshToken: 'of a live session',
  login: answered(200),
};

/**
 * Runs the check of an expired access token against a target that answers each refresh alike, or
 * that of another entry of the state, if it supplies one, with 200.
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
    passed: async () => false,
    freshSession: async () => SESSION,
    // Nobody's sessions are known to end together.
    shared: async (_key, make) => make(context as CheckContext),
    call: async (_, options = {}) => {
      sent.push(options);
      return answered(sent.length > 1 && options.as?.accessToken === another ? 200 : status);
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
