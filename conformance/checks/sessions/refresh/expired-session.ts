import { NotSupplied, unlessNotSupplied } from '../../../../target/states/not-supplied.ts';
import type { Check } from '../../../check.ts';
import type { CallOptions, CheckContext } from '../../../check-context.ts';
import {
  answerOf,
  expectSuccess,
  expectUnauthorised,
  isSuccess,
  statusOf,
} from '../../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../../http/exchange.ts';
import { deviate } from '../../../outcome.ts';
import { endedTogether } from '../../../situations/renewed-session.ts';
import { tamperedSignature } from '../../tokens/forged-tokens.ts';
import { VALID_CALLS } from '../../valid-call.ts';
import { loginsEndSessions } from '../sessions-kept.ts';
import { expectNoToken, ofRefresh } from './refresh.ts';

/** The refresh token with which the session goes on whose access token had expired, once it was refreshed. */
const expiredSession = (context: CheckContext): Promise<{ refreshToken?: string | undefined }> =>
  context.shared('session that was refreshed after its end', async () => ({}));

/** A session past its hour, with what refreshes it. */
interface Ended {
  token: string;
  refreshToken: string | undefined;
}

/** One more entry of the state; `undefined` where there is none, or none that was not seen. */
export async function anotherEnded(
  context: CheckContext,
  seen: readonly string[] = [],
): Promise<Ended | undefined> {
  const entry = await context.take('expired-token').catch(unlessNotSupplied);
  return entry?.refreshToken === undefined || seen.includes(entry.token)
    ? undefined
    : { token: entry.token, refreshToken: entry.refreshToken };
}

/** Refreshes such a session, with its token that has expired. */
export const refreshEnded = (
  context: CheckContext,
  { token, refreshToken }: Ended,
  more: Pick<CallOptions, 'turn' | 'bearer'> = {},
): Promise<Exchange> =>
  context.call('refresh', {
    as: { accessToken: token },
    body: { refresh_token: refreshToken },
    ...more,
  });

/**
 * The refresh once more with another entry of the state, or `undefined` where there is none: tokens of
 * sessions that were made in one second may be alike, and then the refresh token may be the other's.
 */
async function withAnother(context: CheckContext): Promise<Exchange | undefined> {
  const ended = await anotherEnded(context);
  if (ended === undefined) {
    return undefined;
  }
  // Who refreshes has just been refused for the token (section 7), as that of the state was.
  await context.call('fetch-organisation-preference', { as: { accessToken: ended.token } });
  return refreshEnded(context, ended);
}

/** How a logout or a login of the run may have ended the session of the state; `undefined` where none does. */
async function howEnded(context: CheckContext): Promise<string | undefined> {
  if ((await endedTogether(context)).has('customer')) {
    return 'ends all sessions of a user at a logout';
  }
  return (await loginsEndSessions(context))
    ? 'ends older sessions of a user at a login'
    : undefined;
}

/** Ends the check where a refresh was refused whose session may have been ended before. */
async function unlessEnded(context: CheckContext, exchange: Exchange): Promise<void> {
  const how = isSuccess(exchange) ? undefined : await howEnded(context);
  if (how !== undefined) {
    context.inconclusive(`The target ${how}, and so may have ended that of the state.`);
  }
}

/** The turns of forms of headers in which sessions past their hour are refreshed once more. */
const FURTHER_TURNS = [1, 2];

/**
 * Demands that further sessions are refreshed as the first was, in other forms of headers, and that their tokens
 * are known where money is lent. Only where a hook makes as many as are asked for: those of a file are few.
 */
async function expectInOtherForms(context: CheckContext, seen: string[]): Promise<void> {
  if ((context.target.states.pools['expired-token'] ?? []).length > 0) {
    return;
  }
  for (const turn of FURTHER_TURNS) {
    let exchange = await refreshAnother(context, seen, turn);
    if (exchange && !isSuccess(exchange)) {
      // Its session may have been taken for another's that began in the same second.
      exchange = (await refreshAnother(context, seen, turn)) ?? exchange;
    }
    if (exchange === undefined || (!isSuccess(exchange) && (await howEnded(context)))) {
      return;
    }
    expectSuccess(
      exchange,
      'a refresh with an expired access token, in other forms of its headers',
    );
    await expectKnownWhereLent(context, valueAt(jsonOf(exchange), 'access_token'));
  }
}

/** A refresh of one more session past its hour; `undefined` where none is supplied that was not seen. */
async function refreshAnother(
  context: CheckContext,
  seen: string[],
  turn: number,
): Promise<Exchange | undefined> {
  const ended = await anotherEnded(context, seen);
  if (ended === undefined) {
    return undefined;
  }
  seen.push(ended.token);
  return refreshEnded(context, ended, { turn });
}

/** Demands that a repayment that says nothing is not refused for its token, which was just given. */
async function expectKnownWhereLent(context: CheckContext, accessToken: unknown): Promise<void> {
  if (typeof accessToken !== 'string' || !(await context.passed('repay-loan.succeeds'))) {
    return;
  }
  const { customerId } = await context.state('active-loan');
  const exchange = await context.call('repay-loan', {
    path: { 'user-id': customerId },
    as: { accessToken },
    body: {},
  });
  if (statusOf(exchange) === 401) {
    deviate(
      'a repayment not to be refused for a token given for an expired one',
      answerOf(exchange),
    );
  }
}

