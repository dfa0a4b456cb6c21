import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, isSuccess, statusOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { Deviation, deviate } from '../../outcome.ts';
import { listingBody } from '../valid-call.ts';
import { ofLogin } from './login.ts';
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

/**
 * What a session is answered that began right before a login with a wrong password was refused. The login that
 * began it came after wrong ones, too, where the run had some of the customer.
 */
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

/** The first answer of them, which two checks read. */
const firstAfterWrongPassword = (context: CheckContext): Promise<Exchange> =>
  context.shared('a session after a wrong password', afterWrongPassword);

/** What a session of the customer is answered that begins now; nothing where the login gives none. */
async function newSession(context: CheckContext): Promise<Exchange | undefined> {
  try {
    const { accessToken } = await context.freshSession('customer');
    return await useToken(context, accessToken);
  } catch (error) {
    if (error instanceof Deviation) {
      return undefined;
    }
    throw error;
  }
}

const base = { ...ofLogin, wrongLogins: true } satisfies Partial<Check>;

/**
 * Section 5.5: who does not know the password ends nobody's session. No login comes between a session's own
 * and the wrong one, since a user may have one session only.
 */
const wrongPasswordEndsNothing: Check = {
  ...base,
  id: 'login.refusal-ends-no-session',
  title: "leaves a user's session alive when a login with a wrong password is refused",
  requirements: ['AUT-53'],
  level: 'should',
  async run(context) {
    if (!isDead(await firstAfterWrongPassword(context))) {
      return;
    }
    const fresh = await newSession(context);
    if (!fresh || isDead(fresh)) {
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

/**
 * The answer to the token of a login right after a refused one, where it is dead and that of the next login is
 * not: so it is no lock.
 */
async function deadAfterRefusal(context: CheckContext): Promise<Exchange | undefined> {
  await afterWrongPassword(context);
  const [after, next] = [await newSession(context), await newSession(context)];
  if (!after || !next || isDead(next)) {
    context.inconclusive('No session of the customer lives: a wrong password may lock the user.');
  }
  return isDead(after) ? after : undefined;
}

/** Section 5.5: a session is begun by logging in again, whatever came before. */
const tokenAfterRefusal: Check = {
  ...base,
  id: 'login.token-after-refusal',
  title: 'gives a token that works to who failed to log in before',
  requirements: ['AUT-2', 'AUT-11'],
  level: 'must',
  async run(context) {
    if (!isDead(await firstAfterWrongPassword(context))) {
      return;
    }
    const dead = (await deadAfterRefusal(context)) && (await deadAfterRefusal(context));
    if (dead) {
      deviate('the token of a login to be accepted, when one before was refused', answerOf(dead));
    }
  },
};

/** What a login with a wrong password leaves behind. */
export const afterWrongPasswordChecks: Check[] = [wrongPasswordEndsNothing, tokenAfterRefusal];
