import type { EndpointName } from '../../../../contract/endpoint-names.ts';
import { NotSupplied } from '../../../../target/states/not-supplied.ts';
import type { UserName } from '../../../../target/target.ts';
import type { Check } from '../../../check.ts';
import type { CallOptions, CheckContext, Session } from '../../../check-context.ts';
import { answerOf, statusOf } from '../../../expectations.ts';
import { refreshedOrNot, refreshedSession } from '../../../http/refreshed-session.ts';
import { Deviation, deviate, Inconclusive } from '../../../outcome.ts';
import { listers } from '../../../situations/callers.ts';
import { STAFF } from '../../../situations/listings/sought-payments.ts';
import { entriesOf } from '../../awaiting-payments/listing.ts';
import { pageAndSearch } from '../../awaiting-payments/searches.ts';
import { listingBody } from '../../valid-call.ts';

/**
 * What a refreshed token is tried on: what its user may do, and what not. What is drawn is tried with
 * refreshed tokens too, wherever the session of the run could be refreshed.
 */
const TRIED: Partial<Record<EndpointName, readonly string[]>> = {
  'awaiting-payments': ['awaiting-payments.succeeds', 'awaiting-payments.forbids.cashier'],
  'request-loan': ['request-loan.forbids.manager'],
  'update-application': ['update-application.forbids.other-customer-accepting'],
  'repay-loan': ['repay-loan.forbids.other-user-id'],
  portfolios: ['portfolios.succeeds', 'portfolios.forbids.otherCustomer'],
};

/** A session of the user whose access token came from a refresh, just now. */
const refreshedUser = async (context: CheckContext, user: UserName): Promise<Session> =>
  refreshedSession(context, await context.freshSession(user));

/**
 * One whose access token came from the second refresh in a row, where the first gave a refresh token and
 * the second succeeds: the one that was sent may be spent, and end the session when it comes again.
 */
async function refreshedTwice(context: CheckContext, user: UserName): Promise<Session> {
  const session = await context.freshSession(user);
  const once = await refreshedSession(context, session);
  if (once.refreshToken === session.refreshToken) {
    return once;
  }
  return refreshedOrNot(context, once);
}

/** Who may lend, and so is not refused for who they are, whatever is wrong with an empty request. */
const ENTITLED: { endpoint: EndpointName; user: UserName }[] = [
  { endpoint: 'request-loan', user: 'agent' },
  { endpoint: 'repay-loan', user: 'customer' },
];

/** Where a request for a loan is served there, too, it is sent to the lending host: most others are not. */
async function hostFor(context: CheckContext, endpoint: EndpointName): Promise<CallOptions> {
  const isLent = endpoint === 'request-loan';
  const isServedThere = isLent && (await context.passed('request-loan.lending-host.agent'));
  return isServedThere ? { host: 'lending' } : {};
}

/** Whether an empty request is refused for who sent it, rather than for being empty. */
async function isTurnedAway(context: CheckContext, endpoint: EndpointName, as: Session) {
  const path = { 'user-id': as.userId ?? '' };
  const host = await hostFor(context, endpoint);
  const exchange = await context.call(endpoint, { as, path, body: {}, ...host });
  return [401, 403].includes(statusOf(exchange)) ? exchange : undefined;
}

/** Equality: whom an endpoint does not turn away with the token of a login, it does not after a refresh. */
async function expectSameStanding(context: CheckContext, endpoint: EndpointName): Promise<void> {
  for (const { user } of ENTITLED.filter((each) => each.endpoint === endpoint)) {
    if (!context.target.users[user]) {
      continue;
    }
    const session = await context.freshSession(user);
    if (await isTurnedAway(context, endpoint, session)) {
      continue;
    }
    const as = await refreshedSession(context, session);
    const refused = await isTurnedAway(context, endpoint, as);
    if (refused) {
      deviate(
        `${user} with a refreshed token not to be turned away by ${endpoint}, as with that of a login`,
        answerOf(refused),
      );
    }
  }
}

/**
 * Staff who are listed payments, which are the organisation's, are listed some after a refresh, too: the
 * manager, and the agent in a search for one of them.
 */
