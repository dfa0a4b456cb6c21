import type { AwaitingPayment } from '../../../contract/types.generated.ts';
import { editBody } from '../../servers/answers.ts';
import { failed, type Layer } from '../../servers/exchange-layer.ts';
import { asks } from '../../servers/payment-store.ts';
import { objectOf, queryOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Explanation, Fault } from '../fault.ts';

/** A page that holds others than it should breaks each relation that its size takes part in. */
const RELATED: Explanation[] = [
  {
    checks: ['awaiting-payments.relation.*'],
    because: 'what a page wrongly holds or lacks shows in every relation between listings',
  },
];

/** Whole days are what the range counts in; one more begins at this moment. */
const MINUTE = 60_000;
const later = (moment: string, minutes: number) =>
  new Date(Date.parse(`${moment}Z`) + minutes * MINUTE).toISOString().slice(0, 19);

/** Changes each payment after the first page, given the first of its page. */
const onLaterPages = (change: (payment: AwaitingPayment, first: AwaitingPayment) => void): Layer =>
  editBody('awaiting-payments', (body, request) => {
    const { awaitingPayments } = (body as { data: { awaitingPayments: AwaitingPayment[] } }).data;
    const [first] = awaitingPayments;
    if (first && Number(queryOf(request).get('page')) > 1) {
      const given = { ...first };
      for (const payment of awaitingPayments) {
        change(payment, given);
      }
    }
  });

/** Sections 2.2 and 4.5, where another listing shows what is wrong with one. */
export const listingViewFaults: Fault[] = [
  {
    id: 'awaiting-payments.amount-rounded-on-later-pages',
    breaks: 'PAY-91',
    caughtBy: 'awaiting-payments.entry.same-everywhere',
    how: 'After the first page, amounts are told without what follows the point, one more.',
    layers: [
      onLaterPages((payment) => {
        payment.requestedBankTransferAmount = Math.trunc(payment.requestedBankTransferAmount) + 1;
      }),
    ],
  },
  {
    id: 'awaiting-payments.payer-of-the-first-on-later-pages',
    breaks: 'PAY-91',
    caughtBy: 'awaiting-payments.entry.same-everywhere',
    how: 'After the first page, every payment has the payer’s reference of the first on it.',
    layers: [
      onLaterPages((payment, first) => {
        payment.payerBankTransferReference = first.payerBankTransferReference;
      }),
    ],
  },
  {
    id: 'awaiting-payments.long-range-ends-a-minute-late',
    breaks: 'PAY-92',
    caughtBy: 'awaiting-payments.relation.range-ends',
    how: 'A range of more than two months ends a minute into the next day.',
    dependencies: asks((query) =>
      Date.parse(query.to) - Date.parse(query.from) > 62 * 24 * 60 * MINUTE
        ? { ...query, to: later(query.to, 1) }
        : query,
    ),
  },
  {
    id: 'awaiting-payments.pages-above-the-default-overlap',
    breaks: 'PAY-28',
    caughtBy: 'awaiting-payments.relation.disjoint',
    how: 'Above the default size, a page begins five payments before the last one ended.',
    dependencies: asks((query) =>
      query.limit > 20 ? { ...query, offset: Math.max(0, query.offset - 5) } : query,
    ),
    alsoCaughtBy: RELATED,
  },
  {
    id: 'awaiting-payments.large-pages-lose-the-rest',
    breaks: 'PAY-39',
    caughtBy: 'awaiting-payments.relation.complete',
    how: 'A page holds 40 payments at most, and the next begins where the size asked for would.',
    dependencies: asks((query) => ({ ...query, limit: Math.min(query.limit, 40) })),
    alsoCaughtBy: RELATED,
  },
  {
    id: 'awaiting-payments.later-pages-of-an-agents-search-refused',
    breaks: 'PAY-19',
    caughtBy: 'awaiting-payments.relation.succeeds',
    how: 'An agent who searches is told with 400 that there is no second page.',
    layers: [
      (request, next, context) =>
        context.endpoint === 'awaiting-payments' &&
        Number(queryOf(request).get('page')) > 1 &&
        objectOf(request.body)?.searchablePaymentReference !== undefined &&
        callerOf(request, context)?.role === 'AGENT'
          ? Promise.resolve(failed(400, 'there is no such page'))
          : next(request),
    ],
  },
];
