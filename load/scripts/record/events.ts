import type { Journey, PlannedJourney } from '../plan/journey.ts';
import type { ProfileName } from '../plan/profiles.ts';

/** Said once by each k6 process, before its load: which run this is. */
export interface RunEvent {
  event: 'run';
  /** unique, in the narration of each repayment, so that the audit finds its own */
  runId: string;
  /** their names, joined by +, and their rates */
  journey: Journey;
  journeys: PlannedJourney[];
  profile: ProfileName;
  rate: number;
  durationSeconds: number;
  warmUpSeconds: number;
  seed: number;
  scriptDigest: string;
  /** the share of this process, and all shares, as k6's options; null for the whole */
  segment: string | null;
  sequence: string | null;
}

/** Said when k6 has ended by itself, as the last of all. */
export interface EndEvent {
  event: 'end';
}

/** A repayment as the script saw it; the audit replays it and looks for it in the ledger. */
export interface RepaymentEvent {
  event: 'repayment';
  key: string;
  /** URL without the host, and the body as it was sent */
  path: string;
  body: string;
  accountId: string;
  amount: number;
  /** requests sent with this key */
  attempts: number;
  /** `data` of each answer that acknowledged it, as JSON */
  acknowledged: string[];
  /** some answer was lost or was a 5xx: it may or may not have been booked */
  inDoubt: boolean;
}

/** A request for a loan as the script saw it; the audit looks for its application in the ledger. */
export interface LoanRequestEvent {
  event: 'loan-request';
  key: string;
  /** names the key, and no other request */
  lastName: string;
  amount: number;
  attempts: number;
  /** answers that acknowledged it */
  acknowledged: number;
  inDoubt: boolean;
}

/** An example of an error, or why states or tokens could not be had. */
export interface ProblemEvent {
  event: 'problem';
  endpoint: string;
  kind: string;
  message: string;
}

export type Event = RunEvent | RepaymentEvent | LoanRequestEvent | ProblemEvent | EndEvent;

/** Writes a line that the runner reads from k6's console output. */
export function emit(event: Event): void {
  console.log(JSON.stringify(event));
}
