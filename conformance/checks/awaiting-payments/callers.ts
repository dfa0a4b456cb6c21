import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import {
  answerOf,
  bodyStatus,
  expectForbidden,
  expectSuccess,
  isSuccess,
  statusOf,
} from '../../expectations.ts';
import { type Exchange, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { firstListing, firstListings } from '../../situations/callers.ts';
import { completeListings } from '../../situations/listings/complete-listings.ts';
import { searchOthersElsewhere } from '../../situations/listings/others-elsewhere.ts';
import { allDone } from '../all-done.ts';
import { textOf } from '../entry-text.ts';
import { forbiddenBodyChecks, noteRoleRefusal } from '../forbidden-body.ts';
import {
  askListing,
  CUSTOMER_LISTING,
  entriesOf,
  fullListing,
  identityOf,
  LISTING_TWIN,
  readListing,
  signatureOf,
} from './listing.ts';
import { pageAndSearch, searchedFor, searching } from './searches.ts';

/** Who asks before the cashier, by the turn of the situation. */
const STAFF_BEFORE: readonly (UserName | undefined)[] = [undefined, 'manager', 'agent'];

/** A listing by the cashier, who is refused it; in further turns right after it was served to staff. */
export function cashierListing(context: CheckContext): Promise<Exchange> {
  return context.shared('listing by the cashier', async (own) => {
    // Once each right after the same request was served to somebody of the same staff.
    const before = STAFF_BEFORE[own.turn ?? 0];
    if (before && own.target.users[before]) {
      await askListing(own, { as: before });
    }
    return askListing(own, { as: 'cashier' });
  });
}

const CASHIER_REFUSED = 'awaiting-payments.forbids.cashier';
const byCashier = {
  endpoint: 'awaiting-payments' as const,
  users: ['cashier' as const],
  states: ['awaiting-payments' as const],
};
const refusal = { name: 'awaiting-payments.cashier' };

const cashier: Check[] = [
  {
    ...byCashier,
    refusal,
    id: CASHIER_REFUSED,
    title: 'answers a listing by a cashier with 403',
    requirements: ['PAY-51'],
    level: 'must',
    after: [LISTING_TWIN],
    async run(context) {
      expectForbidden(await cashierListing(context), 'a listing by a cashier');
    },
  },
  ...forbiddenBodyChecks(CASHIER_REFUSED, {
    ...byCashier,
    refusal,
    user: 'cashier',
    what: 'a listing by a cashier',
    answer: cashierListing,
  }),
  {
    ...byCashier,
    id: 'awaiting-payments.observes.cashier-status',
    title: 'shows whether the 403 for a cashier also says status FAILED',
    requirements: ['ERR-19'],
    level: 'open',
    after: [CASHIER_REFUSED],
    async run(context) {
      const status = bodyStatus(await cashierListing(context));
      context.observe('status in the 403 of awaiting-payments', status ?? 'none');
    },
  },
];

const otherCustomer: Check = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.another-customer',
  title: 'lists awaiting payments for another customer too',
  requirements: ['PAY-19'],
  inOtherForms: true,
  users: ['customer', 'otherCustomer'],
  async run(context) {
    const listing = context.plain
      ? await firstListing(context, 'otherCustomer')
      : (await firstListings(context)).get('otherCustomer');
    if (listing) {
      expectSuccess(listing, 'a listing by another customer');
    }
  },
};

/** Pages of another user's list that are searched for the customer's payments. */
export const PAGES_SEARCHED = 5;

const OTHERS: { user: UserName; who: string; requirement: string }[] = [
  { user: 'otherCustomer', who: 'another customer', requirement: 'PAY-52' },
  { user: 'otherManager', who: 'a manager of another tenant', requirement: 'PAY-53' },
];

/**
 * Searches for one of the customer's payments in the other currency: the rules know whose it is.
 *
 * @returns what is listed; nothing where the customer has no such payment
 */
