import exec from 'k6/execution';
import { announceRun } from './announce-run.ts';
import { journeyOptions } from './plan/options.ts';
import { randomOf } from './plan/random.ts';
import { run } from './plan/run.ts';
import { takeState } from './plan/states.ts';
import { journeyStart } from './record/counters.ts';
import { repayLoan } from './repay-loan.ts';
import type { LoanProduct } from './request-loan.ts';
import { requestLoan } from './request-loan.ts';
import {
  dropSession,
  loginAndRefresh,
  openSessions,
  type Session,
  type Sessions,
  sessionFor,
} from './tokens.ts';
import { updateApplication } from './update-application.ts';

export { heartbeat } from './heartbeat.ts';
export { handleSummary } from './record/summary.ts';
export const options = journeyOptions();

interface Prepared {
  sessions: Sessions;
  product: LoanProduct;
  runId: string;
}

/** The states belong to the first user, the target file's `customer`. */
const CUSTOMER = 0;

export function setup(): Prepared {
  const product = takeState<LoanProduct>('loan-product', 0);
  if (product === null) {
    throw new Error('the state loan-product is needed and cannot be had');
  }
  return { sessions: openSessions(), product, runId: announceRun() };
}

/** Sections 4.6 to 4.8: a customer asks for a loan, answers an offer, and repays another loan. */
export function journey({ sessions, product, runId }: Prepared): void {
  if (exec.scenario.iterationInInstance === 0) {
    journeyStart.add(exec.scenario.startTime);
  }
  const random = randomOf(run.seed, exec.scenario.iterationInTest);
  const steps = [
    (session: Session) => requestLoan(session, product, random),
    (session: Session) => updateApplication(session, random),
    (session: Session) => repayLoan(session, runId, random),
  ];
  for (const step of steps) {
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

export function sessions(): void {
  loginAndRefresh();
}

export default journey;
