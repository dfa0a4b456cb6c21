import type { EndpointName } from '../../contract/endpoint-names.ts';
import { USER_NAMES, type UserName } from '../../target/target.ts';
import type { CheckContext } from '../check-context.ts';
import { dayOf, slashDate } from '../checks/awaiting-payments/days.ts';
import { entriesOf } from '../checks/awaiting-payments/listing.ts';
import { takenAnswers } from '../checks/lending/eligibility-answers.ts';
import { NAMES_IN_OTHER_LETTERS } from '../checks/names-in-other-letters.ts';
import { servedApiToken } from '../checks/tokens/api-tokens.ts';
import { VALID_CALLS } from '../checks/valid-call.ts';
import { isSuccess } from '../expectations.ts';
import { aroundToken } from './around-token.ts';
import type { Situation } from './situation.ts';

/** One thing that may vary: a part of a situation, and what it is called in messages. */
export interface Value extends Partial<Situation> {
  text: string;
  /** several that stand for this one, one after the other: they need no pairs of their own */
  ways?: readonly Value[];
  /** says of the rest of a situation whether this way would be one in it */
  fits?(rest: readonly Value[]): boolean;
}

/** What varies from one situation to the next without all its pairs: they would be many. */
export const IN_TURN = 'in turn';

/** What may vary together in the requests of an endpoint, by name. */
export type EndpointFactors = Record<string, Value[]>;

const AS_SHOWN: Value = { text: '' };

const bearer = async (context: CheckContext, endpoint: EndpointName): Promise<Value[]> =>
  (await context.passed(`authentication.bearer.${endpoint}`))
    ? [AS_SHOWN, { text: 'with Bearer', bearer: true }]
    : [AS_SHOWN];

/** Refusals that hold for the customer's API tokens as for their sessions (section 5.7). */
const OF_API_TOKENS = /^(?!authentication\.|api-tokens\.).*\.(refuses|forbids|header|failure)\./;

/** Where nothing but the token varies, each of its forms has a situation: there are as many anyway. */
const ALONE: readonly EndpointName[] = ['update-application'];

/** Bearer, in turn with an API token where the endpoint serves the customer's: one stands for the other. */
async function otherTokens(
  context: CheckContext,
  check: string,
  endpoint: EndpointName,
  token: readonly Value[],
): Promise<Value[]> {
  const apiToken = OF_API_TOKENS.test(check)
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
    fits: (rest) => rest.every(({ caller }) => caller === undefined),
  };
  if (!asBearer || ALONE.includes(endpoint)) {
    return [...token, byApiToken];
  }
  return [AS_SHOWN, inTurn([byApiToken, asBearer])];
}

/** Answers to an offer that are refused to whoever owns it. */
const OF_OWN_OFFER =
  /^update-application\.refuses\.(no-|status-|x-fapi-|unknown-application$|id-not-a-uuid$)/;

/** Another customer who answers an own offer, beside the tokens, where every value has a situation anyway. */
function byOtherOwner(context: CheckContext, check: string): Value[] {
  return OF_OWN_OFFER.test(check) && context.target.users.otherCustomer
    ? [{ text: 'by otherCustomer', caller: 'otherCustomer' }]
    : [];
}

/** Answers to questions, which are not required: those of the state, or such as the target takes. */
async function eligibility(context: CheckContext): Promise<Value[]> {
  if (!(await context.passed('request-loan.eligibility-answers'))) {
    return [AS_SHOWN];
  }
  const eligibilityAnswers = await takenAnswers(context);
  return [AS_SHOWN, { text: 'eligibility answers', body: { eligibilityAnswers } }];
}

/** The users whom a listing of awaiting payments succeeds for, and shows something. */
export function listers(context: CheckContext): Promise<UserName[]> {
  return context.shared('who may list awaiting payments', async (own) => {
    const candidates = (['customer', 'otherCustomer', 'manager', 'agent'] as const).filter(
      (user) => own.target.users[user],
    );
    const listed = await Promise.all(
      candidates.map(async (user) => {
        const { body } = await VALID_CALLS['awaiting-payments'].options(own);
        const exchange = await own.call('awaiting-payments', {
          as: await own.session(user),
          body,
          query: { page: 1, size: 20 },
        });
        return isSuccess(exchange) && entriesOf(exchange).length > 0 ? [user] : [];
      }),
    );
    return listed.flat();
  });
}

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

/** Readings of portfolios have no language, since their texts are held against each other; refusals may. */
const IN_FRENCH: Value = { text: 'in French', headers: { 'accept-language': 'fr, en;q=0.5' } };

/** One value for several, which are met one after the other. */
const inTurn = (ways: readonly Value[]): Value => ({ text: '', ways });

/**
 * Pages and sizes in the place of the usual request, which every check sends first: what varies is met
 * more often than what does not.
 */
const FIRST_PAGES = inTurn([
  { text: 'size 30', query: { size: 30 } },
  AS_SHOWN,
  { text: 'size 3', query: { size: 3 } },
]);

const LATER_PAGES = inTurn([
  { text: 'page 2 of 4', query: { page: 2, size: 4 } },
  { text: 'page 2 of 50', query: { page: 2, size: 50 } },
]);

const LATER_PAGES_OF_PORTFOLIOS = inTurn([
  { text: 'page 2 of 5', query: { page: 2, size: 5 } },
  { text: 'page 2 of 50', query: { page: 2, size: 50 } },
]);

const WEEK = 6;
const QUARTER = 91;

