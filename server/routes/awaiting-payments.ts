import { endpoint } from '../../contract/endpoints.ts';
import type { AwaitingPaymentsRequest } from '../../contract/types.generated.ts';
import { listedTo } from '../authorization/authorize.ts';
import type { Dependencies } from '../dependencies.ts';
import { answerJson } from '../http/answer.ts';
import { dayOf } from '../http/calendar.ts';
import { pageOf } from '../http/query.ts';
import { invalid } from '../http/refusal.ts';
import { bodyOf } from '../http/validation.ts';
import type { PaymentQuery } from '../store/payments.ts';
import type { GuardedRoute } from './route.ts';

/**
 * Section 4.5: the payments that await a bank transfer, the newest first. A customer sees his own,
 * the staff those of their organisation. Both days of the range are included.
 */
export function awaitingPayments({ store }: Dependencies): GuardedRoute {
  const rules = endpoint('awaiting-payments');
  const body = bodyOf<AwaitingPaymentsRequest>('awaiting-payments-request');

  return async (c, { user }) => {
    const page = pageOf(c, rules);
    const { selectedCurrency, fromDate, toDate, searchablePaymentReference } = await body(c);
    const from = dayOf('fromDate', fromDate);
    const to = dayOf('toDate', toDate);
    if (from > to) {
      throw invalid([{ path: 'body /fromDate', message: 'must not be after toDate' }]);
    }
    const query: PaymentQuery = {
      owner: listedTo(user, 'awaiting-payments'),
      currency: selectedCurrency,
      from: `${from}T00:00:00`,
      to: `${to}T23:59:59`,
      // An empty search field of a form means no search.
      search: searchablePaymentReference?.trim() || undefined,
      ...page,
    };
    const { payments } = store;
    const listed = payments.listJson?.(query) ?? JSON.stringify(payments.list(query));
    return answerJson(
      c,
      `{"status":"SUCCESS","responseCode":200,"data":{"awaitingPayments":${listed}}}`,
    );
  };
}
