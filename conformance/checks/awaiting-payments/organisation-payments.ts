import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, isSuccess, statusOf } from '../../expectations.ts';
import { type Exchange, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { completeListings } from '../../situations/listings/complete-listings.ts';
import { textOf } from '../entry-text.ts';
import { PAGES_SEARCHED, searchElsewhere } from './callers.ts';
import {
  CUSTOMER_LISTING,
  entriesOf,
  fullListing,
  LISTING_TWIN,
  readListing,
  signatureOf,
} from './listing.ts';

/** Where the organisation's list was read to its end, it holds what another customer of it is listed. */
async function expectAmongOrganisation(context: CheckContext): Promise<void> {
  const { currency } = await context.state('awaiting-payments');
  const listings = (await completeListings(context)).filter((each) => each.currency === currency);
  const all = listings.find(({ caller }) => caller === 'manager');
  const own = listings.find(({ caller }) => caller === 'otherCustomer');
  if (!all?.whole || !own) {
    return;
  }
  const listed = new Set(all.entries.map(signatureOf));
  const missing = own.entries.find((entry) => !listed.has(signatureOf(entry)));
  if (missing === undefined) {
    return;
  }
  // It may have come between the two listings.
  const { entries } = await readListing(context, {
    as: 'manager',
    mostPages: PAGES_SEARCHED,
    body: {
      selectedCurrency: currency,
      searchablePaymentReference: valueAt(missing, 'searchablePaymentReference'),
    },
  });
  if (!entries.some((entry) => signatureOf(entry) === signatureOf(missing))) {
    deviate(
      "the payments of otherCustomer among those of the manager's organisation",
      `${textOf(valueAt(missing, 'id'))} missing`,
    );
  }
}

/** How a search that finds nothing may be answered, too. */
const NOT_FOUND = 404;

/**
 * Ends the check where the manager is listed payments, though not the customer's: the organisation may
 * make payments of its own, which are its own then.
 */
async function unlessOfTheOrganisation(context: CheckContext, first: Exchange): Promise<void> {
  const listings = (await completeListings(context)).filter(({ caller }) => caller === 'manager');
  const isAnswered = isSuccess(first) || statusOf(first) === NOT_FOUND;
  if (isAnswered && listings.some(({ entries }) => entries.length > 0)) {
    context.inconclusive("The organisation's payments are others than those of the customer.");
  }
}

/** Section 4.5: what a manager is listed. */
export const organisationPaymentsCheck: Check = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.organisation',
  title: "lists the organisation's payments, the customer's among them, for a manager",
  requirements: ['PAY-58'],
  level: 'should',
  users: ['customer', 'manager'],
  after: [LISTING_TWIN, 'login.tenant.manager'],
  async run(context) {
    const { reference } = await context.state('awaiting-payments');
    // By its reference, since an organisation may have more payments than can be read.
    const { entries, first } = await readListing(context, {
      as: 'manager',
      mostPages: PAGES_SEARCHED,
      body: { searchablePaymentReference: reference },
    });
    const own = new Set((await fullListing(context)).entries.map(signatureOf));
    // Of very many payments the customer's list is not read to its end.
    const isOwn = (entry: unknown) =>
      own.has(signatureOf(entry)) || valueAt(entry, 'searchablePaymentReference') === reference;
    if (!entries.some(isOwn)) {
      await unlessOfTheOrganisation(context, first);
      deviate(
        "a payment of the customer among those of the manager's organisation",
        `${answerOf(first)} with ${entries.length} others`,
      );
    }
    await expectAmongOrganisation(context);
    const elsewhere = await searchElsewhere(context, 'manager');
    if (elsewhere && isSuccess(elsewhere) && entriesOf(elsewhere).length === 0) {
      deviate(
        "a payment of the customer in the other currency among those of the manager's organisation",
        'none',
      );
    }
  },
};
