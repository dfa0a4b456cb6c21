import type { RefinedResponse } from 'k6/http';
import { report } from './events.ts';
import { targetErrorKinds, targetErrors, targetLatency, tokenFailures } from './metrics.ts';

export type Answer = RefinedResponse<'text'>;

/** `ok`, `error` (the target's), or `token` (a dead token: not counted as the target's). */
export type Measured = 'ok' | 'error' | 'token';

/** What is wrong with an answer: a kind of error with one example in words; null when it is right. */
export type Check = (answer: Answer) => Fault | null;

export interface Fault {
  kind: 'answer' | 'schema' | 'duplicate';
  message: string;
}

/** k6's error code of a request that ran into its timeout. */
const TIMED_OUT = 1050;

/**
 * Counts an answer as the target's: its latency, and whether it is an error. Failures are in the
 * latency too, since a trend without them flatters. A 401 is counted apart unless the endpoint
 * takes no token.
 */
export function measure(
  endpoint: string,
  answer: Answer,
  check: Check,
  { needsToken = true, refusable = false } = {},
): Measured {
  if (needsToken && answer.status === 401) {
    tokenFailures.add(1, { endpoint });
    report(endpoint, 'token', `401 for a token that should be alive: ${answer.body}`);
    return 'token';
  }
  const tags = { endpoint };
  const fault = faultOf(answer, check, refusable);
  targetLatency.add(answer.timings.duration, tags);
  targetErrors.add(fault !== null, tags);
  if (fault === null) return 'ok';
  targetErrorKinds.add(1, { endpoint, kind: fault.kind });
  report(endpoint, fault.kind, fault.message);
  return 'error';
}

function faultOf(
  answer: Answer,
  check: Check,
  refusable: boolean,
): { kind: string; message: string } | null {
  const { status } = answer;
  if (status === 0) {
    const kind = answer.error_code === TIMED_OUT ? 'timeout' : 'connection';
    return { kind, message: answer.error };
  }
  if (refusable && status >= 400 && status < 500) return null;
  if (status < 200 || status > 299) {
    return { kind: `status-${status}`, message: String(answer.body) };
  }
  return check(answer);
}
