import exec from 'k6/execution';
import http, { type Params } from 'k6/http';
import { announceRun } from './announce-run.ts';
import { deviceHeaders } from './headers.ts';
import { type ListingState, type PaymentQuery, paymentQuery } from './payment-query.ts';
import { journeyOptions } from './plan/options.ts';
import { randomOf, zipf } from './plan/random.ts';
import { run } from './plan/run.ts';
import { takeState } from './plan/states.ts';
import { ownUsers } from './plan/users.ts';
import { journeyStart, listedPayments } from './record/counters.ts';
import { type Answer, type Fault, measure, saysFailed } from './record/judge-answer.ts';
import { parsed } from './record/parsed.ts';
import { schemaFault } from './record/validation.ts';
import { dropSession, loginAndRefresh, openSessions, type Sessions, sessionFor } from './tokens.ts';

export { handleSummary } from './record/summary.ts';
export const options = journeyOptions();

/** Different requests of a virtual user, which then begins anew. */
const REQUESTS = 32;
/** One listing in this many is validated in full: parsing one takes as long as three requests. */
const SAMPLED = 500;
const LIST_URL = `${run.baseUrl}/api/v6/services/paymentmanagement/awaiting-payments`;

interface Prepared {
  sessions: Sessions;
  state: ListingState;
}

let pickUser: ((random: number) => number) | undefined;

/** What is sent, and by whom. */
interface Listing extends PaymentQuery {
  url: string;
  user: number;
  /** else it is open what is answered (section 4.5): an empty page or a refusal */
  mustList: boolean;
}

// k6 runs JavaScript so slowly that a request costs little more than choosing it. So each virtual
// user keeps what it made: its requests when first sent, and their parameters while a session lives.
const listings: (Listing | undefined)[] = [];
const parameters: ({ strict: Params; lenient: Params; renewAt: number } | undefined)[] = [];
let sent = 0;
/** This virtual user's number, once it has begun; unique in the whole test. */
let virtualUser = 0;

export function setup(): Prepared {
  const state = takeState<ListingState>('awaiting-payments', 0);
  if (state === null) {
    throw new Error('the state awaiting-payments is needed and cannot be had');
  }
  announceRun();
  return { sessions: openSessions(), state };
}

/** Section 4.5: one listing by one customer. */
export function journey({ sessions, state }: Prepared): void {
  const number = sent++ % REQUESTS;
  listings[number] ??= sent === 1 ? firstListing(state) : listingOf(state, number);
  const { url, body, user, mustList } = listings[number];
  let prepared = parameters[user];
  if (prepared === undefined || prepared.renewAt < Date.now()) {
    prepared = parametersFor(user, sessions);
    if (prepared === undefined) {
      return;
    }
  }
  const params = mustList ? prepared.strict : prepared.lenient;
  const answer = http.request('GET', url, body, params) as Answer;
  // Nearly all answers leave here: what follows would cost a tenth of the request.
  if (answer.status === 200 && lists(answer.body) && judged++ % SAMPLED !== 0) {
    return;
  }
  if (!mustList && refusesForNothing(answer)) {
    return;
  }
  const query = listings[number];
  const outcome = measure('awaiting-payments', answer, () => faultOf(answer, query));
  if (outcome === 'token') {
    dropSession(user);
    parameters[user] = undefined;
  }
}

/** The first request of this virtual user; that of the whole test is the one that lists something. */
function firstListing(state: ListingState): Listing {
  virtualUser = exec.vu.idInTest;
  if (exec.scenario.iterationInInstance === 0) {
    journeyStart.add(exec.scenario.startTime);
  }
  if (exec.scenario.iterationInTest > 0) {
    return listingOf(state, 0);
  }
  const query = paymentQuery(state, run.currencies, run.seed, 0);
  const user = ownUsers()[0] ?? 0;
  return { ...query, url: LIST_URL + query.search, user, mustList: query.promised && user === 0 };
}

function listingOf(state: ListingState, number: number): Listing {
  const index = 1 + virtualUser * REQUESTS + number;
  const query = paymentQuery(state, run.currencies, run.seed, index);
  const own = ownUsers();
  pickUser ??= zipf(own.length);
  const user = own[pickUser(randomOf(run.seed + 1, index)())] ?? 0;
  return { ...query, url: LIST_URL + query.search, user, mustList: query.promised && user === 0 };
}

function parametersFor(user: number, sessions: Sessions) {
  const session = sessionFor(user, sessions);
  if (session === null) {
    return undefined;
  }
  const strict = {
    headers: deviceHeaders(session.access),
    timeout: run.timeoutMs,
    tags: { name: 'awaiting-payments' },
  };
  const lenient = { ...strict, responseCallback: MAY_BE_NOTHING };
  parameters[user] = { strict, lenient, renewAt: session.renewAt };
  return parameters[user];
}

export function sessions(): void {
  loginAndRefresh();
}

export default journey;

let judged = 0;

/** What may be answered where nothing matches or a page holds nothing. */
const MAY_BE_NOTHING = http.expectedStatuses({ min: 200, max: 299 }, 404);

function refusesForNothing(answer: Answer): boolean {
  const { status } = answer;
  return status === 404 || status === 204 || (status >= 200 && status < 300 && saysFailed(answer));
}

/** Cheap enough for every answer: the text of a successful listing. */
function lists(body: string | null): boolean {
  if (body === null) {
    return false;
  }
  return body.includes('"awaitingPayments"') && body.includes('"SUCCESS"');
}

/** Of the sample: the whole answer, and whether it fits the request. */
function faultOf(answer: Answer, query: PaymentQuery): Fault | null {
  if (!lists(answer.body)) {
    const message = `no SUCCESS with awaitingPayments: ${answer.body}`;
    return { kind: 'answer', message };
  }
  const body = parsed(answer);
  const fault = schemaFault('awaiting-payments-response', body);
  if (fault !== null) {
    return fault;
  }
  const { awaitingPayments } = (body as { data: { awaitingPayments: { currency: string }[] } })
    .data;
  listedPayments.add(awaitingPayments.length);
  if (awaitingPayments.length > query.size) {
    const message = `${awaitingPayments.length} payments on a page of ${query.size}`;
    return { kind: 'answer', message };
  }
  const stray = awaitingPayments.find((payment) => payment.currency !== query.currency);
  if (stray === undefined) {
    return null;
  }
  return { kind: 'answer', message: `${stray.currency} in a list of ${query.currency}` };
}
