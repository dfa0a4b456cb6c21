import type { Check } from '../../../check.ts';
import type { CheckContext, Session } from '../../../check-context.ts';
import { answerOf, expectSuccess, statusOf } from '../../../expectations.ts';
import { isJson, jsonOf, valueAt } from '../../../http/exchange.ts';
import { deviate } from '../../../outcome.ts';
import { preferenceCaller } from '../organisation-preference.ts';

/** Refreshes with a session's own tokens, or with `body` in the place of its refresh token. */
export function refresh(
  context: CheckContext,
  session: Session,
  body?: Record<string, unknown>,
  bearer = false,
) {
  return context.call('refresh', {
    as: session,
    body: body ?? { refresh_token: session.refreshToken },
    ...(bearer && { bearer }),
  });
}

/** One good refresh that several checks look at. */
export function goodRefresh(context: CheckContext) {
  return context.shared('a good refresh', async (own) => {
    const session = await own.freshSession('customer');
    const exchange = await refresh(own, session);
    return { session, exchange, body: jsonOf(exchange) };
  });
}

/** What every check of refresh has in common, unless it says otherwise. */
export const ofRefresh = {
  level: 'must' as const,
  endpoint: 'refresh' as const,
  users: ['customer' as const],
  phase: 'sessions' as const,
  after: ['refresh.succeeds'],
};

const successes: Check[] = [
  {
    ...ofRefresh,
    id: 'refresh.succeeds',
    title: 'gives an access token for a refresh token',
    requirements: ['RFR-1', 'SVC-4'],
    after: ['session.refresh_token'],
    async run(context) {
      const { exchange, body } = await goodRefresh(context);
      expectSuccess(exchange, 'a refresh with the refresh token of the session');
      if (!isJson(exchange)) {
        deviate('a JSON body', answerOf(exchange));
      }
      if (typeof valueAt(body, 'access_token') !== 'string') {
        deviate('access_token in the answer to a refresh', 'none');
      }
    },
  },
  {
    ...ofRefresh,
    id: 'refresh.new-token-works',
    title: 'accepts the refreshed access token on later requests',
    requirements: ['RFR-9'],
    users: ['manager'],
    after: ['refresh.succeeds', 'fetch-organisation-preference.succeeds'],
    async run(context) {
      const { user } = await preferenceCaller(context);
      const session = await context.freshSession(user);
      const refreshed = await refresh(context, session);
      expectSuccess(refreshed, 'a refresh of a session that has just begun');
      const token = valueAt(jsonOf(refreshed), 'access_token');
      const accessToken = typeof token === 'string' ? token : '';
      const exchange = await context.call('fetch-organisation-preference', { as: { accessToken } });
      expectSuccess(exchange, 'a request with the refreshed access token');
    },
  },
];

/** Demands that an answer gives no token. */
export function expectNoToken(exchange: Parameters<typeof answerOf>[0], what: string): void {
  const token = valueAt(jsonOf(exchange), 'access_token');
  if (statusOf(exchange) >= 500 || (typeof token === 'string' && token !== '')) {
    deviate(`${what} to give no token`, answerOf(exchange));
  }
}

const observations: Check[] = [
  {
    ...ofRefresh,
    id: 'refresh.observes.new-refresh-token',
    title: 'shows whether a refresh answers with a refresh token',
    requirements: ['RFR-12'],
    level: 'open',
    after: [],
    async run(context) {
      const { body } = await goodRefresh(context);
      const token = valueAt(body, 'refresh_token');
      context.observe('refresh_token in the answer of refresh', typeof token === 'string');
    },
  },
  {
    ...ofRefresh,
    id: 'refresh.observes.foreign-access-token',
    title: "shows what refresh does with another user's access token",
    requirements: ['RFR-13'],
    level: 'open',
    users: ['customer', 'otherCustomer'],
    async run(context) {
      const session = await context.freshSession('customer');
      const other = await context.freshSession('otherCustomer');
      const exchange = await refresh(context, other, { refresh_token: session.refreshToken });
      const gives = typeof valueAt(jsonOf(exchange), 'access_token') === 'string';
      context.observe(
        "refresh token with another user's access token",
        gives ? 'gives a token' : answerOf(exchange),
      );
    },
  },
];

/** Section 4.2, and what section 5 says of refreshing. */
export const refreshChecks: Check[] = [...successes, ...observations];