/** The state's range and others that end with it: each may have a way of its own through a target. */
function ranges(fromDate: string, toDate: string): Value[] {
  const last = dayOf(toDate);
  const from = (text: string, day: string) => instead(text, 'fromDate', fromDate, day);
  return [
    inTurn([AS_SHOWN, from('a quarter', slashDate(last - QUARTER))]),
    inTurn([from('one day', toDate), from('a week', slashDate(last - WEEK))]),
  ];
}

const session = async (
  context: CheckContext,
  endpoint: EndpointName,
): Promise<EndpointFactors> => ({
  token: await bearer(context, endpoint),
});

const FACTORS: { [E in EndpointName]?: (context: CheckContext) => Promise<EndpointFactors> } = {
  refresh: (context) => session(context, 'refresh'),
  logout: (context) => session(context, 'logout'),
  'fetch-organisation-preference': (context) => session(context, 'fetch-organisation-preference'),
  async 'awaiting-payments'(context) {
    const { currency, otherCurrency, fromDate, toDate, reference } =
      await context.state('awaiting-payments');
    return {
      token: await bearer(context, 'awaiting-payments'),
      page: [FIRST_PAGES, LATER_PAGES],
      range: ranges(fromDate, toDate),
      search: [AS_SHOWN, { text: 'a search', body: { searchablePaymentReference: reference } }],
      currency: [AS_SHOWN, instead(otherCurrency, 'selectedCurrency', currency, otherCurrency)],
    };
  },
  'request-loan': async (context) => ({
    token: await bearer(context, 'request-loan'),
    [IN_TURN]: [...(await eligibility(context)), OTHERWISE_EMPLOYED, OTHER_NAMES],
    host: context.target.capabilities.includes('requestLoanOnLendingHost')
      ? [AS_SHOWN, { text: 'on the lending host', host: 'lending' }]
      : [AS_SHOWN],
  }),
  'repay-loan': async (context) => ({
    token: await bearer(context, 'repay-loan'),
    date: [
      AS_SHOWN,
      inTurn([
        { text: 'a paymentDate', body: { paymentDate: new Date().toISOString() } },
        { text: 'a paymentDate of years ago', body: { paymentDate: '2020-02-29T10:30:00.000Z' } },
      ]),
    ],
    narration: [
      AS_SHOWN,
      { text: 'a narration', body: { paymentNarration: 'Repayment, ẹ ṣé 🙏' } },
    ],
  }),
  'update-application': (context) => session(context, 'update-application'),
  portfolios: async (context) => ({
    token: await bearer(context, 'portfolios'),
    [IN_TURN]: [IN_FRENCH, AS_SHOWN],
    page: [FIRST_PAGES, LATER_PAGES_OF_PORTFOLIOS],
  }),
};

/** These and the customer, who asks first, are tried each time; the others of the users in turn. */
const EACH_TIME: readonly UserName[] = ['otherCustomer', 'manager'];

/** Everybody with a session but the customer: for what holds whoever asks. */
function everyUser(context: CheckContext): Value[] {
  const others = USER_NAMES.filter((user) => user !== 'customer' && context.target.users[user]).map(
    (user) => ({ text: `by ${user}`, caller: user }),
  );
  const rest = others.filter(({ caller }) => !EACH_TIME.includes(caller));
  return [
    ...others.filter((one) => !rest.includes(one)),
    ...(rest.length > 0 ? [inTurn(rest)] : []),
  ];
}

/** Tokens that tell nothing of who sends them, so that nobody is told apart. */
const NOBODYS = /^authentication\.(missing|empty|garbage|two-segments|expired)\./;

/** Repayments as a customer, whom somebody else reaches for: nobody may, whatever the role. */
const OF_OTHERS = /^repay-loan\.forbids\.other-user-id/;

/** Whose request a check may be tried for: anybody's token is refused alike, a role's is not. */
async function callers(context: CheckContext, check: string, endpoint: EndpointName) {
  // Of a refresh the refresh token tells whose session it is.
  if (NOBODYS.test(check) && endpoint !== 'refresh') {
    return [AS_SHOWN];
  }
  if (check.startsWith('authentication.')) {
    return everyUser(context);
  }
  if (endpoint === 'repay-loan' && OF_OTHERS.test(check)) {
    const staff = (['manager', 'agent', 'cashier'] as const).filter(
      (user) => context.target.users[user],
    );
    const ways = staff.map((user) => ({ text: `by ${user}`, caller: user }));
    return ways.length > 0 ? [AS_SHOWN, inTurn(ways)] : [AS_SHOWN];
  }
  if (endpoint === 'request-loan' && /\.refuses\./.test(check)) {
    return (await context.passed('request-loan.agent'))
      ? [AS_SHOWN, { text: 'by agent', caller: 'agent' as const }]
      : [AS_SHOWN];
  }
  if (endpoint !== 'awaiting-payments' || !/\.(refuses|header|failure)\./.test(check)) {
    return [AS_SHOWN];
  }
  return (await listers(context)).map((user) =>
    user === 'customer' ? AS_SHOWN : { text: `by ${user}`, caller: user },
  );
}

/** What may vary around the one thing that a check of an endpoint tries. */
export async function factorsFor(
  context: CheckContext,
  check: string,
  endpoint: EndpointName,
): Promise<EndpointFactors> {
  const factors = await FACTORS[endpoint]?.(context);
  if (!factors) {
    return {};
  }
  const around = {
    ...factors,
    token: [
      ...(await otherTokens(context, check, endpoint, factors.token ?? [])),
      ...byOtherOwner(context, check),
    ],
    caller: await callers(context, check, endpoint),
  };
  return check.startsWith('authentication.') ? aroundToken(endpoint, around) : around;
}
