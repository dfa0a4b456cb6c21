import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { unlessNotSupplied } from '../../../target/states/not-supplied.ts';
import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, isRefusedAnswer, isRejection, isSuccess, statusOf } from '../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { allDone } from '../all-done.ts';
import { entriesOf, fullListing, keyOf, keysOf } from '../awaiting-payments/listing.ts';
import { likeFirst } from '../idempotency/experiments.ts';
import { answerOffer } from '../offers/update-application-offers.ts';
import { PROTECTED_CALLS, type ProtectedCall } from '../protected-calls.ts';
import { onlyReads, VALID_CALLS } from '../valid-call.ts';

/**
 * Endpoints that may be called with a token of an unknown owner. Logout is left out, since it
 * would revoke the token, and refresh, since an API token works without the login flow.
 */
export const CALLS = PROTECTED_CALLS.filter((call) => !call.phase);

/** The call with an API token; the owner is not known, so another user's data may be refused. */
export async function callWith(
  context: CheckContext,
  call: ProtectedCall,
  accessToken: string,
  bearer = false,
) {
  const as = { accessToken };
  // Fetching the preference needs nothing but a token, so nobody has to be allowed to fetch it.
  if (call.endpoint === 'fetch-organisation-preference') {
    return context.call(call.endpoint, { as, bearer });
  }
  const { options } = await call.prepare(context);
  // The other answer to an offer, so that both are tried.
  const other = bearer && options.query?.status === true ? { query: { status: false } } : {};
  const sent = { ...options, ...other, as, bearer };
  return context.call(call.endpoint, { ...sent, meantToSucceed: false });
}

/** The answer to a valid listing with the API token of the state, that several checks look at. */
export function listingWithApiToken(context: CheckContext): Promise<Exchange> {
  return context.shared('listing with an API token', async (own) => {
    const options = await VALID_CALLS['awaiting-payments'].options(own);
    const { token } = await own.state('api-token');
    return own.call('awaiting-payments', { ...options, as: { accessToken: token } });
  });
}

/** Demands that a token is served on one of the endpoints that only read. */
async function servedSomewhere(context: CheckContext, token: string, what: string) {
  const reading = CALLS.filter(({ endpoint }) => onlyReads(endpoint));
  const answers: string[] = [];
  for (const call of reading) {
    const exchange = await callWith(context, call, token);
    if (isSuccess(exchange)) {
      return;
    }
    answers.push(`${call.endpoint}: ${answerOf(exchange)}`);
  }
  deviate(`${what} to be served on at least one endpoint`, answers.join('; '));
}

/** What checks of API tokens have in common, unless they say otherwise; whose a token is nobody knows. */
export const ofApiToken = {
  level: 'must',
  users: ['manager', 'customer'],
  states: ['api-token', 'awaiting-payments', 'portfolios'],
  capability: 'apiTokens',
} satisfies Partial<Check>;

const works: Check = {
  ...ofApiToken,
  id: 'api-tokens.work',
  title: 'serves a request with an API token in X-Auth-Token',
  requirements: ['AUT-15'],
  async run(context) {
    const { token } = await context.state('api-token');
    await servedSomewhere(context, token, 'an API token');
  },
};

/** One more repayment of the loan that the run repaid first, with an API token. */
const repaidAgain = async (context: CheckContext, accessToken: string): Promise<Exchange> =>
  context.call('repay-loan', { ...(await likeFirst(context, 'repay-loan')), as: { accessToken } });

/** The answer to a valid call with the API token of the state. */
function answerToApiToken(context: CheckContext, call: ProtectedCall): Promise<Exchange> {
  if (call.endpoint === 'awaiting-payments') {
    return listingWithApiToken(context);
  }
  return context.shared(`API token on ${call.endpoint}`, async (own) => {
    const { token } = await own.state('api-token');
    if (call.endpoint === 'repay-loan') {
      // Refusals need the shared loan as it is, of which all is still owed.
      const again = await repaidAgain(own, token);
      // A loan may be good for one repayment at a time, which says nothing of the token.
      const isOfLoan = isRejection(again) && statusOf(again) !== 401;
      return isOfLoan ? callWith(own, call, token) : again;
    }
    if (call.endpoint !== 'update-application') {
      return callWith(own, call, token);
    }
    const { applicationId } = await own.take('offer-sent');
    return answerOffer(own, { accessToken: token }, applicationId, false);
  });
}

/** The customer's API token, where it is supplied and an endpoint has served a valid call with it. */
export async function servedApiToken(
  context: CheckContext,
  endpoint: EndpointName,
): Promise<string | undefined> {
  const call = CALLS.find((each) => each.endpoint === endpoint);
  const isDeclared = context.target.capabilities.includes('apiTokens');
  if (!call || !isDeclared || !(await context.passed(`api-tokens.accepted.${endpoint}`))) {
    return undefined;
  }
  const isServed = isSuccess(await answerToApiToken(context, call));
  return isServed ? (await context.state('api-token')).token : undefined;
}

