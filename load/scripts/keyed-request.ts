import exec from 'k6/execution';
import http from 'k6/http';
import { lendingHeaders } from './headers.ts';
import { run } from './plan/run.ts';
import { wrongAnswers } from './record/counters.ts';
import {
  type Answer,
  type Check,
  type Measured,
  measure,
  REFUSABLE,
} from './record/judge-answer.ts';
import { sayProblem } from './record/problems.ts';
import type { Session } from './tokens.ts';

/** Shares of keys sent again afterwards, and sent several times at once. */
const { repeatRate: REPEATED, concurrentRate: CONCURRENT } = run.mix.lending;
const AT_ONCE = 3;

/** A request with an idempotency key (section 4.6: it prevents duplicate processing). */
export interface KeyedRequest {
  endpoint: 'request-loan' | 'update-application' | 'repay-loan';
  method: 'POST' | 'PUT';
  url: string;
  body: string | null;
  key: string;
  /** what an answer of a good status has to say */
  check: Check;
  /** what one of those drawn at random has to say beyond that; left out where nothing is shown */
  inFull?: Check;
  /** whether an answer of a good status refuses the request; left out where only FAILED does */
  refuses?: (answer: Answer) => boolean;
  /** whether it says that the request had its effect, however wrong it is otherwise */
  acknowledges: (answer: Answer) => boolean;
}

/** What came of a key: the outcome, and all answers to it. */
export interface KeyedAnswers {
  outcome: Measured;
  answers: Answer[];
  /** those of a good status that acknowledge the request */
  acknowledging: Answer[];
  /** some answer was lost or was a 5xx: the request may or may not have had its effect */
  inDoubt: boolean;
}

/**
 * Sends a request once, twice, or three times at the same time, each with the same key. The first of
 * them has to be acknowledged; the others may be replayed or refused, under the endpoint's name with
 * `-repeat`. Of those at the same time any may be the first.
 */
export function sendKeyed(session: Session, keyed: KeyedRequest, random: number): KeyedAnswers {
  const { endpoint, check, inFull, refuses } = keyed;
  const judging = { ...(inFull && { inFull }), ...(refuses && { refuses }) };
  const repeat = `${endpoint}-repeat`;
  const how = howToSend(random);
  if (how < CONCURRENT) {
    const requests = Array.from({ length: AT_ONCE }, () => sendable(session, keyed, repeat));
    const answers = Object.values(http.batch(requests)) as Answer[];
    const outcomes = answers.map((it) =>
      measure(repeat, it, check, { refusable: true, ...judging }),
    );
    const told = toldBy(answers, keyed);
    if (outcomes.every((it) => it === 'ok') && told.acknowledging.length === 0) {
      wrongAnswers.add(1, { endpoint: repeat, kind: 'answer' });
      sayProblem(repeat, 'answer', `all ${AT_ONCE} requests of one key were refused`);
    }
    const outcome = outcomes.includes('token') ? 'token' : outcomes.includes('ok') ? 'ok' : 'error';
    return { outcome, ...told };
  }
  const answers = [send(sendable(session, keyed, endpoint))];
  let outcome = measure(endpoint, answers[0] as Answer, check, judging);
  if (outcome === 'ok' && how < CONCURRENT + REPEATED) {
    const again = send(sendable(session, keyed, repeat));
    answers.push(again);
    outcome = measure(repeat, again, check, { refusable: true, ...judging });
  }
  return { outcome, ...toldBy(answers, keyed) };
}

/** The first three iterations take one way each, as far as the mix has it, so that the shortest run has all. */
function howToSend(random: number): number {
  const ways = [1, ...(CONCURRENT > 0 ? [0] : []), ...(REPEATED > 0 ? [CONCURRENT] : [])];
  return ways[exec.scenario.iterationInTest] ?? random;
}

function toldBy(answers: Answer[], { acknowledges }: KeyedRequest): Omit<KeyedAnswers, 'outcome'> {
  return {
    answers,
    acknowledging: answers.filter((it) => it.status >= 200 && it.status < 300 && acknowledges(it)),
    inDoubt: answers.some(({ status }) => status === 0 || status >= 500),
  };
}

interface Sendable {
  method: string;
  url: string;
  body: string | null;
  params: object;
}

function sendable({ access }: Session, { method, url, body, key }: KeyedRequest, name: string) {
  return {
    ...{ method, url, body },
    params: {
      headers: lendingHeaders(access, key, body !== null),
      timeout: run.timeoutMs,
      tags: { name },
      ...(name.endsWith('-repeat') && { responseCallback: REFUSABLE }),
    },
  };
}

function send({ method, url, body, params }: Sendable): Answer {
  return http.request(method, url, body, params) as Answer;
}
