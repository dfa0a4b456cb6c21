import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { valueAt } from '../../http/exchange.ts';
import { textOf } from '../entry-text.ts';
import { CUSTOMER_LISTING, fullListing, otherCurrencyListing } from './listing.ts';

/** Every payment seen: all pages of the listing, and those in the other currency. */
async function paymentsSeen(context: CheckContext): Promise<unknown[]> {
  const { entries } = await fullListing(context);
  return [...entries, ...(await otherCurrencyListing(context)).entries];
}

const OPEN_VALUES = [
  { field: 'payableType', requirement: 'PAY-13' },
  { field: 'bankTransferFollowupActionType', requirement: 'PAY-14' },
  { field: 'bankTransferLifeCycle', requirement: 'PAY-15' },
  { field: 'mtoPaymentConfirmtionType', requirement: 'PAY-16' },
];

/** Section 2.2: the values of the fields whose values are open. */
export const awaitingPaymentsFieldChecks: Check[] = OPEN_VALUES.map(({ field, requirement }) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.observes.${field}`,
  title: `shows which values of ${field} occur`,
  requirements: [requirement],
  level: 'open',
  async run(context) {
    const seen = (await paymentsSeen(context)).map((entry) => textOf(valueAt(entry, field)));
    context.observe(`values of ${field}`, [...new Set(seen)].sort().slice(0, 20).join(' '));
  },
}));
