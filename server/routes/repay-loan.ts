import type { RepayLoanRequest } from '../../contract/types.generated.ts';
import { fromMinor } from '../../contract/values/currencies.ts';
import { permitReach } from '../authorization/authorize.ts';
import type { Dependencies } from '../dependencies.ts';
import { realDay } from '../http/calendar.ts';
import { answerOnce } from '../http/idempotency.ts';
import { minorOf } from '../http/money.ts';
import { conflict, forbidden, invalid, notFound } from '../http/refusal.ts';
import { bodyOf } from '../http/validation.ts';
import { orderedId } from '../lending/ordered-id.ts';
import type { Store } from '../store/store.ts';
import type { User } from '../store/users.ts';
import type { GuardedRoute } from './route.ts';

/**
 * Section 4.7: records a repayment that the customer made by bank transfer. It awaits verification,
 * but counts against the total payable at once, so that one debt cannot be repaid twice.
 */
export function repayLoan(dependencies: Dependencies): GuardedRoute {
  const { store, clock } = dependencies;
  const body = bodyOf<RepayLoanRequest>('repay-loan-request');

  return async (c, caller) => {
    const { user } = caller;
    const userId = c.req.param('user-id') ?? '';
    permitReach(user, 'repay-loan', { userId }, 'the user-id of the path');
    const request = await body(c);
    if (request.paymentDate !== undefined) {
      realDay('paymentDate', request.paymentDate);
    }

    return answerOnce(c, dependencies, caller, 'repay-loan', request, () => {
      const { loan, amountMinor } = allowed(store, user, request);
      const now = clock.now();
      const repayment = {
        id: orderedId(now),
        loanId: loan.id,
        userId: user.id,
        bankAccountId: request.bankAccountId.toLowerCase(),
        amountMinor,
        repaymentReference: request.repaymentReference,
        paymentDate: request.paymentDate ?? new Date(now).toISOString(),
        paymentNarration: request.paymentNarration ?? null,
        verificationStatus: 'PENDING_VERIFICATION' as const,
        createdAt: now,
      };
      store.repayments.add(repayment);
      store.loans.reduce(loan.id, amountMinor);
      return {
        status: 'SUCCESS',
        data: {
          repaymentRecordId: repayment.id,
          accountId: loan.id,
          repaymentAmount: fromMinor(amountMinor, loan.currency),
          currencyCode: loan.currency,
          customerName: `${user.firstName} ${user.lastName}`,
          customerEmail: user.email,
          loanProductName: loan.productName,
          repaymentReference: repayment.repaymentReference,
          paymentDate: repayment.paymentDate,
          paymentNarration: repayment.paymentNarration,
          verificationStatus: repayment.verificationStatus,
          message: 'the repayment is recorded and awaits verification',
        },
      };
    });
  };
}

/**
 * The seven refusals of section 7. Their order is ours: whose it is, whether there is a loan, the
 * loan's own defects, then what the request says about the money.
 */
function allowed(store: Store, user: User, request: RepayLoanRequest) {
  const payer = { userId: request.customerId };
  permitReach(user, 'repay-loan', payer, 'Unauthorized: the customerId');
  const loan = store.loans.ofUser(request.accountId, user.id);
  if (loan === undefined) {
    throw notFound('Loan not found: the customer has no active loan with this accountId');
  }
  if (loan.status === 'closed') {
    throw conflict('Loan closed: nothing is left to be repaid');
  }
  if (loan.loanApplicationId === null) {
    throw conflict('Missing loan application: the loan has no loan application id');
  }
  if (loan.collection === 'third-party') {
    const reason = loan.collectionReason === null ? '' : ` (${loan.collectionReason})`;
    throw conflict(`Manual repayment not allowed: a third party collects this loan${reason}`);
  }
  if (!store.bankAccounts.belongsTo(request.bankAccountId, user.id)) {
    throw forbidden(user.role, "Bank account mismatch: the bankAccountId is not the customer's");
  }
  // Zero and negative amounts do not get here: the schema refuses them.
  const amountMinor = minorOf('repaymentAmount', request.repaymentAmount, loan.currency);
  if (amountMinor > loan.totalPayableMinor) {
    const total = fromMinor(loan.totalPayableMinor, loan.currency);
    const message = `must not be above the total payable of ${total} ${loan.currency}`;
    throw invalid([{ path: 'body /repaymentAmount', message }]);
  }
  return { loan, amountMinor };
}
