import exec from 'k6/execution';
import http from 'k6/http';
import { lendingHeaders } from './headers.ts';
import { type Answer, type Fault, type Measured, measure, REFUSABLE } from './measure.ts';
import { run } from './run.ts';
import { takeState } from './states.ts';
import type { Session } from './tokens.ts';
import { isSampled, parsed, schemaFault } from './validation.ts';

/** Share of offers that are accepted, and of answers sent again with the same key. */
const ACCEPTED = 0.7;
const REPEATED = 0.1;

/**
 * Section 4.8: answers an offer, either way; now and then sends the answer again with the same key,
 * which may be replayed or refused but not change the application.
 */
export function updateApplication(session: Session, random: () => number): Measured {
  const accepts = random() < ACCEPTED;
  // The second iteration does, so that the shortest run has a repeat.
  const repeats = random() < REPEATED || exec.scenario.iterationInTest === 1;
  const state = takeState<{ applicationId: string }>('offer-sent', exec.scenario.iterationInTest);
  if (state === null) return 'ok';
  const id = state.applicationId;
  const url = `${run.lendingUrl}/api/v1/services/user/update-application/${id}?status=${accepts}`;
  const key = crypto.randomUUID();
  const send = (name: string, expected: object = {}) =>
    http.put(url, null, {
      headers: lendingHeaders(session.access, key),
      timeout: run.timeoutMs,
      tags: { name },
      ...expected,
    }) as Answer;
  const check = (answer: Answer) => faultOf(answer, id, accepts);

  const outcome = measure('update-application', send('update-application'), check);
  if (outcome !== 'ok' || !repeats) return outcome;
  const repeat = 'update-application-repeat';
  return measure(repeat, send(repeat, { responseCallback: REFUSABLE }), check, { refusable: true });
}

interface UpdateBody {
  status?: string;
  data?: { applicationId?: string; loanStatus?: string };
}

function faultOf(answer: Answer, id: string, accepts: boolean): Fault | null {
  const body = parsed(answer) as UpdateBody | null;
  const expected = accepts ? 'ACCEPTED' : 'WITHDRAWN';
  if (body?.data?.applicationId !== id || body.data.loanStatus !== expected) {
    const message = `not ${id} ${expected}: ${answer.body.slice(0, 200)}`;
    return { kind: 'answer', message };
  }
  return isSampled() ? schemaFault('update-application-response', body) : null;
}
