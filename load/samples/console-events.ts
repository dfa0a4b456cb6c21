import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type {
  Event,
  LoanRequestEvent,
  ProblemEvent,
  RepaymentEvent,
  RunEvent,
} from '../scripts/record/events.ts';

export interface ConsoleEvents {
  /** null where k6 did not come so far */
  run: RunEvent | null;
  /** k6 ended by itself */
  ended: boolean;
  repayments: RepaymentEvent[];
  loanRequests: LoanRequestEvent[];
  problems: ProblemEvent[];
}

/** Reads what the scripts said through k6's console output; a missing file is an empty one. */
export async function readConsoleEvents(file: string): Promise<ConsoleEvents> {
  const events: ConsoleEvents = {
    ...{ run: null, ended: false, repayments: [], loanRequests: [], problems: [] },
  };
  const input = createReadStream(file, 'utf8');
  try {
    for await (const line of createInterface({ input })) {
      take(eventOf(line), events);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error;
    }
  }
  return events;
}

function take(event: Event | null, events: ConsoleEvents): void {
  switch (event?.event) {
    case 'run':
      events.run = event;
      break;
    case 'end':
      events.ended = true;
      break;
    case 'repayment':
      events.repayments.push(event);
      break;
    case 'loan-request':
      events.loanRequests.push(event);
      break;
    case 'problem':
      events.problems.push(event);
  }
}

/** Each line is k6's log line as JSON, with ours in `msg`. */
function eventOf(line: string): Event | null {
  try {
    const { msg } = JSON.parse(line) as { msg: string };
    return JSON.parse(msg) as Event;
  } catch {
    return null;
  }
}
