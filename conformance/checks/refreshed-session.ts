import type { CheckContext, Session } from '../check-context.ts';
import { jsonOf, valueAt } from '../http/exchange.ts';
import { Inconclusive } from '../outcome.ts';

/**
 * A session with the tokens that a refresh of it gave, just now (section 4.2).
 *
 * @throws Inconclusive where the refresh gave none
 */
export async function refreshedSession(context: CheckContext, session: Session): Promise<Session> {
  const refresh = await context.call('refresh', {
    as: session,
    body: { refresh_token: session.refreshToken },
  });
  const accessToken = valueAt(jsonOf(refresh), 'access_token');
  if (typeof accessToken !== 'string' || accessToken === '') {
    throw new Inconclusive(`The refresh for ${session.user} gave no token.`);
  }
  const refreshToken = valueAt(jsonOf(refresh), 'refresh_token');
  return {
    ...session,
    accessToken,
    ...(typeof refreshToken === 'string' && refreshToken !== '' && { refreshToken }),
  };
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
