import { schemaId } from '../schemas.ts';
import {
  AMOUNT,
  asked,
  type Extension,
  exactly,
  listOf,
  MOMENT,
  OURS,
  oneOf,
  success,
  TEXT,
  UUID,
} from './extension.ts';

/** The ways to pay that the reference server knows. */
export const PAYMENT_METHODS = ['BANK_TRANSFER', 'CARD', 'MOBILE_MONEY', 'CASH'] as const;

/** A currency code of ISO 4217, as a request may have it. */
export const CURRENCY_CODE = { type: 'string', pattern: '^[A-Z]{3}$' };

const CURRENCY = {
  name: 'currency',
  required: true,
  meaning: 'currency code (ISO 4217)',
  schema: CURRENCY_CODE,
  example: 'NGN',
} as const;

const METHOD = oneOf(PAYMENT_METHODS);

/** A payment of section 2.2, with what became of it. */
const FOLLOWED_UP = success(
  exactly({
    awaitingPayment: { $ref: schemaId('awaiting-payment') },
    payLaterDate: {
      type: ['string', 'null'],
      format: 'date',
      description: 'the day by which the customer says that he pays',
    },
    followUps: listOf(
      exactly({ operation: TEXT, userId: UUID, bankTransferLifeCycle: TEXT, date: MOMENT }),
    ),
  }),
);

const COMMON = { named: '4.5', tag: 'Awaiting payments', successStatus: 200 } as const;

/** What becomes of an awaiting payment, and how it can be paid (sections 3.2 and 4.5). */
export const PAYMENTS = {
  'confirm-payment': {
    ...COMMON,
    summary: 'The customer says that he has made the bank transfer',
    method: 'POST',
    path: `${OURS}/awaiting-payments/{id}/confirmation`,
    response: FOLLOWED_UP,
  },
  'pay-later': {
    ...COMMON,
    summary: 'The customer says that he will pay later, and by when',
    method: 'POST',
    path: `${OURS}/awaiting-payments/{id}/pay-later`,
    request: {
      schema: asked({
        payLaterDate: {
          type: 'string',
          pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
          description: 'from today (UTC) to 30 days ahead',
        },
      }),
      example: { payLaterDate: '2026-07-05' },
    },
    response: FOLLOWED_UP,
  },
  'receive-payment': {
    ...COMMON,
    summary: 'The bank transfer has come: the follow-up action of the payment is taken',
    method: 'POST',
    path: `${OURS}/awaiting-payments/{id}/receipt`,
    response: FOLLOWED_UP,
  },
  'complete-payment': {
    ...COMMON,
    summary: 'A payment that was received is completed by hand',
    method: 'POST',
    path: `${OURS}/awaiting-payments/{id}/completion`,
    response: FOLLOWED_UP,
  },
  'supported-payment-methods': {
    ...COMMON,
    tag: 'Payment methods',
    summary: "List the payment methods of the caller's organisation and their currencies",
    method: 'GET',
    path: `${OURS}/payment-methods`,
    response: success(
      exactly({
        paymentMethods: listOf(exactly({ paymentMethod: METHOD, currencies: listOf(TEXT) })),
      }),
    ),
  },
  'payment-method-charges': {
    ...COMMON,
    tag: 'Payment methods',
    summary: 'Tell what paying an amount costs by each method',
    method: 'GET',
    path: `${OURS}/payment-methods/charges`,
    query: [
      CURRENCY,
      {
        name: 'amount',
        required: true,
        meaning: 'what is to be paid',
        schema: { type: 'number', exclusiveMinimum: 0, maximum: 1_000_000_000_000 },
        example: 2500.5,
      },
    ],
    response: success(
      exactly({
        currency: TEXT,
        amount: AMOUNT,
        charges: listOf(exactly({ paymentMethod: METHOD, charge: AMOUNT, totalAmount: AMOUNT })),
      }),
    ),
  },
} satisfies Record<string, Extension>;
