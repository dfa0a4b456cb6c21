import type { CheckContext, Session } from '../check-context.ts';
import { listingBody } from '../checks/valid-call.ts';
import { isSuccess } from '../expectations.ts';
import { sessionAfter } from '../http/refreshed-session.ts';

/**
 * Users of whom a session was refused after another of theirs was logged out: a target may end them
 * together, which then happens to those of the states, too.
 */
export function endedTogether(context: CheckContext): Promise<Set<Session['user']>> {
  return context.shared('users whose sessions end together', async () => new Set());
}

/** Sessions that were logged out in the middle of the run, when its second half began. */
export function loggedOutInTheMiddle(context: CheckContext): Promise<Session[]> {
  return context.shared('sessions logged out in the middle', async () => []);
}

/**
 * The session with refreshed tokens, after another session of the user was begun and logged out, so
 * that what comes after is tried in both; `undefined` where the session has no refresh token, or the
 * refreshed one is not known to work: a role that may not list awaiting payments is told so by 403, a
 * token that is good for nothing by 401.
 *
 * @throws NotSupplied, before anything is sent, where there is no request that could show that the token
 *   works
 */
export async function renewedSession(
  context: CheckContext,
  session: Session,
  another: () => Promise<Session>,
): Promise<Session | undefined> {
  if (session.refreshToken === undefined) {
    return undefined;
  }
  const state = await context.state('awaiting-payments');
  // All that is checked afterwards shows this answer as what it builds on, so that it had better be short.
  const body = { ...listingBody(state), searchablePaymentReference: state.reference };
  const ended = await another();
  const logout = await context.call('logout', { as: ended, body: {}, meantToSucceed: true });
  if (isSuccess(logout)) {
    (await loggedOutInTheMiddle(context)).push(ended);
  }
  const renewed = sessionAfter(
    session,
    await context.call('refresh', {
      as: session,
      body: { refresh_token: session.refreshToken },
      meantToSucceed: true,
    }),
  );
  if (!renewed) {
    (await endedTogether(context)).add(session.user);
    return undefined;
  }
  const shown = await context.call('awaiting-payments', { as: renewed, body });
  return isSuccess(shown) || shown.response?.status === 403 ? renewed : undefined;
}
