import exec from 'k6/execution';
import http, { type Params } from 'k6/http';
import { deviceHeaders } from './headers.ts';
import { type Answer, type Fault, measure } from './measure.ts';
import { journeyStart, listedPayments } from './metrics.ts';
import { journeyOptions } from './options.ts';
import { type ListingState, type PaymentQuery, paymentQuery } from './payment-query.ts';
import { randomOf, zipf } from './random.ts';
import { run } from './run.ts';
import { takeState } from './states.ts';
import { dropSession, loginAndRefresh, openSessions, type Session, sessionFor } from './tokens.ts';
import { parsed, schemaFault } from './validation.ts';

export { handleSummary } from './summary.ts';
export const options = journeyOptions();

/** Different requests per run; each iteration sends one of them. */
const QUERIES = 64;
/** One listing in this many is validated in full: parsing one takes as long as three requests. */
const SAMPLED = 250;
const LIST_URL = `${run.baseUrl}/api/v6/services/paymentmanagement/awaiting-payments`;

interface Prepared {
  sessions: Session[];
  state: ListingState;
}

const pickUser = zipf(run.users.length);
/** Made when first sent, and kept: making all at once would delay each virtual user's first request. */
const queries: (PaymentQuery | undefined)[] = [];
/** By user: the parameters of a request, until the session changes. */
const parameters: ({ access: string; params: Params } | undefined)[] = [];
/** The random numbers of this virtual user, once it has begun. */
let random: (() => number) | undefined;

export function setup(): Prepared {
  const state = takeState<ListingState>('awaiting-payments', 0);
  if (state === null) throw new Error('the state awaiting-payments is needed and cannot be had');
  return { sessions: openSessions(), state };
}

/** Section 4.5: one listing by one customer. */
export function journey({ sessions, state }: Prepared): void {
  const isFirst = random === undefined && begin();
  random ??= randomOf(run.seed, exec.vu.idInTest);
  const drawn = isFirst ? 0 : random() * QUERIES;
  const number = Math.floor(drawn);
  queries[number] ??= paymentQuery(state, run.currencies, run.seed, number);
  const query = queries[number];
  // What the choice of the query leaves of the random number chooses the user.
  const user = pickUser(drawn - number);
  const session = sessionFor(user, sessions);
  if (session === null) return;
  const answer = http.request(
    'GET',
    LIST_URL + query.search,
    query.body,
    parametersFor(user, session),
  ) as Answer;
  const outcome = measure('awaiting-payments', answer, (it) => faultOf(it, query));
  if (outcome === 'token') dropSession(user);
}

/** Whether this is the first iteration of all; k6's `exec` is too slow to be asked each time. */
function begin(): boolean {
  if (exec.scenario.iterationInInstance === 0) journeyStart.add(exec.scenario.startTime);
  return exec.scenario.iterationInTest === 0;
}

function parametersFor(user: number, { access }: Session): Params {
  const known = parameters[user];
  if (known?.access === access) return known.params;
  const params = {
    headers: deviceHeaders(access),
    timeout: run.timeoutMs,
    tags: { name: 'awaiting-payments' },
  };
  parameters[user] = { access, params };
  return params;
}

export function sessions(): void {
  loginAndRefresh();
}

export default journey;

let judged = 0;

/** Cheap for every answer; of the sample, with the first of each virtual user, in full. */
function faultOf(answer: Answer, query: PaymentQuery): Fault | null {
  const { body } = answer;
  if (!body.includes('"awaitingPayments"') || !body.includes('"SUCCESS"')) {
    return { kind: 'answer', message: `no SUCCESS with awaitingPayments: ${body.slice(0, 200)}` };
  }
  return judged++ % SAMPLED === 0 ? fullFault(parsed(answer), query) : null;
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
