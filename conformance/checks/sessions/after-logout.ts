import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext, Session } from '../../check-context.ts';
import { expectSuccess, expectUnauthorised, isSuccess } from '../../expectations.ts';
import { refreshedSession } from '../../http/refreshed-session.ts';
import { unlessUntold } from '../../outcome.ts';
import { asksForMore } from '../../situations/covering-array.ts';
import { situationsOf } from '../../situations/drawn-situations.ts';
import { loggedOutInTheMiddle } from '../../situations/renewed-session.ts';
import { runIn } from '../../situations/situation.ts';
import { LIVE_CALLS } from '../protected-calls.ts';
import { onlyReads, VALID_CALLS } from '../valid-call.ts';
import { loggedOut } from './logged-out-session.ts';
import { expectNoToken, ofRefresh } from './refresh/refresh.ts';

/** Pages, ranges and searches that are asked for with a token that was logged out. */
const READ_AFTER_LOGOUT = 2;

/** What is asked for in other ways where more is to meet, of any endpoint. */
const MORE_AFTER_LOGOUT = 6;

/** Who else may be served, whose tokens a target may keep otherwise: a session of theirs was logged out, too. */
const ALSO_SERVED: Partial<Record<EndpointName, readonly Session['user'][]>> = {
  'fetch-organisation-preference': ['agent', 'cashier'],
  'awaiting-payments': ['manager', 'agent'],
  'request-loan': ['agent'],
  'update-application': ['otherCustomer'],
  portfolios: ['otherCustomer'],
};

/** What is one's own at an endpoint: the path to it, or nothing where it is not told. */
async function ownPath(
  context: CheckContext,
  endpoint: EndpointName,
  { userId }: Session,
): Promise<CallOptions['path'] | undefined> {
  if (endpoint === 'portfolios') {
    return userId === undefined ? undefined : { 'customer-id': userId };
  }
  const offer = await context.state('offer-sent-other').catch(unlessUntold);
  return offer && { 'loan-application-id': offer.applicationId };
}

/**
 * A role may be looked at before the token's state, so that here nothing but to be served is wrong, or what is told of
 * an offer: the owner's was answered before.
 */
async function expectOthersUnserved(
  context: CheckContext,
  endpoint: EndpointName,
  options: CallOptions,
): Promise<void> {
  for (const dead of await loggedOutInTheMiddle(context)) {
    const isNamed = ALSO_SERVED[endpoint]?.includes(dead.user);
    const path = options.path && isNamed ? await ownPath(context, endpoint, dead) : undefined;
    if (isNamed && (path || !options.path)) {
      const exchange = await context.call(endpoint, {
        ...options,
        as: dead,
        ...(path && { path }),
      });
      if (isSuccess(exchange) || endpoint === 'update-application') {
        expectUnauthorised(exchange, `a token of ${dead.user} that was logged out`);
      }
    }
  }
}

const revokes: Check[] = LIVE_CALLS.map((call) => ({
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
    const { endpoint } = call;
    // Prepared first: a login in the second of the logout may give the very same token again.
    const { options } = await call.prepare(context);
    const { session } = await loggedOut(context, call.users[0] ?? 'manager');
    const expectDead = async (own: CheckContext, change: CallOptions = {}, how = '') =>
      expectUnauthorised(
        await own.call(endpoint, { ...options, as: session, ...change }),
        `a token that was logged out${how}`,
      );
    await expectDead(context);
    const withdrawing = endpoint === 'update-application' && { query: { status: false } };
    await expectDead(context, { bearer: true, ...withdrawing }, ', sent as Bearer');
    const few = onlyReads(endpoint) ? READ_AFTER_LOGOUT : 0;
    const most = asksForMore(context) ? MORE_AFTER_LOGOUT : few;
    if (most > 0) {
      const refusal = { name: `after-logout.${endpoint}`, ownToken: true as const };
      const check = { refusal, endpoint, level: 'must' as const };
      const situations = (await situationsOf(context, check)).slice(0, most);
      for (const [turn, situation] of situations.entries()) {
        await runIn({ ...situation, turn }, context, (own) => expectDead(own));
      }
    }
    await expectOthersUnserved(context, endpoint, options);
    const { capabilities } = context.target;
    if (endpoint === 'request-loan' && capabilities.includes('requestLoanOnLendingHost')) {
      await expectDead(context, { host: 'lending' }, ', on the lending host');
    }
  },
}));

/** A token that a refresh replaced may live on: then a logout with it ends it. */
const replacedToken: Check = {
  id: 'logout.ends-replaced-token',
  title: 'ends a token from before a refresh that is logged out',
  requirements: ['AUT-12'],
  level: 'must',
  endpoint: 'logout',
  users: ['customer'],
  states: ['awaiting-payments'],
  phase: 'sessions',
  after: ['logout.succeeds', 'refresh.succeeds', VALID_CALLS['awaiting-payments'].twin],
  cause: 'a token works on after logout',
  async run(context) {
    const options = await VALID_CALLS['awaiting-payments'].options(context);
    const before = await context.freshSession('customer');
    await refreshedSession(context, before);
    const use = () => context.call('awaiting-payments', { ...options, as: before });
    if (
      !isSuccess(await use()) ||
      !isSuccess(await context.call('logout', { as: before, body: {} }))
    ) {
      context.inconclusive('A refresh ends the token that it replaces, or its logout.');
    }
    expectUnauthorised(await use(), 'a token from before a refresh that was logged out');
    if (context.target.capabilities.includes('requestLoanOnLendingHost')) {
      const loan = await VALID_CALLS['request-loan'].options(context).catch(unlessUntold);
      const sent = { ...loan, as: before, host: 'lending' as const };
      const there = loan && (await context.call('request-loan', sent));
      if (there) {
        expectUnauthorised(
          there,
          'a token from before a refresh that was logged out (lending host)',
        );
      }
    }
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
    ...ofRefresh,
    id: 'refresh.refuses.logged-out',
    title: 'gives no token for an access token that was logged out',
    requirements: ['LGO-8'],
    after: ['logout.succeeds', 'refresh.succeeds'],
    async run(context) {
      // Other logouts have the usual header: by which it is makes no difference.
      const bearer = await context.passed('authentication.bearer.logout');
      const isBearerTaken = await context.passed('authentication.bearer.refresh');
      const what = 'a refresh with an access token that was logged out';
      let dead: Session | undefined;
      for (const isRefreshed of [false, true]) {
        // One after the other: a logout may end all sessions of its user.
        const fresh = await context.freshSession('customer');
        // Of a token that came from a refresh a target may remember less.
        const session = isRefreshed ? await refreshedSession(context, fresh) : fresh;
        const body = { refresh_token: session.refreshToken };
        if (dead) {
          // Its own refresh token may be dead as well, and hide that nobody looks at the access token.
          expectNoToken(
            await context.call('refresh', { as: dead, body }),
            `${what} and the refresh token of a live session`,
          );
        }
        expectSuccess(await context.call('logout', { as: session, body: {}, bearer }), 'logout');
        const exchange = await context.call('refresh', {
          as: session,
          body,
          bearer: isBearerTaken && isRefreshed,
        });
        expectNoToken(exchange, what);
        dead = session;
      }
    },
  },
  {
    ...ofRefresh,
    id: 'logout.ends-refresh-token',
    title: 'gives no token for the refresh token of a session that was logged out',
    requirements: ['LGO-9'],
    level: 'should',
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

/** Section 5.6 on every endpoint: a token that was logged out is dead. */
export const afterLogoutChecks: Check[] = [...revokes, replacedToken, ...endsRefresh];