/** The customer's API token, where it is listed the payments that a session of theirs is. */
export async function listingApiToken(context: CheckContext): Promise<string | undefined> {
  const token = await servedApiToken(context, 'awaiting-payments');
  if (token === undefined) {
    return undefined;
  }
  const listed = entriesOf(await listingWithApiToken(context)).map(keyOf);
  const own = keysOf((await fullListing(context)).entries);
  return listed.length > 0 && listed.every((key) => own.has(key)) ? token : undefined;
}

/** How an endpoint is answered that is not there, though it is for a session (section 9). */
const NOT_THERE = [405, 501];

/** Whether the token is served where money is lent or repaid, at another endpoint than this. */
async function mayMoveMoney(context: CheckContext, { endpoint }: ProtectedCall): Promise<boolean> {
  const other = endpoint === 'repay-loan' ? 'request-loan' : 'repay-loan';
  const call = CALLS.find((each) => each.endpoint === other);
  const exchange = call && (await answerToApiToken(context, call).catch(unlessNotSupplied));
  return exchange !== undefined && isSuccess(exchange);
}

/** Whether an offer that was answered is not there for its owner's session either: one may end another. */
async function hasEnded(
  context: CheckContext,
  { endpoint }: ProtectedCall,
  { request }: Exchange,
): Promise<boolean> {
  const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
  return (
    endpoint === 'update-application' &&
    isRefusedAnswer(await answerOffer(context, 'customer', id, false))
  );
}

const accepted: Check[] = CALLS.map((call) => ({
  ...ofApiToken,
  id: `api-tokens.accepted.${call.endpoint}`,
  title: `accepts an API token on ${call.endpoint}`,
  requirements: ['AUT-15'],
  endpoint: call.endpoint,
  users: call.users,
  ...(call.endpoint === 'update-application'
    ? { takes: { 'offer-sent': 1 }, states: ['api-token' as const] }
    : { states: [...call.states, 'api-token' as const] }),
  after: ['api-tokens.work', call.twin],
  cause: 'an API token is not accepted',
  async run(context) {
    const exchange = await answerToApiToken(context, call);
    const status = statusOf(exchange);
    // Who has no right to something, or is not whose it is, may be told that it is not there.
    const isMissing =
      status === 404
        ? (await mayMoveMoney(context, call)) && !(await hasEnded(context, call, exchange))
        : NOT_THERE.includes(status);
    if (status === 401 || isMissing) {
      deviate('an API token to be accepted', `HTTP ${status}`);
    }
    // Elsewhere good calls with the token come again in any case: it is long-lived, and good for more than one.
    if (call.endpoint === 'repay-loan' && isSuccess(exchange)) {
      const { token } = await context.state('api-token');
      const again = await repaidAgain(context, token);
      if (statusOf(again) === 401) {
        deviate('an API token to be accepted as often as it is sent', 'HTTP 401');
      }
    }
    const isLent = call.endpoint === 'request-loan';
    if (isLent && (await context.passed('request-loan.lending-host'))) {
      const { token } = await context.state('api-token');
      const { options } = await call.prepare(context);
      const as = { accessToken: token };
      const sent = { ...options, as, host: 'lending' as const, meantToSucceed: false };
      const there = await context.call(call.endpoint, sent);
      if (statusOf(there) === 401) {
        deviate('an API token to be accepted on the lending host, as on the other', 'HTTP 401');
      }
    }
  },
}));

const several: Check = {
  ...ofApiToken,
  id: 'api-tokens.several',
  title: 'serves requests with either of two API tokens at once',
  requirements: ['AUT-19'],
  takes: { 'api-token': 1 },
  after: ['api-tokens.work'],
  // Alone and last, since what a second token does to the first would be seen in other checks.
  phase: 'sessions',
  async run(context) {
    // The second first: what it might end is the older one.
    const second = await context.take('api-token');
    await servedSomewhere(context, second.token, 'a second API token');
    const { token } = await context.state('api-token');
    await servedSomewhere(context, token, 'the first of two API tokens');
  },
};

/** Who may have made the API token, so that its sessions are begun and ended. */
const OWNERS: readonly UserName[] = ['manager', 'customer'];

const outlives: Check = {
  ...ofApiToken,
  id: 'api-tokens.outlive-sessions',
  title: 'serves an API token whatever sessions begin, are refreshed and end',
  requirements: ['AUT-35'],
  after: ['api-tokens.work', 'refresh.succeeds', 'logout.succeeds'],
  phase: 'sessions',
  async run(context) {
    const { token } = await context.state('api-token');
    await servedSomewhere(context, token, 'an API token');
    const owners = OWNERS.filter((name) => context.target.users[name]);
    await allDone(
      owners.map(async (user) => {
        const session = await context.freshSession(user);
        const body = { refresh_token: session.refreshToken };
        const refresh = await context.call('refresh', { as: session, body });
        const fresh = valueAt(jsonOf(refresh), 'access_token');
        const as = typeof fresh === 'string' ? { accessToken: fresh } : session;
        await context.call('logout', { as, body: {} });
      }),
    );
    await servedSomewhere(context, token, 'an API token after logins, refreshes and logouts');
  },
};

/** Section 5.7, for targets that declare the capability apiTokens. */
export const apiTokenChecks: Check[] = [works, ...accepted, several, outlives];
