import { randomUUID } from 'node:crypto';
import type { RepaymentEvent } from '../scripts/record/events.ts';

/** The run of the sample repayments. */
export const RUN = 'run-1';

/** A repayment under a new key that nobody has answered yet, for tests. */
export function unsent(amount: number, accountId = 'account-1'): RepaymentEvent {
  const key = randomUUID();
  const body = JSON.stringify({
    repaymentAmount: amount,
    customerId: 'customer-1',
    accountId,
    bankAccountId: 'bank-1',
    repaymentReference: 'LN-1',
    paymentNarration: `load ${RUN} ${key}`,
  });
  const path = '/api/v1/services/user/repay-loan/customer-1';
  const outcome = { attempts: 1, acknowledged: [], inDoubt: false };
  return { event: 'repayment', key, path, body, accountId, amount, ...outcome };
}

/** The same, acknowledged by answers with these `data`. */
export const answered = (repayment: RepaymentEvent, ...data: object[]): RepaymentEvent => ({
  ...repayment,
  acknowledged: data.map((each) => JSON.stringify(each)),
});
