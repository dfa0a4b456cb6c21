import { listedTo, permitReach } from '../../authorization/authorize.ts';
import type { Dependencies } from '../../dependencies.ts';
import { answer } from '../../http/answer.ts';
import { notFound } from '../../http/refusal.ts';
import type { GuardedRoute } from '../../routes/route.ts';
import { paymentAnswer } from '../../store/extensions/payment-follow-ups.ts';
import { extensionQuery } from '../extension-query.ts';
import { rangeOf } from './range.ts';

/** Extension, sections 1 and 5.9: "view all transactions" of the organisation, or one's own. */
export function listTransactions({ store }: Dependencies): GuardedRoute {
  const query = extensionQuery<{
    currency: string;
    fromDate?: string;
    toDate?: string;
    page: number;
    size: number;
  }>('list-transactions');
  return (c, { user }) => {
    const { currency, fromDate, toDate, page, size } = query(c);
    const transactions = store.payments.list({
      owner: listedTo(user, 'list-transactions'),
      currency,
      ...rangeOf(fromDate ?? '0001-01-01', toDate ?? '9999-12-31'),
      limit: size,
      offset: (page - 1) * size,
    });
    return answer(c, { status: 'SUCCESS', data: { transactions } });
  };
}

/** Extension, section 1: "verify transaction details". */
export function viewTransaction({ store }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const payment = store.paymentFollowUps.payment(c.req.param('id') ?? '');
    if (payment === undefined) {
      throw notFound('there is no such transaction');
    }
    permitReach(user, 'view-transaction', payment, 'the transaction');
    return answer(c, { status: 'SUCCESS', data: paymentAnswer(payment) });
  };
}
