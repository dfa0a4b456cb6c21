import type { EndpointName } from '../../contract/endpoint-names.ts';
import { USER_NAMES, type UserName } from '../../target/target.ts';
import type { CheckContext } from '../check-context.ts';
import { allDone } from '../checks/all-done.ts';
import { askListing, entriesOf, FULL_PAGE } from '../checks/awaiting-payments/listing.ts';
import { servedApiToken } from '../checks/tokens/api-tokens.ts';
import { isSuccess } from '../expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import { asksForMore } from './covering-array.ts';
import type { Refusal } from './refusal.ts';
import { AS_SHOWN, inTurn, type Value } from './situation.ts';

/** What a first listing of a user is answered. */
export const firstListing = (context: CheckContext, user: UserName): Promise<Exchange> =>
  askListing(context, { as: user, query: { page: 1, size: FULL_PAGE } });

/** What a first listing of each user who may list is answered, by user. */
export function firstListings(context: CheckContext): Promise<ReadonlyMap<UserName, Exchange>> {
  return context.shared('first listings of everybody', async (own) => {
    const users = (['customer', 'otherCustomer', 'manager', 'agent'] as const).filter(
      (user) => own.target.users[user],
    );
    const listed = users.map(async (user) => [user, await firstListing(own, user)] as const);
    return new Map(await allDone(listed));
  });
}

/** The users whom a listing of awaiting payments succeeds for, and shows something. */
export function listers(context: CheckContext): Promise<UserName[]> {
  return context.shared('who may list awaiting payments', async (own) =>
    [...(await firstListings(own))]
      .filter(([, exchange]) => isSuccess(exchange) && entriesOf(exchange).length > 0)
      .map(([user]) => user),
  );
}

/** Another customer who answers an own offer, beside the tokens, where every value has a situation anyway. */
export function byOtherOwner(context: CheckContext, { alsoOf }: Partial<Refusal>): Value[] {
  return alsoOf === 'otherCustomer' && context.target.users.otherCustomer
    ? [{ text: 'by otherCustomer', caller: 'otherCustomer' }]
    : [];
}

/** These and the customer, who asks first, are tried each time; the others of the users in turn. */
const EACH_TIME: readonly UserName[] = ['otherCustomer', 'manager'];

/** Everybody with a session but the customer: for what holds whoever asks. */
function everyUser(context: CheckContext, eachTime: readonly UserName[]): Value[] {
  const others = USER_NAMES.filter((user) => user !== 'customer' && context.target.users[user]).map(
    (user) => ({ text: `by ${user}`, caller: user }),
  );
  const rest = others.filter(({ caller }) => !eachTime.includes(caller));
  return [
    ...others.filter((one) => !rest.includes(one)),
    ...(rest.length > 0 ? [inTurn(rest)] : []),
  ];
}

/** Tokens that tell nothing of who sends them, so that nobody is told apart. */
const NOBODYS: readonly string[] = ['missing', 'empty', 'garbage', 'expired'];

/** Tokens of which little is left: what varies beside them is tried with others, unless more is to meet. */
const SHORT = 'two-segments';

/** Where little varies but whose token it is, and every user has one: changed tokens of each are tried. */
const OF_EVERYBODY: readonly EndpointName[] = [
  'fetch-organisation-preference',
  'logout',
  'refresh',
];

function sendersOfTokens(context: CheckContext, form: string, endpoint: EndpointName): Value[] {
  const ofEverybody = OF_EVERYBODY.includes(endpoint);
  const isNobodys = NOBODYS.includes(form);
  const isShort = form === SHORT && !asksForMore(context);
  // Of a refresh the refresh token tells whose session it is.
  if (endpoint !== 'refresh' && (isNobodys || (isShort && !ofEverybody))) {
    return [AS_SHOWN];
  }
  // Without any token a refresh token alone tells whose session it is: nobody's is refreshed so.
  const isOfEach =
    (ofEverybody && !isNobodys && !isShort) || (endpoint === 'refresh' && form === 'missing');
  const others = everyUser(context, isOfEach ? USER_NAMES : EACH_TIME);
  // The customer has asked first, but with nothing beside it that is no one else's, such as a loan as a whole.
  return asksForMore(context) ? [AS_SHOWN, ...others] : others;
}

/** Whose request a refusal may be tried for: anybody's token is refused alike, a role's is not. */
export async function callers(
  context: CheckContext,
  { badToken, alsoOf, once }: Partial<Refusal>,
  endpoint: EndpointName,
): Promise<Value[]> {
  if (badToken !== undefined) {
    return sendersOfTokens(context, badToken, endpoint);
  }
  if (alsoOf === 'staff') {
    const staff = (['manager', 'agent', 'cashier'] as const).filter(
      (user) => context.target.users[user],
    );
    const ways = staff.map((user) => ({ text: `by ${user}`, caller: user }));
    return ways.length > 0 ? [AS_SHOWN, inTurn(ways)] : [AS_SHOWN];
  }
  if (alsoOf === 'agent') {
    return (await context.passed('request-loan.agent'))
      ? [AS_SHOWN, { text: 'by agent', caller: 'agent' as const }]
      : [AS_SHOWN];
  }
  if (alsoOf !== 'listers') {
    return [AS_SHOWN];
  }
  const known = await listers(context);
  const eachTime = known.filter((user) => user === 'customer' || EACH_TIME.includes(user));
  const rest = [...known.filter((user) => !eachTime.includes(user)), ...(await outsiders(context))];
  const way = (user: UserName): Value =>
    user === 'customer' ? AS_SHOWN : { text: `by ${user}`, caller: user };
  if (once) {
    // The customer has asked first.
    const others = new Set([...known, ...rest].filter((user) => user !== 'customer'));
    const each = [...[...others].map(way), ...(await byApiToken(context, endpoint))];
    return each.length > 0 ? each : [AS_SHOWN];
  }
  return [...eachTime.map(way), ...(rest.length > 0 ? [inTurn(rest.map(way))] : [])];
}

/** The customer with an API token, where more is to meet and the endpoint has served one. */
async function byApiToken(context: CheckContext, endpoint: EndpointName): Promise<Value[]> {
  const apiToken = asksForMore(context)
    ? await servedApiToken(context.plain ?? context, endpoint)
    : undefined;
  return apiToken === undefined ? [] : [{ text: 'by an API token', apiToken }];
}

/** The manager of another tenant, where a listing of theirs succeeds: what it shows says nothing here. */
export function outsiders(context: CheckContext): Promise<UserName[]> {
  return context.shared('who else may list awaiting payments', async (own) => {
    if (!own.target.users.otherManager) {
      return [];
    }
    return isSuccess(await firstListing(own, 'otherManager')) ? ['otherManager'] : [];
  });
}
