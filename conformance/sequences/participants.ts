import type { UserName } from '../../target/target.ts';
import type { CheckContext, Session } from '../check-context.ts';
import { allDone } from '../checks/all-done.ts';
import { expectSuccess, isSuccess } from '../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../http/exchange.ts';
import { deviate, Inconclusive } from '../outcome.ts';
import { findCallers, type KnownCall } from './session-callers.ts';

/** A user who acts at the same time as others, in a session of these checks alone. */
export interface Participant {
  user: UserName;
  session: Session;
  calls: readonly KnownCall[];
}

/** Does one thing for everybody, all at the same time. */
export const atOnce = <T>(all: readonly Participant[], act: (one: Participant) => Promise<T>) =>
  allDone(all.map(act));

/** Everybody who is served somewhere, logged in at the same time. */
export function participants(context: CheckContext): Promise<Participant[]> {
  return context.shared('users logged in at once', async (own) => {
    const callers = [...(await findCallers(own))];
    if (callers.length < 2) {
      throw new Inconclusive('Fewer than two users have a call that shows whether a token works.');
    }
    const sessions = callers.map(async ([user, { harmless }]) => ({
      user,
      session: await own.freshSession(user),
      calls: harmless,
    }));
    return allDone(sessions);
  });
}

/**
 * One more refresh of a session, by the refresh token that the last one gave; `undefined` where it gave
 * none, since it is open whether that of before may be used again.
 */
export async function sendRefresh(
  context: CheckContext,
  { user, session }: Participant,
  round: number,
): Promise<Exchange | undefined> {
  if (session.refreshToken === undefined) {
    return undefined;
  }
  return context.call('refresh', {
    as: session,
    body: { refresh_token: session.refreshToken },
    situation: `by ${user}, time ${round}`,
  });
}

/** Somebody with the tokens that a refresh gave; `undefined` where it was refused or gave no access token. */
export function refreshedBy(one: Participant, exchange: Exchange): Participant | undefined {
  const [accessToken, refreshToken] = ['access_token', 'refresh_token'].map((name) =>
    valueAt(jsonOf(exchange), name),
  );
  if (!isSuccess(exchange) || typeof accessToken !== 'string' || accessToken === '') {
    return undefined;
  }
  const { refreshToken: spent, ...rest } = one.session;
  const isNew = typeof refreshToken === 'string' && refreshToken !== spent;
  return { ...one, session: { ...rest, accessToken, ...(isNew && { refreshToken }) } };
}

/**
 * The same, for who is to be refreshed.
 *
 * @throws Deviation where the refresh is refused or gives no access token
 */
export async function refresh(
  context: CheckContext,
  one: Participant,
  round: number,
): Promise<Participant> {
  const exchange = await sendRefresh(context, one, round);
  if (exchange === undefined) {
    return one;
  }
  expectSuccess(exchange, `a refresh by ${one.user} while others refresh`);
  return (
    refreshedBy(one, exchange) ??
    deviate(`access_token for a refresh by ${one.user} while others refresh`, 'none')
  );
}

/** One call of the user's own after the other. */
export function callAt({ calls }: Participant, time: number): KnownCall {
  const call = calls[time % calls.length];
  if (!call) {
    throw new Inconclusive('A user has no call that shows whether a token works.');
  }
  return call;
}

/** A call of the user's own with the present token. */
export function callAgain(context: CheckContext, one: Participant, time: number) {
  const { endpoint, options } = callAt(one, time);
  const situation = `call by ${one.user}, time ${time}`;
  return context.call(endpoint, { ...options, as: one.session, situation });
}
