import { fromMinor } from '../../contract/values/currencies.ts';
import { permitReach } from '../authorization/authorize.ts';
import type { Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { notFound } from '../http/refusal.ts';
import type { GuardedRoute } from '../routes/route.ts';
import { collectionOf } from './change-collection.ts';

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
    const application = store.loanApplications.byId(c.req.param('id') ?? '');
    if (application === undefined) {
      throw notFound('there is no such loan application');
    }
    permitReach(user, 'repayment-instructions', application, 'the loan application');
    const { bankCode, accountNumber } = application;
    const loan = store.loans.ofApplication(application.id, user.id);
    if (loan === undefined) {
      throw notFound('no loan came of this application');
    }
    return answer(c, {
      status: 'SUCCESS',
      data: {
        ...COLLECTION_ACCOUNT,
        accountName: 'Loan repayments',
        accountId: loan.id,
        accountStatus: loan.status.toUpperCase(),
        // Null where the loan went to an account that is not known as the borrower's.
        bankAccountId: store.bankAccounts.held(user.id, bankCode, accountNumber) ?? null,
        repaymentReference: loan.repaymentReference,
        totalPayable: fromMinor(loan.totalPayableMinor, loan.currency),
        currencyCode: loan.currency,
        ...collectionOf(loan),
        manualRepaymentAllowed: loan.collection === 'manual' && loan.status === 'active',
      },
    });
  };
}
