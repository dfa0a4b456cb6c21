import type { RequestLoanRequest } from '../../contract/types.generated.ts';
import { moment } from '../../contract/values/moments.ts';
import type { LoanApplication } from '../../contract/values/records.ts';
import type { Dependencies } from '../dependencies.ts';
import { realDay } from '../http/calendar.ts';
import { answerOnce } from '../http/idempotency.ts';
import { minorOf } from '../http/money.ts';
import { type Complaint, invalid, notFound } from '../http/refusal.ts';
import { bodyOf } from '../http/validation.ts';
import { orderedId } from '../lending/ordered-id.ts';
import { applicationAnswer } from '../store/loan-applications.ts';
import type { GuardedRoute } from './route.ts';

/**
 * Section 4.6: creates a loan application in status REQUESTED for the caller, a customer or an
 * agent. Served under the same path for both hosts that the specification allows.
 */
export function requestLoan(dependencies: Dependencies): GuardedRoute {
  const { store, clock } = dependencies;
  const body = bodyOf<RequestLoanRequest>('request-loan-request');

  return async (c, caller) => {
    const request = await body(c);
    const now = clock.now();
    const createdDate = moment(now);
    const complaints = impossible(request, createdDate.slice(0, 'yyyy-MM-dd'.length));
    if (complaints.length > 0) {
      throw invalid(complaints);
    }
    realDay('dateOfBirth', request.dateOfBirth);

    return answerOnce(c, dependencies, caller, 'request-loan', request, () => {
      const { id: userId, tenantId } = caller.user;
      const product = store.loanProducts.ofTenant(request.loanProductId, tenantId);
      if (product === undefined) {
        throw notFound('there is no such loan product');
      }
      const { currency } = product;
      if (request.currencyCode !== currency) {
        const message = `must be the currency of the loan product: ${currency}`;
        throw invalid([{ path: 'body /currencyCode', message }]);
      }
      const application: LoanApplication = {
        id: orderedId(now),
        tenantId,
        userId,
        loanProductId: product.id,
        loanStatus: request.loanApplicationStatusEnum,
        currency,
        requestedAmountMinor: minorOf('loanAmount', request.loanAmount, currency),
        monthlyIncomeMinor: minorOf('monthlyIncome', request.monthlyIncome, currency),
        employmentStatus: request.employmentStatus,
        dateOfBirth: request.dateOfBirth,
        bvn: request.bvn,
        firstName: request.firstName,
        lastName: request.lastName,
        phoneNumber: request.phoneNumber,
        accountNumber: request.accountNumber,
        bankCode: request.bankCode,
        durationCounter: request.durationCounter,
        durationUnit: product.durationUnit,
        loanDuration: request.loanDuration,
        loanRepaymentMethod: request.loanRepaymentMethodEnum,
        eligibilityAnswers: request.eligibilityAnswers ?? [],
        createdDate,
      };
      store.loanApplications.add(application);
      const { productName } = product;
      const data = applicationAnswer({ ...application, productName, userName: caller.user.email });
      return { status: 'SUCCESS', data };
    });
  };
}

/** What a loan can last, in days, weeks or months: numbers beyond are slips or not exact. */
const SHORTEST = 0.01;
const LONGEST = 100_000;

/** What the schema leaves open and no loan can have; `today` is the day in UTC. */
function impossible(request: RequestLoanRequest, today: string): Complaint[] {
  const complaints: Complaint[] = [];
  if (request.loanAmount <= 0) {
    complaints.push({ path: 'body /loanAmount', message: 'must be greater than 0' });
  }
  for (const field of ['loanDuration', 'durationCounter'] as const) {
    if (request[field] < SHORTEST || request[field] > LONGEST) {
      const message = `must be from ${SHORTEST} to ${LONGEST}`;
      complaints.push({ path: `body /${field}`, message });
    }
  }
  if (request.dateOfBirth > today) {
    complaints.push({ path: 'body /dateOfBirth', message: 'must not be in the future' });
  }
  if (request.monthlyIncome < 0) {
    complaints.push({ path: 'body /monthlyIncome', message: 'must not be negative' });
  }
  return complaints;
}
