import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { CheckContext } from '../check-context.ts';
import { dayOf, slashDate } from '../checks/awaiting-payments/days.ts';
import { servedApiToken } from '../checks/tokens/api-tokens.ts';
import { aroundToken } from './around-token.ts';
import { byOtherOwner, callers } from './callers.ts';
import { DATED_BEFORE, sameInteraction } from './fapi-values.ts';
import { applicationValues, repaymentFactors } from './lending-values.ts';
import type { Refusal } from './refusal.ts';
import {
  AS_SHOWN,
  type EndpointFactors,
  IN_TURN,
  inOrder,
  instead,
  inTurn,
  type Value,
} from './situation.ts';

const bearer = async (context: CheckContext, endpoint: EndpointName): Promise<Value[]> =>
  (await context.passed(`authentication.bearer.${endpoint}`))
    ? [AS_SHOWN, { text: 'with Bearer', bearer: true }]
    : [AS_SHOWN];

/** Where nothing but the token varies, each of its forms has a situation: there are as many anyway. */
const ALONE: readonly EndpointName[] = ['update-application'];

/** Whether a value is somebody else who calls, or one of its ways is: which way comes is not known yet. */
const mayNameCaller = ({ caller, ways = [] }: Value): boolean =>
  caller !== undefined || ways.some(mayNameCaller);

/**
 * Bearer, in turn with an API token where the endpoint serves the customer's: one stands for the other. What is
 * refused to a session is to those, too (section 5.7).
 */
async function otherTokens(
  context: CheckContext,
  { badToken, ownToken }: Refusal,
  endpoint: EndpointName,
  token: readonly Value[],
): Promise<Value[]> {
  const apiToken =
    badToken === undefined && !ownToken
      ? await servedApiToken(context.plain ?? context, endpoint)
      : undefined;
  if (apiToken === undefined) {
    return [...token];
  }
  const [, asBearer] = token;
  const byApiToken: Value = {
    ...asBearer,
    text: 'with an API token of the customer',
    apiToken,
    fits: (rest) => !rest.some(mayNameCaller),
  };
  if (!asBearer || ALONE.includes(endpoint)) {
    return [...token, byApiToken];
  }
  return [AS_SHOWN, inTurn([byApiToken, asBearer])];
}

/** The other answer, where the check has left the query as it was. */
const WITHDRAWING: Value = {
  text: 'withdrawing',
  change: (options) =>
    options.query?.status === true
      ? { ...options, query: { ...options.query, status: false } }
      : options,
};

/**
 * Pages of portfolios that are held against each other ask for no language, which their texts may be in, and
 * what each check sends first asks for none either.
 */
export const IN_FRENCH: Value = {
  text: 'in French',
  headers: { 'accept-language': 'fr, en;q=0.5, *;q=0.1' },
};

/**
 * Pages and sizes in the place of the usual request, which every check sends first and which thus comes last. Of
 * a first page and a later one the sizes are far apart, so that two situations have a large and a small one.
 */
const FIRST_PAGES = inOrder([
  { text: 'size 1', query: { size: 1 } },
  { text: 'size 30', query: { size: 30 } },
  AS_SHOWN,
]);

const laterPages = (few: number): Value =>
  inOrder([
    { text: `page 2 of ${few}`, query: { page: 2, size: few } },
    { text: 'page 2 of 50', query: { page: 2, size: 50 } },
  ]);

const WEEK = 6;
const QUARTER = 91;

/**
 * Other ranges that end with the state's, in which every check asks first: each may have a way of its own
 * through a target.
 */
function otherRanges(fromDate: string, toDate: string): Value {
  const last = dayOf(toDate);
  const from = (text: string, day: string) => instead(text, 'fromDate', fromDate, day);
  return inTurn([
    from('one day', toDate),
    from('a quarter', slashDate(last - QUARTER)),
    from('a week', slashDate(last - WEEK)),
  ]);
}

const NOTHING_ELSE = async (): Promise<EndpointFactors> => ({});

/** What varies in the requests of each endpoint, beside the token. */
const FACTORS: {
  [E in EndpointName]?: (context: CheckContext, refusal?: Refusal) => Promise<EndpointFactors>;
} = {
  refresh: NOTHING_ELSE,
  logout: NOTHING_ELSE,
  'fetch-organisation-preference': NOTHING_ELSE,
  async 'awaiting-payments'(context) {
    const { currency, otherCurrency, fromDate, toDate, reference } =
      await context.state('awaiting-payments');
    return {
      page: [FIRST_PAGES, laterPages(4)],
      range: [otherRanges(fromDate, toDate)],
      search: [AS_SHOWN, { text: 'a search', body: { searchablePaymentReference: reference } }],
      currency: [AS_SHOWN, instead(otherCurrency, 'selectedCurrency', currency, otherCurrency)],
    };
  },
  'request-loan': async (context) => ({
    [IN_TURN]: await applicationValues(context),
    host: context.target.capabilities.includes('requestLoanOnLendingHost')
      ? [AS_SHOWN, { text: 'on the lending host', host: 'lending' }]
      : [AS_SHOWN],
  }),
  'repay-loan': repaymentFactors,
  'update-application': async () => ({
    [IN_TURN]: [WITHDRAWING, AS_SHOWN],
  }),
  portfolios: async () => ({
    [IN_TURN]: [IN_FRENCH],
    page: [FIRST_PAGES, laterPages(5)],
  }),
};

const IS_DATED: readonly EndpointName[] = [
  'request-loan',
  'repay-loan',
  'update-application',
  'portfolios',
];

/**
 * What may vary around the one thing that is wrong with a request for an endpoint; around a good request, where
 * no refusal is given.
 */
export async function factorsFor(
  context: CheckContext,
  endpoint: EndpointName,
  refusal?: Refusal,
): Promise<EndpointFactors> {
  const factorsOf = FACTORS[endpoint];
  if (!factorsOf) {
    return {};
  }
  const token = await bearer(context, endpoint);
  const factors = await factorsOf(context, refusal);
  if (!refusal) {
    return { token, ...factors };
  }
  const { [IN_TURN]: usual, ...others } = factors;
  const inTurnHere = refusal.inTurn
    ? [...refusal.inTurn]
    : refusal.anyStatus
      ? [...(await sameInteraction(context, endpoint)), ...(usual ?? [AS_SHOWN])]
      : usual;
  const around = {
    token: [
      ...(await otherTokens(context, refusal, endpoint, token)),
      ...byOtherOwner(context, refusal),
    ],
    ...others,
    caller: await callers(context, refusal, endpoint),
    ...(refusal.expired && IS_DATED.includes(endpoint) && { dated: [DATED_BEFORE, AS_SHOWN] }),
    ...(inTurnHere && { [IN_TURN]: inTurnHere }),
  };
  return refusal.badToken === undefined
    ? around
    : aroundToken(context, refusal.badToken, endpoint, around);
}
