import { randomUUID } from 'node:crypto';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { NotSupplied } from '../../../target/states/not-supplied.ts';
import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext, Session } from '../../check-context.ts';
import { expectSuccess, expectUnauthorised, isSuccess, statusOf } from '../../expectations.ts';
import { isJson } from '../../http/exchange.ts';
import { Deviation } from '../../outcome.ts';
import { situationsOf } from '../../situations/in-situations.ts';
import { loggedOutInTheMiddle } from '../../situations/renewed-session.ts';
import { runIn } from '../../situations/situation.ts';
import { PROTECTED_CALLS } from '../protected-calls.ts';
import { refreshedSession } from '../refreshed-session.ts';
import { onlyReads, VALID_CALLS } from '../valid-call.ts';
import { preferenceCaller } from './organisation-preference.ts';
import { expectNoToken } from './refresh.ts';

/** What every check of logout has in common. */
const base = {
  endpoint: 'logout' as const,
  users: ['manager' as const],
  phase: 'sessions' as const,
};

/** What a loan is asked of without anything that could be done: a refusal uses a token as well. */
const NOTHING_TO_DO: readonly { endpoint: EndpointName; path?: Record<string, string> }[] = [
  { endpoint: 'request-loan' },
  { endpoint: 'repay-loan' },
  { endpoint: 'update-application', path: { 'loan-application-id': randomUUID() } },
];

/** Uses a token wherever its user may, so that what a target remembers of it is remembered. */
async function useEverywhere(context: CheckContext, user: UserName, session: Session) {
  const reading = PROTECTED_CALLS.filter(
    (call) => call.users[0] === user && onlyReads(call.endpoint),
  );
  for (const call of reading) {
    const prepared = await call.prepare(context).catch(unlessNotSupplied);
    if (prepared) {
      await context.call(call.endpoint, { ...prepared.options, as: session });
    }
  }
  if (user === 'customer') {
    for (const { endpoint, path } of NOTHING_TO_DO) {
      await context.call(endpoint, { as: session, body: {}, path: path ?? ownPath(session) });
    }
  }
}

const ownPath = ({ userId = '' }: Session) => ({ 'user-id': userId });

function unlessNotSupplied(error: unknown): undefined {
  if (!(error instanceof NotSupplied) && !(error instanceof Deviation)) {
    throw error;
  }
}

/** A session that was used, then logged out, and has to be dead; with the exchange of the logout. */
function loggedOut(context: CheckContext, user: UserName) {
  return context.shared(`logged out ${user}`, async (own) => {
    const session = await own.freshSession(user);
    await useEverywhere(own, user, session);
    const logout = await own.call('logout', { as: session, body: {}, meantToSucceed: true });
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

/** Pages, ranges and searches that are asked for with a token that was logged out. */
const READ_AFTER_LOGOUT = 2;

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
      // Prepared first: a login in the second of the logout may give the very same token again.
      const { options } = await call.prepare(context);
      const { session } = await loggedOut(context, user);
      const exchange = await context.call(call.endpoint, { ...options, as: session });
      expectUnauthorised(exchange, 'a token that was logged out');
      const withdrawing = call.endpoint === 'update-application' && { query: { status: false } };
      const asBearer = await context.call(call.endpoint, {
        ...{ ...options, as: session, bearer: true },
        ...withdrawing,
      });
      expectUnauthorised(asBearer, 'a token that was logged out, sent as Bearer');
      if (onlyReads(call.endpoint)) {
        const check = { id: `after-logout.${call.endpoint}`, endpoint: call.endpoint };
        for (const situation of (await situationsOf(context, check)).slice(0, READ_AFTER_LOGOUT)) {
          const again = { ...options, as: session };
          await runIn(situation, context, async (own) =>
            expectUnauthorised(await own.call(call.endpoint, again), 'a token that was logged out'),
          );
        }
      }
      const { capabilities } = context.target;
      if (call.endpoint === 'request-loan' && capabilities.includes('requestLoanOnLendingHost')) {
        const there = await context.call(call.endpoint, {
          ...options,
          as: session,
          host: 'lending',
        });
        expectUnauthorised(there, 'a token that was logged out, on the lending host');
      }
    },
  }),
);

/** A token that a refresh replaced may live on: then a logout with it ends it. */
const replacedToken: Check = {
  ...base,
  id: 'logout.ends-replaced-token',
  title: 'ends a token from before a refresh that is logged out',
  requirements: ['AUT-12'],
  level: 'must',
  after: ['logout.succeeds', 'refresh.succeeds', 'fetch-organisation-preference.succeeds'],
  cause: 'a token works on after logout',
  async run(context) {
    const { user } = await preferenceCaller(context);
    const before = await context.freshSession(user);
    await refreshedSession(context, before);
    const use = () => context.call('fetch-organisation-preference', { as: before });
    if (
      !isSuccess(await use()) ||
      !isSuccess(await context.call('logout', { as: before, body: {} }))
    ) {
      context.inconclusive('A refresh ends the token that it replaces, or its logout.');
    }
    expectUnauthorised(await use(), 'a token from before a refresh that was logged out');
  },
};

