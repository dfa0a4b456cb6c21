import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { USER_NAMES, type UserName } from '../../../target/target.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { isSuccess, statusOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { allDone } from '../all-done.ts';
import { ownHost } from '../sessions/login.ts';
import { type READING, VALID_CALLS } from '../valid-call.ts';

/** Whether a token, or what it may do, is why a request is refused. */
export const isTurnedAway = (exchange: Exchange): boolean =>
  [401, 403].includes(statusOf(exchange));

/** One whose requests a target may take by another gateway than the customer's. */
export const ELSEWHERE: UserName = 'otherManager';

/** The request of an endpoint as its user would make it: the own portfolios, what may be listed. */
export async function ownReading(
  context: CheckContext,
  endpoint: (typeof READING)[number],
  user: UserName,
): Promise<CallOptions> {
  const options: CallOptions = await VALID_CALLS[endpoint].options(context);
  const as = await context.session(user);
  if (endpoint === 'portfolios') {
    const path = user === 'customer' ? options.path : { 'customer-id': as.userId ?? '' };
    return { ...options, as, ...(path && { path }) };
  }
  return { ...options, as, ...ownHost(context, user) };
}

/** A request of somebody who is served with it, sent by Bearer. */
export interface InBothForms {
  user: UserName;
  call: { endpoint: EndpointName; options: CallOptions };
  bearer: Exchange;
}

/** The same of anybody, and in the usual form where Bearer was not served. */
interface Asked extends InBothForms {
  plain: Exchange | undefined;
}

/** What a reading endpoint answers everybody: who is served by Bearer is not asked in the usual form as well. */
export function askedOf(
  context: CheckContext,
  endpoint: (typeof READING)[number],
): Promise<Asked[]> {
  return context.shared(`readers of ${endpoint}`, (own) =>
    allDone(
      USER_NAMES.filter((user) => own.target.users[user]).map(async (user): Promise<Asked> => {
        const options = await ownReading(own, endpoint, user);
        const bearer = await own.call(endpoint, { ...options, bearer: true });
        const plain = isSuccess(bearer) ? undefined : await own.call(endpoint, options);
        return { user, call: { endpoint, options }, bearer, plain };
      }),
    ),
  );
}

/** Everybody whom a reading endpoint serves. */
export async function readersOf(
  context: CheckContext,
  endpoint: (typeof READING)[number],
): Promise<InBothForms[]> {
  const asked = await askedOf(context, endpoint);
  return asked.filter(({ bearer, plain }) => isSuccess(bearer) || (plain && isSuccess(plain)));
}

/** Who may request a loan, and where, beside the customer on the plain host. */
const LENT: readonly { user: UserName; host: 'base' | 'lending'; capability?: string }[] = [
  { user: 'agent', host: 'base' },
  { user: 'customer', host: 'lending', capability: 'requestLoanOnLendingHost' },
  { user: 'agent', host: 'lending', capability: 'requestLoanOnLendingHost' },
];

/**
 * Everybody who may request a loan beside the customer on the plain host, and is not turned away with X-Auth-Token.
 * Nothing is requested: an empty body is refused for being empty.
 */
export function borrowersOf(context: CheckContext): Promise<InBothForms[]> {
  return context.shared('borrowers by Bearer', async (own) => {
    const { capabilities, users } = own.target;
    const borrowers: InBothForms[] = [];
    for (const { user, host, capability } of LENT) {
      if (!users[user] || (capability && !capabilities.includes(capability))) {
        continue;
      }
      const options = { as: await own.session(user), host, body: {} };
      const plain = await own.call('request-loan', options);
      const bearer = await own.call('request-loan', { ...options, bearer: true });
      if (!isTurnedAway(plain)) {
        borrowers.push({ user, call: { endpoint: 'request-loan', options }, bearer });
      }
    }
    return borrowers;
  });
}
