import exec from 'k6/execution';
import http from 'k6/http';
import { emit, report } from './events.ts';
import { lendingHeaders } from './headers.ts';
import { type Answer, type Fault, type Measured, measure, REFUSABLE } from './measure.ts';
import { wrongAnswers } from './metrics.ts';
import { BACKGROUND_USERS } from './options.ts';
import { peakOf, shapeOf, virtualUsersFor } from './profiles.ts';
import { run } from './run.ts';
import { poolSize, takeState } from './states.ts';
import type { Session } from './tokens.ts';
import { isSampled, parsed, schemaFault } from './validation.ts';

/** Values of the state `active-loan`. */
interface ActiveLoan {
  customerId: string;
  accountId: string;
  bankAccountId: string;
  totalPayable: number;
  repaymentReference: string;
}

/** Share of repayments sent again with their key, and sent several times at once. */
const REPEATED = 0.1;
const CONCURRENT = 0.1;
const AT_ONCE = 3;
const REPEAT = 'repay-loan-repeat';

/** More than there are numbers of virtual users, so that pool indexes never meet. */
const VIRTUAL_USERS =
  BACKGROUND_USERS +
  virtualUsersFor(peakOf(shapeOf(run.profile, run.rate, run.durationSeconds)), run.virtualUsers)
    .max;

let loan: ActiveLoan | null = null;
let left = 0;
let taken = 0;

/**
 * Section 4.7: repays a little of a loan. The first request of a key has to be acknowledged; its
 * repeats, afterwards or at the same time, may be replayed or refused. What came of each key goes
 * to the audit.
 */
export function repayLoan(session: Session, random: () => number): Measured {
  const how = howToSend(random());
  const amount = 1 + Math.floor(random() * 9);
  if (loan === null || left < amount) loan = takeLoan();
  if (loan === null) return 'ok';
  left -= amount;

  const key = crypto.randomUUID();
  const path = `/api/v1/services/user/repay-loan/${loan.customerId}`;
  const body = JSON.stringify({
    repaymentAmount: amount,
    customerId: loan.customerId,
    accountId: loan.accountId,
    bankAccountId: loan.bankAccountId,
    repaymentReference: loan.repaymentReference,
    paymentNarration: `load ${run.runId} ${key}`,
  });
  const request = (name: 'repay-loan' | typeof REPEAT) => ({
    method: 'POST',
    url: run.lendingUrl + path,
    body,
    params: {
      headers: lendingHeaders(session.access, key),
      timeout: run.timeoutMs,
      tags: { name },
      ...(name === REPEAT && { responseCallback: REFUSABLE }),
    },
  });
  const check = (answer: Answer) => faultOf(answer, amount);

  const answers: Answer[] = [];
  let outcome: Measured;
  if (how < CONCURRENT) {
    const batch = http.batch(Array.from({ length: AT_ONCE }, () => request(REPEAT)));
    answers.push(...(Object.values(batch) as Answer[]));
    const outcomes = answers.map((it) => measure(REPEAT, it, check, { refusable: true }));
    // Any of them may be the first, so each may be refused, but not all.
    if (outcomes.every((it) => it === 'ok') && !answers.some(acknowledges)) {
      wrongAnswers.add(1, { endpoint: REPEAT, kind: 'answer' });
      report(REPEAT, 'answer', `all ${AT_ONCE} requests of one key were refused`);
    }
    outcome = outcomes.includes('token') ? 'token' : outcomes.includes('ok') ? 'ok' : 'error';
  } else {
    answers.push(send(request('repay-loan')));
    outcome = measure('repay-loan', answers[0] as Answer, check);
    if (outcome === 'ok' && how < CONCURRENT + REPEATED) {
      const repeat = send(request(REPEAT));
      answers.push(repeat);
      outcome = measure(REPEAT, repeat, check, { refusable: true });
    }
  }
  emit({
    event: 'repayment',
    key,
    path,
    body,
    accountId: loan.accountId,
    amount,
    attempts: answers.length,
    acknowledged: answers.filter(acknowledges).map((it) => JSON.stringify(dataOf(it))),
    inDoubt: answers.some(({ status }) => status === 0 || status >= 500),
  });
  return outcome;
}

/** The first three iterations take one way each, so that the shortest run has them all. */
function howToSend(random: number): number {
  return [1, 0, CONCURRENT][exec.scenario.iterationInTest] ?? random;
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
  if (found !== null) {
    left = index < size ? found.totalPayable / Math.ceil(VIRTUAL_USERS / size) : found.totalPayable;
  }
  return found;
}

interface Sendable {
  method: string;
  url: string;
  body: string;
  params: object;
}

function send({ method, url, body, params }: Sendable): Answer {
  return http.request(method, url, body, params) as Answer;
}

function dataOf(answer: Answer): unknown {
  return (parsed(answer) as { data?: unknown } | null)?.data ?? null;
}

function acknowledges(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300 && faultOf(answer, null) === null;
}

/** Section 2.5: pending verification, and the amount somewhere in `data`, whatever its field. */
function faultOf(answer: Answer, amount: number | null): Fault | null {
  const body = parsed(answer) as { data?: Record<string, unknown> } | null;
  if (body?.data?.verificationStatus !== 'PENDING_VERIFICATION') {
    return { kind: 'answer', message: `not recorded: ${answer.body.slice(0, 200)}` };
  }
  if (amount === null) return null;
  if (!holds(body.data, amount)) {
    return {
      kind: 'answer',
      message: `the amount ${amount} is not in: ${answer.body.slice(0, 200)}`,
    };
  }
  return isSampled() ? schemaFault('repay-loan-response', body) : null;
}

function holds(value: unknown, amount: number): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).some((inner) => holds(inner, amount));
  }
  return (typeof value === 'number' || typeof value === 'string') && Number(value) === amount;
}
