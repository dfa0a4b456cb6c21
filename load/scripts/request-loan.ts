import exec from 'k6/execution';
import http from 'k6/http';
import { lendingHeaders } from './headers.ts';
import { type Answer, type Fault, type Measured, measure } from './measure.ts';
import { oneOf } from './random.ts';
import { run } from './run.ts';
import type { Session } from './tokens.ts';

/** Values of the state `loan-product`. */
export interface LoanProduct {
  loanProductId: string;
  currencyCode: string;
}

/** Section 4.6: asks for a loan. The answer's body is not shown, so only a refusal is looked for. */
export function requestLoan(
  session: Session,
  product: LoanProduct,
  random: () => number,
): Measured {
  const months = oneOf([3, 6, 12], random());
  const body = {
    currencyCode: product.currencyCode,
    dateOfBirth: `${1960 + Math.floor(random() * 40)}-06-15`,
    durationCounter: months,
    loanApplicationStatusEnum: 'REQUESTED',
    employmentStatus: oneOf(['EMPLOYED', 'SELF_EMPLOYED'], random()),
    loanAmount: 1000 + Math.floor(random() * 90) * 100,
    bvn: String(22_000_000_000 + Math.floor(random() * 999_999_999)),
    firstName: 'Ada',
    lastName: `Load ${exec.scenario.iterationInTest}`,
    accountNumber: String(1_000_000_000 + Math.floor(random() * 999_999_999)),
    bankCode: '058',
    phoneNumber: `+234803${String(Math.floor(random() * 10_000_000)).padStart(7, '0')}`,
    loanDuration: months,
    loanProductId: product.loanProductId,
    loanRepaymentMethodEnum: 'DIRECT_DEBIT',
    monthlyIncome: 1000 + Math.floor(random() * 100) * 50,
  };
  const answer = http.post(
    `${run.baseUrl}/api/v6/services/user/request-loan`,
    JSON.stringify(body),
    {
      headers: lendingHeaders(session.access, crypto.randomUUID()),
      timeout: run.timeoutMs,
      tags: { name: 'request-loan' },
    },
  ) as Answer;
  return measure('request-loan', answer, refused);
}

function refused({ body }: Answer): Fault | null {
  if (!/"status"\s*:\s*"FAILED"/.test(body ?? '')) return null;
  return { kind: 'answer', message: `refused: ${body.slice(0, 200)}` };
}
