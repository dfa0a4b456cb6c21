import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { expectField } from '../expectations.ts';
import { valueAt } from '../http/exchange.ts';
import {
  CUSTOMER_LISTING,
  fullListing,
  otherCurrencyListing,
} from './awaiting-payments-listing.ts';
import { textOf } from './entry-text.ts';

/** Every payment seen: all pages of the listing, and those in the other currency. */
async function paymentsSeen(context: CheckContext): Promise<unknown[]> {
  const { entries } = await fullListing(context);
  return [...entries, ...(await otherCurrencyListing(context)).entries];
}

const FIELDS = [
  { field: 'id', requirement: 'PAY-1' },
  { field: 'payableType', requirement: 'PAY-2' },
  { field: 'bankTransferFollowupActionType', requirement: 'PAY-3' },
  { field: 'bankTransferLifeCycle', requirement: 'PAY-4' },
  { field: 'mtoPaymentConfirmtionType', requirement: 'PAY-5' },
  { field: 'customerConfirmedPaymentDate', requirement: 'PAY-6' },
  { field: 'creationDate', requirement: 'PAY-7' },
  { field: 'currency', requirement: 'PAY-8' },
  { field: 'requestedBankTransferAmount', requirement: 'PAY-9' },
  { field: 'searchablePaymentReference', requirement: 'PAY-10' },
  { field: 'payerBankTransferReference', requirement: 'PAY-11' },
];

const fields: Check[] = FIELDS.map(({ field, requirement }) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.field.${field}`,
  title: `gives ${field} as specified in every payment`,
  requirements: [requirement],
  level: 'must',
  async run(context) {
    expectField(await paymentsSeen(context), 'awaiting-payment', field, 'awaiting payment');
  },
}));

const OPEN_VALUES = [
  { field: 'payableType', requirement: 'PAY-13' },
  { field: 'bankTransferFollowupActionType', requirement: 'PAY-14' },
  { field: 'bankTransferLifeCycle', requirement: 'PAY-15' },
  { field: 'mtoPaymentConfirmtionType', requirement: 'PAY-16' },
];

const values: Check[] = OPEN_VALUES.map(({ field, requirement }) => ({
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

/** Section 2.2: every field of every payment on every page. */
export const awaitingPaymentsFieldChecks: Check[] = [...fields, ...values];
