import { textOf } from '../../checks/entry-text.ts';
import { expectField } from '../../expectations.ts';
import { valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import type { Rule } from '../rule.ts';
import { ofEntries } from './of-entries.ts';

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

const fields = FIELDS.map(({ field, requirement }) =>
  ofEntries(
    {
      id: `awaiting-payments.field.${field}`,
      title: `gives ${field} as specified in every payment`,
      requirements: [requirement],
    },
    (entries) => {
      expectField(entries, 'awaiting-payment', field, 'awaiting payment');
      return true;
    },
  ),
);

const CONFIRMED = 'customerConfirmedPaymentDate';

const unconfirmed = ofEntries(
  {
    id: 'awaiting-payments.unconfirmed-is-null',
    title: `gives null and no empty text in ${CONFIRMED}`,
    requirements: ['PAY-12'],
  },
  (entries) => {
    const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';
    const odd = entries.find((entry) => isBlank(valueAt(entry, CONFIRMED)));
    if (odd !== undefined) {
      deviate(
        `a date or null in ${CONFIRMED} of the payment ${textOf(valueAt(odd, 'id'))}`,
        textOf(valueAt(odd, CONFIRMED)),
      );
    }
    return true;
  },
);

/** Section 2.2: the fields of every payment that is listed. */
export const paymentFieldRules: Rule[] = [...fields, unconfirmed];
