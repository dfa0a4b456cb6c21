import { CUSTOMER_LISTING, entriesOf, fullListing } from '../checks/awaiting-payments/listing.ts';
import { textOf } from '../checks/entry-text.ts';
import { valueAt } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import type { Rule } from './rule.ts';

/** What was agreed of a payment when it was made; its kind and life cycle have open values, which may go on. */
const AGREED = [
  'currency',
  'requestedBankTransferAmount',
  'creationDate',
  'searchablePaymentReference',
];

/**
 * Section 2.2: the id names one payment, so that every page, size, range and search tells the same of it.
 * For each caller apart, since another role may be shown less. What has no id cannot be told from
 * another payment.
 */
export const paymentViewsRule: Rule = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.entry.same-everywhere',
  title: 'tells the same of a payment in every listing that shows it',
  requirements: ['PAY-91'],
  level: 'must',
  cause: 'a payment is told in another way in another listing',
  async ask(context) {
    await fullListing(context);
    await context.passed('awaiting-payments.relation.succeeds');
  },
  judge({ exchange, caller }, known) {
    const user = caller?.user;
    let isKnown = false;
    for (const entry of user === undefined ? [] : entriesOf(exchange)) {
      const id = valueAt(entry, 'id');
      if (typeof id !== 'string' || id === '') {
        continue;
      }
      const now = AGREED.map((field) => textOf(valueAt(entry, field)));
      const first = known.firstTold(`payment ${id} for ${user}`, now);
      isKnown ||= first !== now;
      // Who has confirmed does not take it back, and the day of it stays.
      const confirmed = valueAt(entry, 'customerConfirmedPaymentDate');
      const before =
        typeof confirmed === 'string'
          ? known.firstTold(`confirmation of ${id} for ${user}`, confirmed)
          : known.firstTold<unknown>(`confirmation of ${id} for ${user}`, undefined);
      if (before !== undefined && before !== confirmed) {
        deviate(
          `customerConfirmedPaymentDate ${textOf(before)} of the payment ${id}, as in another listing`,
          textOf(confirmed),
        );
      }
      const odd = AGREED.findIndex((_, index) => first[index] !== now[index]);
      if (odd >= 0) {
        deviate(
          `${AGREED[odd]} ${first[odd]} of the payment ${id}, as in another listing`,
          `${now[odd]}`,
        );
      }
    }
    return isKnown;
  },
};
