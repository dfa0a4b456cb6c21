import { schemaId } from '../schemas.ts';
import { AMOUNT, type Extension, exactly, listOf, OURS, success, TEXT } from './extension.ts';
import { CURRENCY_CODE } from './payments.ts';
import { PAGES } from './users.ts';

const DAY = {
  type: 'string',
  pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
};

const days = (required: boolean) => [
  {
    name: 'fromDate',
    required,
    meaning: 'first day (UTC), yyyy-MM-dd',
    schema: DAY,
    example: '2026-04-01',
  },
  {
    name: 'toDate',
    required,
    meaning: 'last day (UTC), yyyy-MM-dd',
    schema: DAY,
    example: '2026-04-30',
  },
];

const COMMON = { tag: 'Transactions', method: 'GET', successStatus: 200 } as const;

/** Transactions by role (sections 1 and 5.9): payments by bank transfer, wherever they are. */
export const TRANSACTIONS = {
  'list-transactions': {
    ...COMMON,
    named: '1',
    summary: "List transactions, the newest first: a customer's own, or the organisation's",
    path: `${OURS}/transactions`,
    query: [
      {
        name: 'currency',
        required: true,
        meaning: 'currency code (ISO 4217)',
        schema: CURRENCY_CODE,
        example: 'NGN',
      },
      ...days(false),
      ...PAGES,
    ],
    response: success(exactly({ transactions: listOf({ $ref: schemaId('awaiting-payment') }) })),
  },
  'view-transaction': {
    ...COMMON,
    named: '1',
    summary: 'Show one transaction',
    path: `${OURS}/transactions/{id}`,
    response: success({ $ref: schemaId('awaiting-payment') }),
  },
  'report-transactions': {
    ...COMMON,
    named: '5.9',
    summary: 'Report how many transactions there are, and of how much; agents see no amounts',
    path: `${OURS}/reports/transactions`,
    query: days(true),
    response: success(
      exactly({
        rows: listOf(
          exactly(
            {
              currency: TEXT,
              bankTransferLifeCycle: TEXT,
              transactions: { type: 'integer', minimum: 1 },
              totalAmount: AMOUNT,
            },
            ['totalAmount'],
          ),
        ),
      }),
    ),
  },
} satisfies Record<string, Extension>;