/** Demands that a token that was just given is not answered with 401 where a listing can be asked for. */
async function expectAlive(context: CheckContext, accessToken: unknown): Promise<void> {
  if (typeof accessToken !== 'string' || !(await context.passed('awaiting-payments.succeeds'))) {
    return;
  }
  const { body } = await VALID_CALLS['awaiting-payments'].options(context);
  const exchange = await context.call('awaiting-payments', { as: { accessToken }, body });
  if (statusOf(exchange) === 401) {
    deviate('the token given for an expired one to be accepted', answerOf(exchange));
  }
}

/** Demands that the session goes on with what a refresh gave. */
async function expectGoesOn(
  context: CheckContext,
  refreshed: Exchange,
): Promise<Exchange | undefined> {
  const [accessToken, refreshToken] = ['access_token', 'refresh_token'].map((name) =>
    valueAt(jsonOf(refreshed), name),
  );
  if (typeof accessToken === 'string' && typeof refreshToken === 'string') {
    const body = { refresh_token: refreshToken };
    const exchange = await context.call('refresh', { as: { accessToken }, body });
    expectSuccess(exchange, 'a refresh with the tokens that were given for an expired one');
    return exchange;
  }
  return undefined;
}

/** Demands that a refresh brings the expired token itself to life nowhere. */
async function expectStillExpired(context: CheckContext, accessToken: string): Promise<void> {
  for (const endpoint of ['repay-loan', 'fetch-organisation-preference'] as const) {
    if (await context.passed(`authentication.expired.${endpoint}`)) {
      const options = await VALID_CALLS[endpoint].options(context);
      const exchange = await context.call(endpoint, { ...options, as: { accessToken } });
      expectUnauthorised(exchange, 'an expired token whose session was refreshed');
    }
  }
}

const ofAnExpiredToken: Check[] = [
  {
    ...ofRefresh,
    id: 'refresh.expired-access-token',
    title: 'refreshes while the access token has expired',
    requirements: ['RFR-10', 'RFR-16', 'ERR-8'],
    states: ['expired-token'],
    async run(context) {
      // Before the session goes on: what it asks logs the customer in, which ends the session of some.
      const goesOn = await context.passed('refresh.in-a-row');
      const { token, refreshToken } = await context.state('expired-token');
      const session = await context.freshSession('customer');
      const exchange = await refreshEnded(context, {
        token,
        refreshToken: refreshToken ?? session.refreshToken,
      });
      if (!isSuccess(exchange) && refreshToken === undefined) {
        throw new NotSupplied(
          'refreshToken of state expired-token',
          `is not supplied, and with the refresh token of another session the refresh got ${answerOf(exchange)}; supply refreshToken for expired-token`,
        );
      }
      await unlessEnded(context, exchange);
      const last = isSuccess(exchange) ? exchange : ((await withAnother(context)) ?? exchange);
      expectSuccess(last, 'a refresh with an expired access token');
      await expectAlive(context, valueAt(jsonOf(last), 'access_token'));
      const goneOn = goesOn ? await expectGoesOn(context, last) : undefined;
      const next = valueAt(jsonOf(goneOn ?? last), 'refresh_token') ?? refreshToken;
      (await expiredSession(context)).refreshToken = typeof next === 'string' ? next : undefined;
      await expectStillExpired(context, token);
      await expectInOtherForms(context, [token]);
    },
  },
  {
    ...ofRefresh,
    id: 'refresh.refuses.expired-and-changed',
    title: 'gives no token for an expired access token whose signature was changed',
    requirements: ['ERR-6'],
    states: ['expired-token'],
    after: ['refresh.expired-access-token'],
    async run(context) {
      const { token } = await context.state('expired-token');
      const { refreshToken } = await expiredSession(context);
      const exchange = await refreshEnded(context, {
        token: tamperedSignature(token),
        refreshToken: refreshToken ?? (await context.freshSession('customer')).refreshToken,
      });
      expectNoToken(exchange, 'a refresh with an expired access token whose signature was changed');
    },
  },
];

/** The Bearer form, also of a token past its hour. */
const expiredAsBearer: Check = {
  ...ofRefresh,
  id: 'refresh.expired-access-token-as-bearer',
  title: 'refreshes while the access token, sent as Bearer, has expired',
  requirements: ['AUT-28'],
  level: 'should',
  takes: { 'expired-token': 1 },
  after: ['refresh.expired-access-token'],
  async run(context) {
    if (!(await context.passed('authentication.bearer.refresh'))) {
      context.inconclusive('A refresh does not take a living access token as Bearer either.');
    }
    const { token, refreshToken } = await context.take('expired-token');
    if (refreshToken === undefined) {
      context.inconclusive('The state expired-token gives no refresh token of its session.');
    }
    const exchange = await refreshEnded(context, { token, refreshToken }, { bearer: true });
    await unlessEnded(context, exchange);
    expectSuccess(exchange, 'a refresh with an expired access token sent as Bearer');
  },
};

/** Sections 4.2 and 5.5: what a refresh does whose access token is past its hour. */
export const expiredSessionChecks: Check[] = [...ofAnExpiredToken, expiredAsBearer];
