import { randomUUID } from 'node:crypto';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { UserName } from '../../../target/target.ts';
import type { CheckContext, Session } from '../../check-context.ts';
import { refreshedOrNot } from '../../http/refreshed-session.ts';
import { unlessUntold } from '../../outcome.ts';
import { PROTECTED_CALLS } from '../protected-calls.ts';
import { onlyReads } from '../valid-call.ts';

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
    const prepared = await call.prepare(context).catch(unlessUntold);
    if (prepared) {
      // Where there are pages, of a later one: what serves it may know tokens of its own.
      const page = call.endpoint === 'awaiting-payments' && { query: { page: 2 } };
      await context.call(call.endpoint, { ...prepared.options, as: session, ...page });
    }
  }
  if (user === 'customer') {
    const ownPath = { 'user-id': session.userId ?? '' };
    for (const { endpoint, path = ownPath } of NOTHING_TO_DO) {
      await context.call(endpoint, { as: session, body: {}, path });
    }
  }
}

/** A session that was used, then logged out, and has to be dead; with the exchange of the logout. */
export function loggedOut(context: CheckContext, user: UserName) {
  return context.shared(`logged out ${user}`, async (own) => {
    const fresh = await own.freshSession(user);
    // A target may keep the tokens that a refresh gave elsewhere: those of staff, and by the next seed the customer's.
    const isRefreshed = (user === 'customer') === (own.seed % 2 === 0);
    const session = isRefreshed ? await refreshedOrNot(own, fresh) : fresh;
    await useEverywhere(own, user, session);
    const logout = await own.call('logout', { as: session, body: {}, meantToSucceed: true });
    return { session, logout };
  });
}
