import { fromMinor } from '../../../contract/values/currencies.ts';
import { DAY, startOfDay } from '../../../contract/values/moments.ts';
import { reachOf } from '../../authorization/rights.ts';
import type { Dependencies } from '../../dependencies.ts';
import { answer } from '../../http/answer.ts';
import { invalid } from '../../http/refusal.ts';
import type { GuardedRoute } from '../../routes/route.ts';
import { extensionQuery } from '../extension-query.ts';
import { rangeOf } from './range.ts';

/** Most days of a report: it walks over all their transactions. */
const MOST_DAYS = 31;

/**
 * Extension, section 5.9, "analytics/reports (one role limited)": how many transactions the
 * organisation has by currency and life cycle, and of how much; to the limited role, without amounts.
 */
export function reportTransactions({ store }: Dependencies): GuardedRoute {
  const query = extensionQuery<{ fromDate: string; toDate: string }>('report-transactions');
  return (c, { user }) => {
    const { fromDate, toDate } = query(c);
    const { from, to } = rangeOf(fromDate, toDate);
    if (startOfDay(toDate) - startOfDay(fromDate) >= MOST_DAYS * DAY) {
      const message = `must be less than ${MOST_DAYS} days after fromDate`;
      throw invalid([{ path: 'query toDate', message }]);
    }
    const isLimited = reachOf(user.role, 'report-transactions') === 'limited';
    const currencies = store.tenants.byId(user.tenantId)?.currencies ?? [];
    const rows = currencies.flatMap((currency) =>
      store.transactionCounts
        .byLifeCycle(user.tenantId, currency, from, to)
        .map(({ bankTransferLifeCycle, transactions, totalMinor }) => ({
          ...{ currency, bankTransferLifeCycle, transactions },
          ...(!isLimited && { totalAmount: fromMinor(totalMinor, currency) }),
        })),
    );
    return answer(c, { status: 'SUCCESS', data: { rows } });
  };
}