export async function searchElsewhere(
  context: CheckContext,
  user: UserName,
): Promise<Exchange | undefined> {
  const { otherCurrency } = await context.state('awaiting-payments');
  const elsewhere = (await completeListings(context)).find(
    ({ caller, currency }) => caller === 'customer' && currency === otherCurrency,
  );
  const searchablePaymentReference = searchedFor(elsewhere?.entries[0]);
  if (searchablePaymentReference === undefined) {
    return undefined;
  }
  const body = { selectedCurrency: otherCurrency, searchablePaymentReference };
  return askListing(context, { as: user, body });
}

/** Currencies of which one at least is neither of a state's two. */
const FURTHER = ['USD', 'EUR', 'GBP'];

/** What two customers are both listed in a currency that the state has none of. */
async function sharedElsewhere(context: CheckContext): Promise<unknown[]> {
  const { currency, otherCurrency } = await context.state('awaiting-payments');
  const selectedCurrency = FURTHER.find((each) => ![currency, otherCurrency].includes(each));
  const [own = [], others = []] = await allDone(
    (['customer', 'otherCustomer'] as const).map(async (as) =>
      entriesOf(await askListing(context, { as, body: { selectedCurrency } })),
    ),
  );
  const identities = new Set(own.map(identityOf));
  return others.filter((entry) => identities.has(identityOf(entry)));
}

const ownership: Check[] = OTHERS.flatMap(({ user, who, requirement }) =>
  [
    { variant: 'list', by: 'lists', searched: false },
    { variant: 'search', by: 'searches', searched: true },
  ].map(
    ({ variant, by, searched }): Check => ({
      ...(searched ? searching : CUSTOMER_LISTING),
      id: `awaiting-payments.own.${user}.${variant}`,
      title: `shows no payment of the customer when ${who} ${by}`,
      requirements: [requirement],
      level: 'must',
      users: ['customer', user],
      cause: 'payments of another user are listed',
      async run(context) {
        const { reference } = await context.state('awaiting-payments');
        const { entries, first } = await readListing(context, {
          as: user,
          mostPages: PAGES_SEARCHED,
          ...(searched && { body: { searchablePaymentReference: reference } }),
        });
        if (statusOf(first) >= 500) {
          deviate(`an answer of the service to a listing by ${who}`, answerOf(first));
        }
        const own = new Set((await fullListing(context)).entries.map(identityOf));
        if (searched) {
          await searchElsewhere(context, user);
        }
        const leaked = entries.filter((entry) => own.has(identityOf(entry)));
        const isElsewhere = !searched && user === 'otherManager' && isSuccess(first);
        if (isElsewhere && entries.length === 0 && context.target.users.agent) {
          await searchOthersElsewhere(context);
        }
        if (!searched && user === 'otherCustomer') {
          leaked.push(...(await sharedElsewhere(context)));
        }
        if (leaked.length > 0) {
          deviate(
            `no payment of the customer listed for ${who}`,
            `${leaked.length} of them, such as ${textOf(valueAt(leaked[0], 'id'))}`,
          );
        }
      },
    }),
  ),
);

const otherRoles: Check[] = (['manager', 'agent'] as const).map((user) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.observes.role.${user}`,
  title: `shows what awaiting-payments lists for ${user}`,
  requirements: ['PAY-54'],
  level: 'open',
  users: ['customer', user],
  async run(context) {
    const { page: first } = await pageAndSearch(context, user);
    await noteRoleRefusal(context, { user, what: 'awaiting payments', exchange: first });
    const listings = (await completeListings(context)).filter(({ caller }) => caller === user);
    const entries = listings.flatMap((listing) => listing.entries);
    const own = new Set((await fullListing(context)).entries.map(signatureOf));
    const shared = entries.some((entry) => own.has(signatureOf(entry)));
    context.observe(
      `awaiting-payments for ${user}`,
      `${answerOf(first)}${entries.length > 0 ? `, payments of the customer ${shared ? 'among them' : 'not seen'}` : ''}`,
    );
  },
}));

/** Sections 4.5, 5.10 and 7: who may list, and whose payments. */
export const awaitingPaymentsCallerChecks: Check[] = [
  ...cashier,
  otherCustomer,
  ...ownership,
  ...otherRoles,
];
