import exec from 'k6/execution';
import { type KeyedRequest, sendKeyed } from './keyed-request.ts';
import { BACKGROUND_USERS } from './plan/options.ts';
import { peakOf, shapeOf, virtualUsersFor } from './plan/profiles.ts';
import { run } from './plan/run.ts';
import { poolSize, takeState } from './plan/states.ts';
import { statesExhausted } from './record/counters.ts';
import { emit } from './record/events.ts';
import { type Answer, type Fault, type Measured, saysFailed } from './record/judge-answer.ts';
import { parsed } from './record/parsed.ts';
import { sayProblem } from './record/problems.ts';
import { fits } from './record/validation.ts';
import type { Session } from './tokens.ts';

/** Values of the state `active-loan`. */
interface ActiveLoan {
  customerId: string;
  accountId: string;
  bankAccountId: string;
  totalPayable: number;
  repaymentReference: string;
}

/** More than there are numbers of virtual users, so that pool indexes never meet. */
const VIRTUAL_USERS =
  BACKGROUND_USERS +
  run.instances +
  run.journeys.reduce((sum, { name, rate }) => {
    const peak = peakOf(shapeOf(run.profile, rate, run.durationSeconds));
    return sum + virtualUsersFor(name, peak, run.virtualUsers, run.mix).max;
  }, 0);

let loan: ActiveLoan | null = null;
let left = 0;
let taken = 0;

/**
 * Section 4.7: repays a little of a loan. The first request of a key has to be acknowledged; its
 * repeats, afterwards or at the same time, may be replayed, refused, or answered by no more than that they are
 * repeats. What came of each key goes to the audit.
 */
export function repayLoan(session: Session, runId: string, random: () => number): Measured {
  const how = random();
  const wanted = 1 + Math.floor(random() * 9);
  if (loan === null || left < 1) {
    loan = takeLoan();
  }
  if (loan === null) {
    return 'ok';
  }
  const amount = Math.min(wanted, Math.floor(left));
  left -= amount;

  const key = crypto.randomUUID();
  const path = `/api/v1/services/user/repay-loan/${loan.customerId}`;
  const body = JSON.stringify({
    repaymentAmount: amount,
    customerId: loan.customerId,
    accountId: loan.accountId,
    bankAccountId: loan.bankAccountId,
    repaymentReference: loan.repaymentReference,
    paymentNarration: `load ${runId} ${key}`,
  });
  const request: KeyedRequest = {
    ...({ endpoint: 'repay-loan', method: 'POST', key, body } as const),
    url: run.lendingUrl + path,
    check: (answer: Answer) => faultOf(answer, amount),
    inFull: fits('repay-loan-response'),
    refuses: (answer: Answer) => saysFailed(answer) || !tellsOfRecord(answer),
    acknowledges: (answer: Answer) => faultOf(answer, null) === null,
  };
  const { outcome, answers, acknowledging, inDoubt } = sendKeyed(session, request, how);
  emit({
    event: 'repayment',
    key,
    path,
    body,
    accountId: loan.accountId,
    amount,
    attempts: answers.length,
    acknowledged: acknowledging.map((it) => JSON.stringify(dataOf(it))),
    inDoubt,
  });
  return outcome;
}

/**
 * A loan of this virtual user: from the pool, where those beyond its size share its loans and each
 * may use its part only, or from the hook.
 */
function takeLoan(): ActiveLoan | null {
  const size = poolSize('active-loan');
  const place = exec.vu.idInTest - 1;
  const index = taken === 0 && size > 0 ? place % size : place + taken * VIRTUAL_USERS;
  taken++;
  const found = takeState<ActiveLoan>('active-loan', index);
  if (found === null) {
    return null;
  }
  left = index < size ? found.totalPayable / Math.ceil(VIRTUAL_USERS / size) : found.totalPayable;
  if (left >= 1) {
    return found;
  }
  statesExhausted.add(1, { state: 'active-loan' });
  const owed = `a loan owes ${found.totalPayable}`;
  sayProblem(
    'states',
    'active-loan',
    `${owed}, less than 1 for each virtual user; supply more loans`,
  );
  return null;
}

function dataOf(answer: Answer): unknown {
  return (parsed(answer) as { data?: unknown } | null)?.data ?? null;
}

const tellsOfRecord = (answer: Answer): boolean =>
  (dataOf(answer) as { verificationStatus?: unknown } | null)?.verificationStatus !== undefined;

/** Section 2.5: pending verification, and the amount somewhere in `data`, whatever its field. */
function faultOf(answer: Answer, amount: number | null): Fault | null {
  const body = parsed(answer) as { data?: Record<string, unknown> } | null;
  if (body?.data?.verificationStatus !== 'PENDING_VERIFICATION') {
    return { kind: 'answer', message: `not recorded: ${answer.body}` };
  }
  if (amount === null) {
    return null;
  }
  if (!holds(body.data, amount)) {
    return {
      kind: 'answer',
      message: `the amount ${amount} is not in: ${answer.body}`,
    };
  }
  return null;
}

/** Whether an amount stands anywhere in a value: as a number, as text, or in a text: "NGN 7,00". */
function holds(value: unknown, amount: number): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).some((inner) => holds(inner, amount));
  }
  if (typeof value === 'string' && Number(value) !== amount) {
    return new RegExp(`(^|[^\\d.,])${amount}([.,]0{1,4})?($|[^\\d])`).test(value);
  }
  return (typeof value === 'number' || typeof value === 'string') && Number(value) === amount;
}