/** Late in the run: what remembers revoked tokens may forget the oldest of them. */
export const revokedForGoodCheck: Check = {
  id: 'authentication.after-logout.for-good',
  title: 'answers a token with 401 long after its logout',
  requirements: ['AUT-12'],
  level: 'must',
  endpoint: 'awaiting-payments',
  users: ['customer'],
  states: ['awaiting-payments'],
  phase: 'logins',
  after: ['authentication.after-logout.awaiting-payments'],
  cause: 'a token works on after logout',
  async run(context) {
    const sessions = await loggedOutInTheMiddle(context);
    const session = sessions.find(({ user }) => user === 'customer') ?? sessions[0];
    if (!session) {
      context.inconclusive('No session was logged out before.');
    }
    const options = await VALID_CALLS['awaiting-payments'].options(context);
    const exchange = await context.call('awaiting-payments', { ...options, as: session });
    expectUnauthorised(exchange, 'a token that was logged out a while ago');
  },
};

/** Section 5.6 on the ninth endpoint: neither token of the session renews it. */
const endsRefresh: Check[] = [
  {
    ...base,
    id: 'refresh.refuses.logged-out',
    title: 'gives no token for an access token that was logged out',
    requirements: ['LGO-8'],
    level: 'must',
    endpoint: 'refresh',
    users: ['customer'],
    after: ['logout.succeeds', 'refresh.succeeds'],
    async run(context) {
      for (const isRefreshed of [false, true]) {
        // One after the other: a logout may end all sessions of its user.
        const fresh = await context.freshSession('customer');
        // Of a token that came from a refresh a target may remember less.
        const session = isRefreshed ? await refreshedSession(context, fresh) : fresh;
        expectSuccess(await context.call('logout', { as: session, body: {} }), 'logout');
        const exchange = await context.call('refresh', {
          as: session,
          body: { refresh_token: session.refreshToken },
        });
        expectNoToken(exchange, 'a refresh with an access token that was logged out');
      }
    },
  },
  {
    ...base,
    id: 'logout.ends-refresh-token',
    title: 'gives no token for the refresh token of a session that was logged out',
    requirements: ['LGO-9'],
    level: 'should',
    endpoint: 'refresh',
    users: ['customer'],
    after: ['logout.succeeds', 'refresh.succeeds'],
    async run(context) {
      const session = await context.freshSession('customer');
      expectSuccess(await context.call('logout', { as: session, body: {} }), 'logout');
      // A live token of the same user in the header, so that only the refresh token is dead.
      const exchange = await context.call('refresh', {
        as: await context.freshSession('customer'),
        body: { refresh_token: session.refreshToken },
      });
      expectNoToken(exchange, 'the refresh token of a session that was logged out');
    },
  },
];

/** Bodies other than the empty object of section 4.3. */
const OTHER_BODIES = [
  { variant: 'no-body', what: 'without a body', options: {} },
  { variant: 'other-body', what: 'with another body', options: { body: { assay: true } } },
];

const observations: Check[] = [
  ...OTHER_BODIES.map(({ variant, what, options }) => ({
    ...base,
    id: `logout.observes.${variant}`,
    title: `shows what logout does ${what}`,
    requirements: ['LGO-10'],
    level: 'open' as const,
    async run(context: CheckContext) {
      const session = await context.freshSession('manager');
      const exchange = await context.call('logout', { as: session, ...options });
      context.observe(`status of logout ${what}`, statusOf(exchange));
    },
  })),
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
    title: 'shows whether logout ends the other sessions of the user',
    requirements: ['LGO-7'],
    level: 'open',
    after: ['logout.succeeds', 'fetch-organisation-preference.succeeds'],
    async run(context) {
      const { user } = await preferenceCaller(context);
      const other = await context.freshSession(user);
      const session = await context.freshSession(user);
      await context.call('logout', { as: session, body: {} });
      const elsewhere = await context.call('fetch-organisation-preference', { as: other });
      context.observe('other session after logout', isSuccess(elsewhere) ? 'lives' : 'ended');
    },
  },
];

/** Section 4.3, and the revocation of section 5.6 on every endpoint. */
export const logoutChecks: Check[] = [
  succeeds,
  ...revokes,
  replacedToken,
  ...endsRefresh,
  ...observations,
];
