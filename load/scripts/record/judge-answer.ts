import http, { type RefinedResponse } from 'k6/http';
import { judgedAnswers, refusedAnswers, tokenFailures, wrongAnswers } from './counters.ts';
import { drawn } from './drawn.ts';
import { parsed } from './parsed.ts';
import { sayProblem } from './problems.ts';

export type Answer = RefinedResponse<'text'>;

/** `ok`, `error` (the target's), or `token` (a dead token: not counted as the target's). */
export type Measured = 'ok' | 'error' | 'token';

/** What is wrong with an answer of a good status, with one example in words; null if nothing is. */
export type Check = (answer: Answer) => Fault | null;

export interface Fault {
  kind: 'answer' | 'content' | 'schema';
  message: string;
}

/** What k6 takes for expected where nothing else is said; without this it takes redirects too. */
http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }));

/** For what may be refused, such as a repeated key: that is as good as an answer. */
export const REFUSABLE = http.expectedStatuses(
  ...[{ min: 200, max: 299 }, 400, { min: 402, max: 499 }],
);

/** Whether an answer says FAILED by itself, and not by something inside it. */
export function saysFailed(answer: Answer): boolean {
  return (parsed(answer) as { status?: unknown } | null)?.status === 'FAILED';
}

/** How an answer is judged beyond its status. */
export interface Judging {
  /** default true; only a login takes none */
  needsToken?: boolean;
  /** a refusal is as good as an answer, as for a repeated key */
  refusable?: boolean;
  /** whether an answer of a good status is a refusal; default: it says FAILED */
  refuses?: (answer: Answer) => boolean;
  /** looks closer at those drawn at random, since it costs too much for all */
  inFull?: Check;
}

/**
 * Judges an answer. k6 itself records its latency and status under the endpoint's name, failures
 * too, since a latency without them flatters; only what k6 cannot see is added here. A 401 is said
 * apart unless the endpoint takes no token.
 */
export function measure(
  endpoint: string,
  answer: Answer,
  check: Check,
  { needsToken = true, refusable = false, refuses = saysFailed, inFull }: Judging = {},
): Measured {
  const { status } = answer;
  if (status >= 200 && status < 300) {
    if (refusable && refuses(answer)) {
      refusedAnswers.add(1, { endpoint });
      return 'ok';
    }
    const fault = check(answer);
    if (fault !== null) {
      sayWrong(endpoint, fault, false);
      return 'error';
    }
    return inFull && drawn(endpoint) ? judgeDrawn(endpoint, inFull(answer)) : 'ok';
  }
  if (needsToken && status === 401) {
    tokenFailures.add(1, { endpoint });
    sayProblem(endpoint, 'token', `401 for a token that should be alive: ${answer.body}`);
    return 'token';
  }
  if (refusable && status >= 400 && status < 500) {
    return 'ok';
  }
  const kind = status === 0 ? 'connection' : `status-${status}`;
  sayProblem(endpoint, kind, status === 0 ? answer.error : String(answer.body));
  return 'error';
}

/** Counts an answer that was drawn and judged in full, with what is wrong with it. */
export function judgeDrawn(endpoint: string, fault: Fault | null): Measured {
  judgedAnswers.add(1, { endpoint });
  if (fault === null) {
    return 'ok';
  }
  sayWrong(endpoint, fault, true);
  return 'error';
}

function sayWrong(endpoint: string, { kind, message }: Fault, isDrawn: boolean): void {
  wrongAnswers.add(1, { endpoint, kind, ...(isDrawn && { drawn: 'true' }) });
  sayProblem(endpoint, kind, message);
}
