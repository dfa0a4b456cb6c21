import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { UserName } from '../../../target/target.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, expectSuccess, isSuccess } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { allDone } from '../all-done.ts';
import { ELSEWHERE, isTurnedAway } from './in-both-forms.ts';

/** Who refreshes and who logs out so: each of them one of both at least, since what is taken is a matter of users. */
const TRIED_WITH_BEARER = {
  refresh: ['customer', 'manager', 'agent', 'otherManager'],
  logout: ['otherCustomer', 'cashier', 'manager', 'customer'],
} as const satisfies Record<string, readonly UserName[]>;

/** Somebody's refresh or logout by Bearer, and whether the same was served in X-Auth-Token where it was not. */
interface OfSession {
  user: UserName;
  exchange: Exchange;
  isServed: boolean;
}

async function tryWithBearer(
  context: CheckContext,
  endpoint: keyof typeof TRIED_WITH_BEARER,
  user: UserName,
): Promise<OfSession> {
  const as = await context.freshSession(user);
  const body = endpoint === 'refresh' ? { refresh_token: as.refreshToken } : {};
  const options = { as, body };
  const exchange = await context.call(endpoint, { ...options, bearer: true });
  // A refusal may have another reason, which the same request in X-Auth-Token then has too.
  const isServed = isSuccess(exchange) || isSuccess(await context.call(endpoint, options));
  return { user, exchange, isServed };
}

/** What needs a session of its own: everybody may refresh and log out. */
const sessionsByBearer = (
  context: CheckContext,
  endpoint: keyof typeof TRIED_WITH_BEARER,
): Promise<OfSession[]> =>
  context.shared(`${endpoint} by Bearer of everybody`, (own) => {
    const users = TRIED_WITH_BEARER[endpoint].filter((user) => own.target.users[user]);
    // Whose session was begun last is a matter of the seed: who ends another's may end that one.
    const begin = own.seed % users.length;
    const inOrder = [...users.slice(begin), ...users.slice(0, begin)];
    return allDone(inOrder.map((user) => tryWithBearer(own, endpoint, user)));
  });

/** Equality: whose refresh or logout is served with X-Auth-Token is served with Bearer. */
export async function expectSessionsServedAlike(context: CheckContext, endpoint: EndpointName) {
  if (endpoint !== 'refresh' && endpoint !== 'logout') {
    return;
  }
  for (const { user, exchange, isServed } of await sessionsByBearer(context, endpoint)) {
    if (isServed) {
      expectSuccess(exchange, `${endpoint} by ${user} with Authorization: Bearer`);
    }
  }
}

/** Where Bearer ends or renews somebody's session, it does everybody's, and not only the first time. */
export async function expectSessionsTakenOfAll(context: CheckContext): Promise<void> {
  for (const endpoint of ['refresh', 'logout'] as const) {
    const tried = await sessionsByBearer(context, endpoint);
    const isTaken = tried.some(({ exchange }) => isSuccess(exchange));
    const refused = tried.filter(
      ({ user, exchange, isServed }) =>
        isServed && isTurnedAway(exchange) && isTaken && user !== ELSEWHERE,
    );
    for (const { user } of refused) {
      const again = await tryWithBearer(context, endpoint, user);
      if (again.isServed && isTurnedAway(again.exchange)) {
        deviate(
          `Authorization: Bearer to be taken of ${user} at ${endpoint}, as it is of others there`,
          answerOf(again.exchange),
        );
      }
    }
  }
}
