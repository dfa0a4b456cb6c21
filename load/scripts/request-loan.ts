import { sendKeyed } from './keyed-request.ts';
import { oneOf } from './plan/random.ts';
import { run } from './plan/run.ts';
import { emit } from './record/events.ts';
import { type Answer, type Fault, type Measured, saysFailed } from './record/judge-answer.ts';
import type { Session } from './tokens.ts';

/** Values of the state `loan-product`. */
export interface LoanProduct {
  loanProductId: string;
  currencyCode: string;
}

/**
 * Section 4.6: asks for a loan. The answer's body is not shown, so only a refusal is looked for;
 * whether a key made one application is seen where the target gives a ledger.
 */
export function requestLoan(
  session: Session,
  product: LoanProduct,
  random: () => number,
): Measured {
  const how = random();
  const months = oneOf([3, 6, 12], random());
  const key = crypto.randomUUID();
  const lastName = nameOf(key);
  const loanAmount = 1000 + Math.floor(random() * 90) * 100;
  const body = {
    currencyCode: product.currencyCode,
    dateOfBirth: `${1960 + Math.floor(random() * 40)}-06-15`,
    durationCounter: months,
    loanApplicationStatusEnum: 'REQUESTED',
    employmentStatus: oneOf(['EMPLOYED', 'SELF_EMPLOYED'], random()),
    loanAmount,
    bvn: String(22_000_000_000 + Math.floor(random() * 999_999_999)),
    firstName: 'Ada',
    lastName,
    accountNumber: String(1_000_000_000 + Math.floor(random() * 999_999_999)),
    bankCode: '058',
    phoneNumber: `+234803${String(Math.floor(random() * 10_000_000)).padStart(7, '0')}`,
    loanDuration: months,
    loanProductId: product.loanProductId,
    loanRepaymentMethodEnum: 'DIRECT_DEBIT',
    monthlyIncome: 1000 + Math.floor(random() * 100) * 50,
  };
  const request = {
    ...({ endpoint: 'request-loan', method: 'POST', key } as const),
    url: `${run.baseUrl}/api/v6/services/user/request-loan`,
    body: JSON.stringify(body),
    check: refused,
    acknowledges: (answer: Answer) => refused(answer) === null,
  };
  const { outcome, answers, acknowledging, inDoubt } = sendKeyed(session, request, how);
  emit({
    ...{ event: 'loan-request', key, lastName, amount: loanAmount, inDoubt },
    ...{ attempts: answers.length, acknowledged: acknowledging.length },
  });
  return outcome;
}

/** The key as a family name: unlike digits, letters are good anywhere. */
function nameOf(key: string): string {
  const letters = key
    .replace(/-/g, '')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
  return `Load ${letters}`;
}

function refused(answer: Answer): Fault | null {
  if (!saysFailed(answer)) {
    return null;
  }
  return { kind: 'answer', message: `refused: ${answer.body}` };
}
