import { fromMinor } from '../../contract/values/currencies.ts';
import type { Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { notFound } from '../http/refusal.ts';
import type { GuardedRoute } from '../routes/route.ts';

/** Where customers transfer their repayments to; a bank that does not exist. */
const COLLECTION_ACCOUNT = {
  bankName: 'Assay Collection Bank',
  bankCode: '999',
  accountNumber: '0000000001',
};

/**
 * Extension, step 1 of the flow in section 4.7: where to transfer a repayment to, under which
 * reference, for the loan that came of one of the caller's applications.
 */
export function repaymentInstructions({ store }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const loan = store.loans.ofApplication(c.req.param('id') ?? '', user.id);
    if (loan === undefined) throw notFound('no loan of yours came of this application');
    return answer(c, {
      status: 'SUCCESS',
      data: {
        ...COLLECTION_ACCOUNT,
        accountName: 'Loan repayments',
        accountId: loan.id,
        repaymentReference: loan.repaymentReference,
        totalPayable: fromMinor(loan.totalPayableMinor, loan.currency),
        currencyCode: loan.currency,
        manualRepaymentAllowed: loan.collection === 'manual' && loan.status === 'active',
      },
    });
  };
}
