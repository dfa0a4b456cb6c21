import {
  becomes,
  type Change,
  changed,
  edit,
  editBody,
  gone,
  renamed,
} from '../../servers/answers.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

const endpoint = 'awaiting-payments' as const;
const PAYMENTS = 'data/awaitingPayments';

/** The fields of section 2.2 in its order, with another name that somebody would rather give. */
const FIELDS: { field: string; other: string; number?: true; nullable?: true }[] = [
  { field: 'id', other: 'paymentId' },
  { field: 'payableType', other: 'payable_type' },
  { field: 'bankTransferFollowupActionType', other: 'bankTransferFollowUpActionType' },
  { field: 'bankTransferLifeCycle', other: 'bankTransferLifecycle' },
  { field: 'mtoPaymentConfirmtionType', other: 'mtoPaymentConfirmationType' },
  { field: 'customerConfirmedPaymentDate', other: 'confirmedPaymentDate', nullable: true },
  { field: 'creationDate', other: 'createdDate' },
  { field: 'currency', other: 'currencyCode' },
  { field: 'requestedBankTransferAmount', other: 'amount', number: true },
  { field: 'searchablePaymentReference', other: 'paymentReference' },
  { field: 'payerBankTransferReference', other: 'bankTransferReference' },
];

/** Fields that other rules of the listing look at, and the checks that then fail as well. */
const ALSO: Readonly<Record<string, { checks: string[]; because: string }[]>> = {
  id: [
    {
      checks: ['awaiting-payments.range.*'],
      because: 'a payment that has its id in one list and not in another is not known again',
    },
  ],
  currency: [
    {
      checks: ['awaiting-payments.currency.*'],
      because: 'what has no currency does not show to be in selectedCurrency',
    },
  ],
  searchablePaymentReference: [
    {
      checks: ['awaiting-payments.search.*'],
      because: 'a payment that does not tell its reference cannot be found by it',
    },
  ],
};

function wrong(field: string, place: number, way: string, where: string, change: Change): Fault {
  const also = ALSO[field];
  return {
    id: `awaiting-payments.${field}.${way}`,
    breaks: `PAY-${place + 1}`,
    caughtBy: `awaiting-payments.field.${field}`,
    how: `${field} is ${way.replaceAll('-', ' ')} in ${where === '*' ? 'every' : `the ${where}`} payment of a page.`,
    layers: [edit(endpoint, `${PAYMENTS}/${where}/${field}`, change)],
    ...(also && { alsoCaughtBy: also }),
  };
}

/** A number for a text, another one for each, so that entries can still be told apart. */
const numberOf = (text: unknown) =>
  [...String(text)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);

const everywhere: Fault[] = FIELDS.flatMap(({ field, other, number, nullable }, place) => {
  const ways: Record<string, Change> = {
    missing: gone,
    ...(!nullable && { null: becomes(null) }),
    ...(number ? { 'a-string': changed(String) } : { 'a-number': changed(numberOf) }),
    renamed: renamed(other),
  };
  return Object.entries(ways).map(([way, change]) => wrong(field, place, way, '*', change));
});

const lastOnly: Fault[] = FIELDS.map(({ field }, place) =>
  wrong(field, place, 'missing-in-the-last', 'last', gone),
);

/** Forms of a date-time that are not `yyyy-MM-ddTHH:mm:ss`. */
const DATE_FORMS: Record<string, (date: string) => string> = {
  'with-zone': (date) => `${date}Z`,
  'with-offset': (date) => `${date}+01:00`,
  'with-fraction': (date) => `${date}.000`,
  'with-blank': (date) => date.replace('T', ' '),
  'without-time': (date) => date.slice(0, 10),
  'without-seconds': (date) => date.slice(0, 16),
};

const dates: Fault[] = Object.entries(DATE_FORMS).map(([way, form]) =>
  wrong(
    'creationDate',
    6,
    way,
    '*',
    changed((date) => form(String(date))),
  ),
);

/** In the other currency, for whoever is listed the payments of others. */
const blank: Fault = {
  id: 'awaiting-payments.field.customerConfirmedPaymentDate-blank-for-staff',
  breaks: 'PAY-12',
  caughtBy: 'awaiting-payments.unconfirmed-is-null',
  how: 'In the second currency staff are told an empty text of a payment that nobody has confirmed.',
  layers: [
    editBody(endpoint, (body, request, context) => {
      const isStaff = callerOf(request, context)?.role !== 'CUSTOMER';
      const { data } = body as { data?: { awaitingPayments?: Record<string, unknown>[] } };
      const isOther = objectOf(request.body)?.selectedCurrency !== 'NGN';
      for (const entry of isStaff && isOther ? (data?.awaitingPayments ?? []) : []) {
        entry.customerConfirmedPaymentDate ??= '';
      }
      return body;
    }),
  ],
};

const confirmed: Fault = wrong('customerConfirmedPaymentDate', 5, 'false', '*', becomes(false));

/** Wrong on later pages only, which a look at the first page does not show. */
const laterPages: Fault = {
  id: 'awaiting-payments.requestedBankTransferAmount.a-string-on-page-3',
  breaks: 'PAY-9',
  caughtBy: 'awaiting-payments.field.requestedBankTransferAmount',
  how: 'requestedBankTransferAmount is a string on the third page only.',
  layers: [
    edit(
      endpoint,
      `${PAYMENTS}/*/requestedBankTransferAmount`,
      changed(String),
      ({ status }, { path }) => status === 200 && path.includes('page=3'),
    ),
  ],
};

/** Section 2.2. */
export const awaitingPaymentsFieldFaults: Fault[] = [
  ...everywhere,
  ...lastOnly,
  ...dates,
  blank,
  confirmed,
  laterPages,
];
