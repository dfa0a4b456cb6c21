import exec from 'k6/execution';
import http, { type Params } from 'k6/http';
import { deviceHeaders } from './headers.ts';
import { type ListingState, type PaymentQuery, paymentQuery } from './payment-query.ts';
import { randomOf, zipf } from './plan/random.ts';
import { run } from './plan/run.ts';
import { takeState } from './plan/states.ts';
import { hostOf, ownUsers } from './plan/users.ts';
import { listedPayments, refusedAnswers } from './record/counters.ts';
import { drawsOf } from './record/drawn.ts';
import { type Answer, type Fault, judgeDrawn, measure, saysFailed } from './record/judge-answer.ts';
import { parsed } from './record/parsed.ts';
import { schemaFault } from './record/validation.ts';
import type { Shared } from './set-up.ts';
import { dropSession, type Sessions, sessionFor } from './tokens.ts';

/** Different requests of a virtual user, which then begins anew. */
const REQUESTS = 32;
const LISTING = 'awaiting-payments';
const LIST_PATH = '/api/v6/services/paymentmanagement/awaiting-payments';

interface Prepared extends Shared {
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

/** The list that all iterations ask for. */
export function prepare(): Omit<Prepared, keyof Shared> {
  const state = takeState<ListingState>('awaiting-payments', 0);
  if (state === null) {
    throw new Error('the state awaiting-payments is needed and cannot be had');
  }
  return { state };
}

/** Section 4.5: one listing by one customer. */
export function journey(given: Prepared): void {
  const number = sent++ % REQUESTS;
  listings[number] ??= sent === 1 ? firstListing(given.state) : listingOf(given.state, number);
  const { url, body, user, mustList } = listings[number];
  let prepared = parameters[user];
  if (prepared === undefined || prepared.renewAt < Date.now()) {
    prepared = parametersFor(user, given.sessions);
    if (prepared === undefined) {
      return;
    }
  }
  const params = mustList ? prepared.strict : prepared.lenient;
  const answer = http.request('GET', url, body, params) as Answer;
  const { status } = answer;
  const good = status >= 200 && status < 300 && lists(answer.body);
  // Nearly all answers leave here: what follows would cost a tenth of the request, and to parse one
  // takes as long as three requests.
  if (good && !isDrawn()) {
    return;
  }
  if (good) {
    judgeDrawn(LISTING, faultOf(answer, listings[number]));
    return;
  }
  if (!mustList && refusesForNothing(answer)) {
    return;
  }
  if (measure(LISTING, answer, notListing) === 'token') {
    dropSession(user);
    parameters[user] = undefined;
  }
}

/** The first request of this virtual user; that of the whole test is the one that lists something. */
function firstListing(state: ListingState): Listing {
  virtualUser = exec.vu.idInTest;
  if (exec.scenario.iterationInTest > 0) {
    return listingOf(state, 0);
  }
  const query = paymentQuery(state, run, 0);
  const user = ownUsers()[0] ?? 0;
  return {
    ...query,
    url: hostOf(user) + LIST_PATH + query.search,
    user,
    mustList: query.promised && user === 0,
  };
}

function listingOf(state: ListingState, number: number): Listing {
  const index = 1 + virtualUser * REQUESTS + number;
  const query = paymentQuery(state, run, index);
  const own = ownUsers();
  pickUser ??= zipf(own.length);
  const user = own[pickUser(randomOf(run.seed + 1, index)())] ?? 0;
  return {
    ...query,
    url: hostOf(user) + LIST_PATH + query.search,
    user,
    mustList: query.promised && user === 0,
  };
}

function parametersFor(user: number, sessions: Sessions) {
  const session = sessionFor(user, sessions);
  if (session === null) {
    return undefined;
  }
  const strict = {
    headers: deviceHeaders(session.access),
    timeout: run.timeoutMs,
    tags: { name: LISTING },
  };
  const lenient = { ...strict, responseCallback: MAY_BE_NOTHING };
  parameters[user] = { strict, lenient, renewAt: session.renewAt };
  return parameters[user];
}

/** Whether this virtual user judges the answer at hand in full. */
let isDrawn = (): boolean => {
  isDrawn = drawsOf(LISTING);
  return isDrawn();
};

/** What may be answered where nothing matches or a page holds nothing. */
const MAY_BE_NOTHING = http.expectedStatuses({ min: 200, max: 299 }, 404);

function refusesForNothing(answer: Answer): boolean {
  const { status } = answer;
  if (status === 204 || (status >= 200 && status < 300 && saysFailed(answer))) {
    refusedAnswers.add(1, { endpoint: LISTING });
    return true;
  }
  return status === 404;
}

/** Cheap enough for every answer: the text of a successful listing. */
function lists(body: string | null): boolean {
  if (body === null) {
    return false;
  }
  return body.includes('"awaitingPayments"') && body.includes('"SUCCESS"');
}

function notListing(answer: Answer): Fault {
  return { kind: 'answer', message: `no SUCCESS with awaitingPayments: ${answer.body}` };
}

/** Of those drawn: the whole answer, and whether it fits the request. */
function faultOf(answer: Answer, query: PaymentQuery): Fault | null {
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
    return { kind: 'content', message };
  }
  const stray = awaitingPayments.find((payment) => payment.currency !== query.currency);
  if (stray === undefined) {
    return null;
  }
  return { kind: 'content', message: `${stray.currency} in a list of ${query.currency}` };
}
