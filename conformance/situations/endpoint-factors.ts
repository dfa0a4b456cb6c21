import { isDeepStrictEqual } from 'node:util';
import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { CheckContext } from '../check-context.ts';
import { dayOf, slashDate } from '../checks/awaiting-payments/days.ts';
import { takenAnswers } from '../checks/lending/eligibility-answers.ts';
import { NAMES_IN_OTHER_LETTERS } from '../checks/lending/loan-request-values.ts';
import { servedApiToken } from '../checks/tokens/api-tokens.ts';
import { aroundToken } from './around-token.ts';
import { byOtherOwner, callers } from './callers.ts';
import { DATED_BEFORE, sameInteraction } from './fapi-values.ts';
import type { Refusal } from './refusal.ts';
import { AS_SHOWN, inOrder, inTurn, type Value } from './situation.ts';

/** What varies from one situation to the next without all its pairs: they would be many. */
export const IN_TURN = 'in turn';

/** What may vary together in the requests of an endpoint, by name. */
export type EndpointFactors = Record<string, Value[]>;

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

/** Answers to questions, which are not required: those of the state, or such as the target takes. */
async function eligibility(context: CheckContext): Promise<Value[]> {
  if (!(await context.passed('request-loan.eligibility-answers'))) {
    return [AS_SHOWN];
  }
  const { eligibilityAnswers: own } = await context.state('loan-product');
  return own
    ? [unanswered(own), AS_SHOWN]
    : [
        AS_SHOWN,
        { text: 'eligibility answers', body: { eligibilityAnswers: await takenAnswers(context) } },
      ];
}

/** None of the answers that the state gives, where the check has left them: they are not required. */
const unanswered = (own: unknown): Value => ({
  text: 'no eligibility answers',
  change(options) {
    const { eligibilityAnswers: sent, ...body } = (options.body ?? {}) as Record<string, unknown>;
    return isDeepStrictEqual(sent, own) ? { ...options, body } : options;
  },
});

/** The values seen of employmentStatus (section 2.3). */
const EMPLOYMENTS = ['EMPLOYED', 'SELF_EMPLOYED'];

/** The other value that was seen, where the request has one of them. */
const OTHERWISE_EMPLOYED: Value = {
  text: 'employed otherwise',
  change(options) {
    const body = options.body as Record<string, unknown> | undefined;
    const other = EMPLOYMENTS.find((value) => value !== body?.employmentStatus);
    const isSeen = EMPLOYMENTS.some((value) => value === body?.employmentStatus);
    return isSeen ? { ...options, body: { ...body, employmentStatus: other } } : options;
  },
};

/** Such names where the check has left those of the state: who stumbles over them gives no refusal. */
const OTHER_NAMES: Value = {
  text: 'names in other letters',
  change(options) {
    const body = options.body as Record<string, unknown> | undefined;
    const left = Object.entries(NAMES_IN_OTHER_LETTERS).filter(([field]) => {
      const usual = body?.[field];
      return typeof usual === 'string' && usual !== '';
    });
    return left.length > 0
      ? { ...options, body: { ...body, ...Object.fromEntries(left) } }
      : options;
  },
};

/** Another value of a field that every request has, where the check has left it as it was. */
const instead = (text: string, field: string, usual: string, other: string): Value => ({
  text,
  change(options) {
    const body = options.body as Record<string, unknown> | undefined;
    return body?.[field] === usual ? { ...options, body: { ...body, [field]: other } } : options;
  },
});

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
  { text: 'size 30', query: { size: 30 } },
  { text: 'size 3', query: { size: 3 } },
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

/**
 * A value that no target promises to take. What comes first of two reasons is open, so that beside a refusal of
 * one status a refusal for the value is none of it.
 */
const perhapsRefused = (value: Value, refusal?: Refusal): Value =>
  refusal?.anyStatus ? value : { ...value, invalid: true };

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
  'request-loan': async (context, refusal) => ({
    [IN_TURN]: [
      ...(await eligibility(context)),
      ...[OTHERWISE_EMPLOYED, OTHER_NAMES].map((value) => perhapsRefused(value, refusal)),
    ],
    host: context.target.capabilities.includes('requestLoanOnLendingHost')
      ? [AS_SHOWN, { text: 'on the lending host', host: 'lending' }]
      : [AS_SHOWN],
  }),
  'repay-loan': async (_context, refusal) => ({
    date: [
      AS_SHOWN,
      inTurn(
        [
          { text: 'a paymentDate', body: { paymentDate: new Date().toISOString() } },
          { text: 'a paymentDate of years ago', body: { paymentDate: '2020-02-29T10:30:00.000Z' } },
        ].map((value) => perhapsRefused(value, refusal)),
      ),
    ],
    narration: [
      AS_SHOWN,
      perhapsRefused(
        { text: 'a narration', body: { paymentNarration: 'Repayment, ẹ ṣé 🙏' } },
        refusal,
      ),
    ],
  }),
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
