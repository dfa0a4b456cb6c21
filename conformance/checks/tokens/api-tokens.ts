import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { StateName, UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, expectUnauthorised, isSuccess, statusOf } from '../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { allDone } from '../all-done.ts';
import { entriesOf, fullListing, keyOf, keysOf } from '../awaiting-payments/listing.ts';
import { answerOffer } from '../offers/update-application-offers.ts';
import { PROTECTED_CALLS, type ProtectedCall } from '../protected-calls.ts';
import { onlyReads, VALID_CALLS } from '../valid-call.ts';
import { tamperedTail } from './forged-tokens.ts';

/**
 * Endpoints that may be called with a token of an unknown owner. Logout is left out, since it
 * would revoke the token, and refresh, since an API token works without the login flow.
 */
const CALLS = PROTECTED_CALLS.filter((call) => !call.phase);

/** The call with an API token; the owner is not known, so another user's data may be refused. */
async function callWith(
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
  return context.call(call.endpoint, { ...options, ...other, as, bearer });
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

const works: Check = {
  id: 'api-tokens.work',
  title: 'serves a request with an API token in X-Auth-Token',
  requirements: ['AUT-15'],
  level: 'must',
  users: ['manager', 'customer'],
  states: ['api-token', 'awaiting-payments', 'portfolios'],
  capability: 'apiTokens',
  async run(context) {
    const { token } = await context.state('api-token');
    await servedSomewhere(context, token, 'an API token');
  },
};

/** The answer to a valid call with the API token of the state. */
function answerToApiToken(context: CheckContext, call: ProtectedCall): Promise<Exchange> {
  if (call.endpoint === 'awaiting-payments') {
    return listingWithApiToken(context);
  }
  return context.shared(`API token on ${call.endpoint}`, async (own) => {
    const { token } = await own.state('api-token');
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
const NOT_THERE = [404, 405, 501];

const accepted: Check[] = CALLS.map((call) => ({
  id: `api-tokens.accepted.${call.endpoint}`,
  title: `accepts an API token on ${call.endpoint}`,
  requirements: ['AUT-15'],
  level: 'must',
  endpoint: call.endpoint,
  users: call.users,
  ...(call.endpoint === 'update-application'
    ? { takes: { 'offer-sent': 1 }, states: ['api-token' as const] }
    : { states: [...call.states, 'api-token' as const] }),
  capability: 'apiTokens',
  after: ['api-tokens.work', call.twin],
  cause: 'an API token is not accepted',
  async run(context) {
    const status = statusOf(await answerToApiToken(context, call));
    // Who is not the customer may find nothing of the customer's.
    const mayFindNothing =
      status === 404 &&
      (call.endpoint === 'portfolios' ||
        (await servedApiToken(context, 'portfolios')) === undefined);
    if (status === 401 || (NOT_THERE.includes(status) && !mayFindNothing)) {
      deviate('an API token to be accepted', `HTTP ${status}`);
    }
    const isDeclared = context.target.capabilities.includes('requestLoanOnLendingHost');
    if (
      call.endpoint === 'request-loan' &&
      isDeclared &&
      (await context.passed('request-loan.lending-host'))
    ) {
      const { token } = await context.state('api-token');
      const { options } = await call.prepare(context);
      const as = { accessToken: token };
      const exchange = await context.call(call.endpoint, { ...options, as, host: 'lending' });
      if (statusOf(exchange) === 401) {
        deviate('an API token to be accepted on the lending host, as on the other', 'HTTP 401');
      }
    }
  },
}));

const several: Check = {
  id: 'api-tokens.several',
  title: 'serves requests with either of two API tokens at once',
  requirements: ['AUT-19'],
  level: 'must',
  users: ['manager', 'customer'],
  states: ['api-token', 'awaiting-payments', 'portfolios'],
  takes: { 'api-token': 1 },
  capability: 'apiTokens',
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
const OWNERS: readonly UserName[] = ['manager', 'agent', 'cashier', 'customer'];

const outlives: Check = {
  id: 'api-tokens.outlive-sessions',
  title: 'serves an API token whatever sessions begin, are refreshed and end',
  requirements: ['AUT-35'],
  level: 'must',
  users: ['manager', 'customer'],
  states: ['api-token', 'awaiting-payments', 'portfolios'],
  capability: 'apiTokens',
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

const REFUSED: { state: StateName & `${string}-api-token`; requirement: string; what: string }[] = [
  { state: 'expired-api-token', requirement: 'AUT-16', what: 'an expired API token' },
  { state: 'revoked-api-token', requirement: 'AUT-17', what: 'a revoked API token' },
];

const refused: Check[] = REFUSED.flatMap(({ state, requirement, what }) =>
  CALLS.map((call) => ({
    id: `api-tokens.${state.replace('-api-token', '')}.${call.endpoint}`,
    // They are of one user: what varies beside them is tried with the tokens of sessions.
    refusal: {
      name: `api-tokens.${state.replace('-api-token', '')}.${call.endpoint}`,
      ...{ ownToken: true as const, once: true as const, least: 1 },
      ...(state === 'expired-api-token' && { expired: true as const }),
    },
    title: `answers ${what} with 401 on ${call.endpoint}`,
    requirements: [requirement],
    level: 'must' as const,
    endpoint: call.endpoint,
    users: call.users,
    states: [...call.states, state],
    capability: 'apiTokens',
    after: [`api-tokens.accepted.${call.endpoint}`],
    cause: `${what} is not answered with 401`,
    async run(context: CheckContext) {
      const { token } = await context.state(state);
      expectUnauthorised(await callWith(context, call, token), what);
      // In situations the header form is one of what varies.
      if (!context.plain) {
        const asBearer = await callWith(context, call, token, true);
        expectUnauthorised(asBearer, `${what} sent as Bearer`);
      }
    },
  })),
);

/** As an access token's signature, all of an API token is what opens; no form is shown for it. */
const altered: Check = {
  id: 'api-tokens.altered',
  title: 'answers an API token with other last characters with 401',
  requirements: ['AUT-51'],
  level: 'must',
  users: ['manager', 'customer'],
  states: ['api-token', 'awaiting-payments'],
  capability: 'apiTokens',
  after: ['api-tokens.accepted.awaiting-payments'],
  async run(context) {
    const { token } = await context.state('api-token');
    const exchange = await context.call('awaiting-payments', {
      ...(await VALID_CALLS['awaiting-payments'].options(context)),
      as: { accessToken: tamperedTail(token) },
    });
    expectUnauthorised(exchange, 'an API token whose end was changed');
  },
};

/** What logout says to a dead token ends nobody's session, whoever made the token. */
const refusedByLogout: Check[] = REFUSED.map(({ state, requirement, what }) => ({
  id: `api-tokens.${state.replace('-api-token', '')}.logout`,
  title: `answers ${what} with 401 on logout`,
  requirements: [requirement],
  level: 'must',
  endpoint: 'logout',
  states: [state],
  capability: 'apiTokens',
  after: ['api-tokens.work', 'logout.succeeds'],
  phase: 'sessions',
  cause: `${what} is not answered with 401`,
  async run(context) {
    const { token } = await context.state(state);
    const bearer = await context.passed('authentication.bearer.logout');
    for (const [index, form] of [{}, bearer ? { bearer } : {}, {}].entries()) {
      const exchange = await context.call('logout', {
        as: { accessToken: token },
        body: {},
        ...form,
        situation: `time ${index + 1}`,
      });
      expectUnauthorised(exchange, what);
    }
  },
}));

/** Section 5.7, for targets that declare the capability apiTokens. */
export const apiTokenChecks: Check[] = [
  works,
  ...accepted,
  altered,
  several,
  outlives,
  ...refused,
  ...refusedByLogout,
];
