import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { LoanRequestEvent, ProblemEvent, RepaymentEvent } from './scripts/events.ts';

export interface ConsoleEvents {
  repayments: RepaymentEvent[];
  loanRequests: LoanRequestEvent[];
  problems: ProblemEvent[];
}

/** Reads what the scripts said through k6's console output; a missing file is an empty one. */
export async function readConsoleEvents(file: string): Promise<ConsoleEvents> {
  const events: ConsoleEvents = { repayments: [], loanRequests: [], problems: [] };
  const input = createReadStream(file, 'utf8');
  try {
    for await (const line of createInterface({ input })) {
      const event = eventOf(line);
      if (event?.event === 'repayment') events.repayments.push(event);
      else if (event?.event === 'loan-request') events.loanRequests.push(event);
      else if (event?.event === 'problem') events.problems.push(event);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return events;
}

type Event = RepaymentEvent | LoanRequestEvent | ProblemEvent;

/** Each line is k6's log line as JSON, with ours in `msg`. */
function eventOf(line: string): Event | null {
  try {
    const { msg } = JSON.parse(line) as { msg: string };
    return JSON.parse(msg) as Event;
  } catch {
    return null;
  }
}
