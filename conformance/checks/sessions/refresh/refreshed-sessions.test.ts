import { describe, expect, it } from 'vitest';
import type { Check } from '../../../check.ts';
import type { CheckContext, Session } from '../../../check-context.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { Deviation } from '../../../outcome.ts';
import { refreshedSessionChecks } from './refreshed-sessions.ts';

const REFRESHED = 'a refreshed token';

/** A target whose refreshes work, and where each check passed earlier in the run. */
function context(): CheckContext {
  const exchange = (body: object) =>
    ({
      request: { method: 'POST', url: 'http://127.0.0.1/', headers: {} },
      response: { status: 200, headers: {}, body: JSON.stringify(body) },
    }) as Exchange;
  return {
    target: { users: { customer: {} } },
    passed: async (id: string) => !id.startsWith('authentication.bearer.'),
    freshSession: async (user: string) => ({ user, accessToken: 'of a login' }) as Session,
    call: async () => exchange({ access_token: REFRESHED }),
  } as unknown as CheckContext;
}

/** Runs refresh.keeps.update-application over a rule that a target breaks for some tokens. */
async function keeps(isBroken: (accessToken: string) => boolean): Promise<void> {
  const rule = {
    id: 'update-application.forbids.other-customer-accepting',
    users: ['customer'],
    async run(own: CheckContext) {
      const { accessToken } = await own.session('customer');
      if (isBroken(accessToken)) {
        throw new Deviation('HTTP 403', 'HTTP 404');
      }
    },
  } as Check;
  const checks = refreshedSessionChecks([rule]);
  await checks.find(({ id }) => id === 'refresh.keeps.update-application')?.run(context());
}

describe('a refreshed token', () => {
  it('is blamed where a login is treated otherwise', async () => {
    await expect(keeps((token) => token === REFRESHED)).rejects.toThrow('with a refreshed token');
  });

  it('is not blamed for what has changed for a login, too, such as an offer that was answered', async () => {
    await expect(keeps(() => true)).resolves.toBeUndefined();
  });

  it('is not blamed where all is as before', async () => {
    await expect(keeps(() => false)).resolves.toBeUndefined();
  });
});
