import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, isSuccess, statusOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { Deviation, deviate } from '../../outcome.ts';
import { listingBody } from '../valid-call.ts';
import { tokenBeforeWrongLogin, wrongLogin } from './wrong-login.ts';

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

/** Whether a token is dead: 401 says it wherever it is sent, whatever its user may do there. */
const isDead = (exchange: Exchange): boolean => statusOf(exchange) === 401;

const useToken = (context: CheckContext, accessToken: string): Promise<Exchange> =>
  context.call('fetch-organisation-preference', { as: { accessToken } });

/** What a session is answered that began right before a login with a wrong password was refused. */
async function afterWrongPassword(context: CheckContext): Promise<Exchange> {
  const wrong = await wrongLogin(context, {
    user: 'customer',
    change: { currentPassword: 'nobody-has-this-password-either' },
    anew: true,
  });
  const token = await tokenBeforeWrongLogin(context, 'customer');
  if (isSuccess(wrong) || token === undefined) {
    context.inconclusive('There was no wrong login after a good one.');
  }
  return useToken(context, token);
}

/** Whether a session of the customer lives that begins now, with no wrong login after it. */
async function newSessionLives(context: CheckContext): Promise<boolean> {
  try {
    const { accessToken } = await context.freshSession('customer');
    return !isDead(await useToken(context, accessToken));
  } catch (error) {
    if (error instanceof Deviation) {
      return false;
    }
    throw error;
  }
}

/**
 * Section 5.5: who does not know the password ends nobody's session. No login comes between a session's own
 * and the wrong one, since a user may have one session only.
 */
export const wrongPasswordEndsNothingCheck: Check = {
  id: 'login.refusal-ends-no-session',
  title: "leaves a user's session alive when a login with a wrong password is refused",
  requirements: ['AUT-53'],
  level: 'should',
  endpoint: 'login',
  users: ['customer'],
  phase: 'logins',
  wrongLogins: true,
  async run(context) {
    if (!isDead(await afterWrongPassword(context))) {
      return;
    }
    if (!(await newSessionLives(context))) {
      context.inconclusive('No session of the customer lives: a wrong password may lock the user.');
    }
    const exchange = await afterWrongPassword(context);
    if (isDead(exchange)) {
      deviate(
        'a session to live on after a login with a wrong password was refused',
        answerOf(exchange),
      );
    }
  },
};
