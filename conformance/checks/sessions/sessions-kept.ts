import type { CheckContext } from '../../check-context.ts';
import { isSuccess } from '../../expectations.ts';
import { listingBody } from '../valid-call.ts';

/** Logins after which a session is looked at again: few servers let a user have so many sessions and no more. */
const LOGINS = 8;

/**
 * Whether later logins of the customer end a session of theirs, which nothing forbids: a user may have one
 * session, or so many. Logs in some times, so it is asked only where a refusal may come of it.
 */
export function loginsEndSessions(context: CheckContext): Promise<boolean> {
  return context.shared('whether logins end the sessions before', async (own) => {
    const first = await own.freshSession('customer');
    const body = listingBody(await own.state('awaiting-payments'));
    const ask = async () => isSuccess(await own.call('awaiting-payments', { as: first, body }));
    if (!(await ask())) {
      return false;
    }
    for (let login = 1; login <= LOGINS; login += 1) {
      await own.freshSession('customer');
      if (!(await ask())) {
        return true;
      }
    }
    return false;
  });
}
