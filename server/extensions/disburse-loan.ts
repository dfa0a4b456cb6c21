import { randomUUID } from 'node:crypto';
import { fromMinor } from '../../contract/values/currencies.ts';
import { permitReach } from '../authorization/authorize.ts';
import type { Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { conflict, notFound } from '../http/refusal.ts';
import { moveBy } from '../lending/moves.ts';
import { lendingDesk } from '../lending-desk.ts';
import type { GuardedRoute } from '../routes/route.ts';
import type { StoredApplication } from '../store/loan-applications.ts';

/**
 * Extension: the lender pays out a loan that the applicant accepted. Its interest is owed from the
 * first day. The account it is paid to (section 2.3: "for disbursement/repayment") is from then on
 * one that repayments may come from. Once per application.
 */
export function disburseLoan(dependencies: Dependencies): GuardedRoute {
  const { store } = dependencies;
  const desk = lendingDesk(dependencies);
  const { from } = moveBy('loan application', 'disburse-loan');

  /** The account of the application, which is made known where the borrower's is not yet. */
  const accountOf = (application: StoredApplication): string => {
    const { tenantId, userId, bankCode, accountNumber, currency } = application;
    const known = store.bankAccounts.held(userId, bankCode, accountNumber);
    if (known !== undefined) {
      return known;
    }
    const id = randomUUID();
    const accountName = `${application.firstName} ${application.lastName}`;
    const account = { bankName: `Bank ${bankCode}`, bankCode, accountNumber, accountName };
    store.bankAccounts.add({ id, tenantId, userId, currency, ...account });
    return id;
  };

  return (c, { user }) => {
    const data = store.transaction(() => {
      const application = store.loanApplications.byId(c.req.param('id') ?? '');
      if (application === undefined) {
        throw notFound('there is no such loan application');
      }
      permitReach(user, 'disburse-loan', application, 'the loan application');
      if (store.loans.ofApplication(application.id, application.userId) !== undefined) {
        throw conflict('the loan was paid out before');
      }
      if (application.loanStatus !== from) {
        throw conflict(`the application is ${application.loanStatus}; expected ${from}`);
      }
      const loan = desk.disburse(application);
      if (!Number.isSafeInteger(loan.totalPayableMinor)) {
        throw conflict('the total payable is too large to be exact');
      }
      return {
        loanApplicationId: application.id,
        accountId: loan.id,
        bankAccountId: accountOf(application),
        disbursedAmount: fromMinor(loan.principalMinor, loan.currency),
        totalPayable: fromMinor(loan.totalPayableMinor, loan.currency),
        currencyCode: loan.currency,
        disbursedDate: loan.disbursedDate,
      };
    });
    return answer(c, { status: 'SUCCESS', data });
  };
}
