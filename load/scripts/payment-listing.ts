import exec from 'k6/execution';
import http from 'k6/http';
import { deviceHeaders } from './headers.ts';
import { type Answer, type Fault, measure } from './measure.ts';
import { journeyStart, listedPayments } from './metrics.ts';
import { journeyOptions } from './options.ts';
import { type ListingState, type PaymentQuery, paymentQuery } from './payment-query.ts';
import { randomOf, zipf } from './random.ts';
import { run } from './run.ts';
import { takeState } from './states.ts';
import { dropSession, loginAndRefresh, openSessions, type Session, sessionFor } from './tokens.ts';
import { isSampled, parsed, schemaFault } from './validation.ts';

export { handleSummary } from './summary.ts';
export const options = journeyOptions();

/** Different requests per run; each iteration sends one of them. */
const QUERIES = 256;
const LIST_URL = `${run.baseUrl}/api/v6/services/paymentmanagement/awaiting-payments`;

interface Prepared {
  sessions: Session[];
  state: ListingState;
}

const pickUser = zipf(run.users.length);
/** Made when first sent, and kept: making all at once would delay each virtual user's first request. */
const queries: (PaymentQuery | undefined)[] = [];

export function setup(): Prepared {
  const state = takeState<ListingState>('awaiting-payments', 0);
  if (state === null) throw new Error('the state awaiting-payments is needed and cannot be had');
  return { sessions: openSessions(), state };
}

/** Section 4.5: one listing by one customer. */
export function journey({ sessions, state }: Prepared): void {
  const iteration = exec.scenario.iterationInTest;
  if (exec.scenario.iterationInInstance === 0) journeyStart.add(exec.scenario.startTime);
  const random = randomOf(run.seed, iteration);
  const number = iteration === 0 ? 0 : Math.floor(random() * QUERIES);
  queries[number] ??= paymentQuery(state, run.currencies, run.seed, number);
  const query = queries[number];
  const user = iteration === 0 ? 0 : pickUser(random());
  const session = sessionFor(user, sessions);
  if (session === null) return;
  const answer = http.request('GET', LIST_URL + query.search, query.body, {
    headers: deviceHeaders(session.access),
    timeout: run.timeoutMs,
    tags: { name: 'awaiting-payments' },
  }) as Answer;
  const outcome = measure('awaiting-payments', answer, (it) => faultOf(it, query));
  if (outcome === 'token') dropSession(user);
}

export function sessions(): void {
  loginAndRefresh();
}

export default journey;

/** Cheap for every answer; of the sample in full. */
function faultOf(answer: Answer, query: PaymentQuery): Fault | null {
  const { body } = answer;
  if (!body.includes('"awaitingPayments"') || !body.includes('"SUCCESS"')) {
    return { kind: 'answer', message: `no SUCCESS with awaitingPayments: ${body.slice(0, 200)}` };
  }
  return isSampled() ? fullFault(parsed(answer), query) : null;
}

function fullFault(body: unknown, query: PaymentQuery): Fault | null {
  const fault = schemaFault('awaiting-payments-response', body);
  if (fault !== null) return fault;
  const { awaitingPayments } = (body as { data: { awaitingPayments: { currency: string }[] } })
    .data;
  listedPayments.add(awaitingPayments.length);
  if (awaitingPayments.length > query.size) {
    const message = `${awaitingPayments.length} payments on a page of ${query.size}`;
    return { kind: 'answer', message };
  }
  const stray = awaitingPayments.find((payment) => payment.currency !== query.currency);
  if (stray === undefined) return null;
  return { kind: 'answer', message: `${stray.currency} in a list of ${query.currency}` };
}
