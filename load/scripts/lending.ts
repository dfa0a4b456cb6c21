import { sleep } from 'k6';
import exec from 'k6/execution';
import { randomOf } from './plan/random.ts';
import { run } from './plan/run.ts';
import { takeState } from './plan/states.ts';
import type { Measured } from './record/judge-answer.ts';
import { repayLoan } from './repay-loan.ts';
import type { LoanProduct } from './request-loan.ts';
import { requestLoan } from './request-loan.ts';
import type { Shared } from './set-up.ts';
import { dropSession, type Session, sessionFor } from './tokens.ts';
import { updateApplication } from './update-application.ts';

interface Prepared extends Shared {
  product: LoanProduct;
}

/** The states belong to the first user, the target file's `customer`. */
const CUSTOMER = 0;

/** The product that all iterations ask for. */
export function prepare(): Omit<Prepared, keyof Shared> {
  const product = takeState<LoanProduct>('loan-product', 0);
  if (product === null) {
    throw new Error('the state loan-product is needed and cannot be had');
  }
  return { product };
}

/** Sections 4.6 to 4.8: a customer asks for a loan, answers an offer, and repays another loan. */
export function journey({ sessions, product, runId }: Prepared): void {
  const random = randomOf(run.seed, exec.scenario.iterationInTest);
  const { requests, thinkTime } = run.mix.lending;
  const steps: [keyof typeof requests, (session: Session) => Measured][] = [
    ['request-loan', (session) => requestLoan(session, product, random)],
    ['update-application', (session) => updateApplication(session, random)],
    ['repay-loan', (session) => repayLoan(session, runId, random)],
  ];
  // Drawn before any is made: what a step draws depends on what it is answered.
  const chosen = steps.filter(([name]) => requests[name] >= 1 || random() < requests[name]);
  for (const [place, [, step]] of chosen.entries()) {
    if (place > 0 && thinkTime.max > 0) {
      sleep(thinkTime.min + random() * (thinkTime.max - thinkTime.min));
    }
    const session = sessionFor(CUSTOMER, sessions);
    if (session === null) {
      return;
    }
    if (step(session) === 'token') {
      dropSession(CUSTOMER);
      return;
    }
  }
}
