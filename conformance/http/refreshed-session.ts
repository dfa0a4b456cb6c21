import type { CheckContext, Session } from '../check-context.ts';
import { Inconclusive } from '../outcome.ts';
import { type Exchange, jsonOf, valueAt } from './exchange.ts';

/** A session with the tokens that the answer to a refresh of it gives; `undefined` where it gives none. */
export function sessionAfter(session: Session, refresh: Exchange): Session | undefined {
  const [accessToken, refreshToken] = ['access_token', 'refresh_token'].map((field) =>
    valueAt(jsonOf(refresh), field),
  );
  const isGiven = (token: unknown): token is string => typeof token === 'string' && token !== '';
  return isGiven(accessToken)
    ? { ...session, accessToken, ...(isGiven(refreshToken) && { refreshToken }) }
    : undefined;
}

/**
 * A session with the tokens that a refresh of it gave, just now (section 4.2).
 *
 * @throws Inconclusive where the refresh gave none
 */
export async function refreshedSession(context: CheckContext, session: Session): Promise<Session> {
  const body = { refresh_token: session.refreshToken };
  const refreshed = sessionAfter(session, await context.call('refresh', { as: session, body }));
  if (!refreshed) {
    throw new Inconclusive(`The refresh for ${session.user} gave no token.`);
  }
  return refreshed;
}

/** The session after a refresh; as it is where that gives no token. */
export async function refreshedOrNot(context: CheckContext, session: Session): Promise<Session> {
  try {
    return await refreshedSession(context, session);
  } catch (error) {
    if (error instanceof Inconclusive) {
      return session;
    }
    throw error;
  }
}