async function expectListedStill(context: CheckContext): Promise<void> {
  const asked = (await listers(context)).filter((user) => STAFF.includes(user));
  for (const user of asked) {
    const { page, reference } = await pageAndSearch(context, user);
    const sought = user === 'agent' && { searchablePaymentReference: reference };
    const body = { ...listingBody(await context.state('awaiting-payments')), ...sought };
    const list = (as: Session) => context.call('awaiting-payments', { as, body });
    if (entriesOf(page).length === 0 || (user === 'agent' && reference === undefined)) {
      continue;
    }
    const exchange = await list(await refreshedUser(context, user));
    // What was paid meanwhile is listed with no token.
    const isGone = async () => entriesOf(await list(await context.freshSession(user))).length === 0;
    if (entriesOf(exchange).length === 0 && !(await isGone())) {
      const what = user === 'agent' ? `payments in a search for ${reference}` : 'payments';
      deviate(`${what} for the ${user} with a refreshed token, as before`, answerOf(exchange));
    }
  }
}

/**
 * A context in which everybody's session was refreshed; with `bearer` the endpoint is sent its token
 * in that form. Sessions and what was made with them are kept for one check only, since a target may
 * end a user's older sessions at the next login.
 */
function refreshed(
  plain: CheckContext,
  { bearer, twice }: { bearer: EndpointName | undefined; twice: boolean },
): CheckContext {
  const made = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const known = made.get(key) ?? make();
    made.set(key, known);
    return known as Promise<T>;
  };
  const own: CheckContext = {
    ...plain,
    plain,
    call: (endpoint, options = {}) =>
      plain.call(endpoint, { ...(endpoint === bearer && { bearer: true }), ...options }),
    session: (user) =>
      once(`session of ${user}`, () => (twice ? refreshedTwice : refreshedUser)(plain, user)),
    shared: (key, make) => once(key, () => make(own)),
  };
  return own;
}

/**
 * Section 4.2: a new access token is its user's, for all that the user may do and nothing else. The
 * checks of the endpoint that passed with the token of a login are made once more with it.
 */
export function refreshedSessionChecks(checks: readonly Check[]): Check[] {
  return Object.entries(TRIED).map(([endpoint, ids]) => {
    const tried = checks.filter(({ id }) => ids.includes(id));
    return {
      id: `refresh.keeps.${endpoint}`,
      title: `treats a refreshed token as that of a login (${endpoint})`,
      requirements: ['RFR-9'],
      level: 'must',
      endpoint: endpoint as EndpointName,
      users: ['customer'],
      states: [...new Set(tried.flatMap(({ states = [] }) => states))],
      phase: 'sessions',
      after: ['refresh.succeeds', 'refresh.new-token-works'],
      cause: 'a refreshed token is not that of its user',
      async run(context) {
        const bearer = await context.passed(`authentication.bearer.${endpoint}`);
        for (const [index, check] of tried.entries()) {
          const users = check.users ?? [];
          if (users.some((user) => !context.target.users[user])) {
            continue;
          }
          // What is drawn is tried with refreshed sessions too: what fails there is asked with a login.
          if ((await context.passed(check.id)) || (await holdsAfterLogin(check, context))) {
            // Every other one in the other header form: three things together.
            await tryAgain(
              check,
              refreshed(context, {
                bearer: bearer && index % 2 === 1 ? (endpoint as EndpointName) : undefined,
                twice: index === 0,
              }),
              'with a refreshed token',
            ).catch(async (error: unknown) => {
              // What has changed since, such as an offer that was answered, a login is told as well.
              if (!(error instanceof Deviation) || (await holdsAfterLogin(check, context))) {
                throw error;
              }
            });
          }
        }
        await expectSameStanding(context, endpoint as EndpointName);
        if (endpoint === 'awaiting-payments') {
          await expectListedStill(context);
        }
      },
    };
  });
}

/** Whether a check holds on the plainest request, with the token of a login. */
async function holdsAfterLogin(check: Check, plain: CheckContext): Promise<boolean> {
  const own: CheckContext = {
    ...plain,
    // Whose a state is has one session for the whole run, which is one of a login.
    plain,
    session: (user) => plain.freshSession(user),
    shared: (_key, make) => make(own),
  };
  try {
    await check.run(own);
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs a check once more in another context. What cannot be told there was told without it.
 *
 * @param how for messages: `with a refreshed token`
 * @throws Deviation where the rule is broken
 */
export async function tryAgain(check: Check, context: CheckContext, how: string): Promise<void> {
  try {
    await check.run(context);
  } catch (error) {
    if (error instanceof NotSupplied || error instanceof Inconclusive) {
      return;
    }
    if (error instanceof Deviation) {
      throw error.told(`${error.got} (${how})`);
    }
    throw error;
  }
}
