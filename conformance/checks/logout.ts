import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import {
  answerOf,
  expectSuccess,
  expectUnauthorised,
  isSuccess,
  statusOf,
} from '../expectations.ts';
import { isJson, jsonOf, valueAt } from '../http/exchange.ts';
import type { UserName } from '../target/target.ts';
import { preferenceCaller } from './organisation-preference.ts';
import { PROTECTED_CALLS } from './protected-calls.ts';

/** What every check of logout has in common. */
const base = {
  endpoint: 'logout' as const,
  users: ['manager' as const],
  phase: 'sessions' as const,
};

/** A session that was logged out and has to be dead; with the exchange of the logout. */
function loggedOut(context: CheckContext, user: UserName) {
  return context.shared(`logged out ${user}`, async (own) => {
    const session = await own.freshSession(user);
    const logout = await own.call('logout', { as: session, body: {} });
    return { session, logout };
  });
}

const succeeds: Check = {
  ...base,
  id: 'logout.succeeds',
  title: 'logs out with an empty JSON object',
  requirements: ['LGO-1', 'SVC-4'],
  level: 'must',
  async run(context) {
    const { logout } = await loggedOut(context, 'manager');
    expectSuccess(logout, 'logout');
  },
};

const revokes: Check[] = PROTECTED_CALLS.filter((call) => call.endpoint !== 'refresh').map(
  (call) => ({
    id: `authentication.after-logout.${call.endpoint}`,
    title: `answers a token with 401 after logout on ${call.endpoint}`,
    requirements: ['AUT-12'],
    level: 'must',
    endpoint: call.endpoint,
    users: [...new Set([...call.users, 'manager' as const])],
    states: call.states,
    phase: 'sessions',
    after: ['logout.succeeds', call.twin],
    cause: 'a token works on after logout',
    async run(context) {
      const user = call.users[0] ?? 'manager';
      const { session } = await loggedOut(context, user);
      const { options } = await call.prepare(context);
      const exchange = await context.call(call.endpoint, { ...options, as: session });
      expectUnauthorised(exchange, 'a token that was logged out');
    },
  }),
);

const observations: Check[] = [
  ...[
    { header: 'platform', requirement: 'LGO-3' },
    { header: 'uuid', requirement: 'LGO-4' },
  ].map(({ header, requirement }) => ({
    ...base,
    id: `logout.observes.${header}`,
    title: `shows what logout does without ${header}`,
    requirements: [requirement],
    level: 'open' as const,
    async run(context: CheckContext) {
      const session = await context.freshSession('manager');
      const exchange = await context.call('logout', {
        as: session,
        body: {},
        headers: { [header]: null },
      });
      context.observe(`status of logout without ${header}`, statusOf(exchange));
    },
  })),
  {
    ...base,
    id: 'logout.observes.body',
    title: 'shows what logout answers',
    requirements: ['LGO-6'],
    level: 'open',
    async run(context) {
      const { logout } = await loggedOut(context, 'manager');
      const body = logout.response?.body ?? '';
      context.observe('status of logout', statusOf(logout));
      context.observe(
        'body of logout',
        body === '' ? 'empty' : isJson(logout) ? 'JSON' : 'other text',
      );
    },
  },
  {
    ...base,
    id: 'logout.observes.other-tokens',
    title: 'shows whether logout ends the refresh token and other sessions',
    requirements: ['LGO-7'],
    level: 'open',
    after: ['logout.succeeds', 'fetch-organisation-preference.succeeds'],
    async run(context) {
      const { user } = await preferenceCaller(context);
      const other = await context.freshSession(user);
      const session = await context.freshSession(user);
      await context.call('logout', { as: session, body: {} });
      const refresh = await context.call('refresh', {
        as: session,
        body: { refresh_token: session.refreshToken },
      });
      context.observe(
        'refresh after logout',
        typeof valueAt(jsonOf(refresh), 'access_token') === 'string' ? 'works' : answerOf(refresh),
      );
      const elsewhere = await context.call('fetch-organisation-preference', { as: other });
      context.observe('other session after logout', isSuccess(elsewhere) ? 'lives' : 'ended');
    },
  },
];

/** Section 4.3, and the revocation of section 5.6 on every endpoint. */
export const logoutChecks: Check[] = [succeeds, ...revokes, ...observations];
