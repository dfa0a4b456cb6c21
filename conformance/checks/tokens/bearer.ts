import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { NotSupplied, unlessNotSupplied } from '../../../target/states/not-supplied.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, expectSuccess, isSuccess } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { Deviation, deviate } from '../../outcome.ts';
import { allDone } from '../all-done.ts';
import { expectOfferAnswered, type OwnOffer } from '../offers/update-application-offers.ts';
import { expectAccepted, type Sent, sendOwn } from '../own-entry.ts';
import { PROTECTED_CALLS, type ProtectedCall } from '../protected-calls.ts';
import { ownerOf } from '../state-owner.ts';
import {
  LENDING,
  offerCall,
  onlyReads,
  READING,
  type RecordingEndpoint,
  takesOf,
  usesUp,
} from '../valid-call.ts';
import { expectSessionsServedAlike, expectSessionsTakenOfAll } from './bearer-of-sessions.ts';
import {
  borrowersOf,
  ELSEWHERE,
  type InBothForms,
  isTurnedAway,
  readersOf,
} from './in-both-forms.ts';

/** An offer that is accepted with Bearer, and by nothing else. */
const offerForBearer = (context: CheckContext): Promise<OwnOffer> =>
  context.shared('offer accepted with Bearer', (own) => own.take('offer-sent'));

async function requestOf(context: CheckContext, call: ProtectedCall) {
  if (call.endpoint !== 'update-application') {
    return call.prepare(context);
  }
  const offer = await offerForBearer(context);
  const as = await ownerOf(context, offer);
  return { options: { as, ...offerCall(offer.applicationId, true) } };
}

const isRecording = (endpoint: EndpointName): endpoint is RecordingEndpoint =>
  endpoint === 'request-loan' || endpoint === 'repay-loan';

/** A valid request with Bearer, once per run. */
const sentByBearer = (context: CheckContext, endpoint: RecordingEndpoint): Promise<Sent> =>
  context.shared(`${endpoint} with Bearer`, (own) => sendOwn(own, endpoint, { bearer: true }));

/**
 * A call that satisfies every rule, with the good token as Bearer; sent once per endpoint. What may succeed
 * takes an entry of its own: whose shared one had an application open would be refused whatever else is wrong.
 */
export async function bearerAnswer(context: CheckContext, call: ProtectedCall): Promise<Exchange> {
  if (isRecording(call.endpoint)) {
    return (await sentByBearer(context, call.endpoint)).exchange;
  }
  return context.shared(`good Bearer token on ${call.endpoint}`, async (own) => {
    const { options } = await requestOf(own, call);
    // Forms of headers are tried with it, but where a refresh or a logout would be repeated.
    const meantToSucceed = call.phase === undefined;
    return own.call(call.endpoint, { ...options, bearer: true, meantToSucceed });
  });
}

/** What reads comes first, so that as little as possible is changed until one endpoint accepts. */
const GENTLE_FIRST = [...READING, 'refresh', 'logout', ...LENDING];

/** The requests of an endpoint by those whom it serves, beside the customer's own where it writes. */
async function askedOf(
  context: CheckContext,
  call: ProtectedCall,
  bearer: Exchange,
): Promise<InBothForms[]> {
  const { endpoint } = call;
  if (endpoint === 'repay-loan' || endpoint === 'update-application') {
    const { options } = await requestOf(context, call);
    return [{ user: 'customer', call: { endpoint, options }, bearer }];
  }
  const asked = onlyReads(endpoint)
    ? await readersOf(context, endpoint)
    : await borrowersOf(context);
  // The sessions that they asked with may be renewed by now.
  const steady = asked.filter(({ user }) => user !== ELSEWHERE);
  return allDone(
    steady.map(async ({ user, call: own, ...rest }) => {
      const options = { ...own.options, as: await context.session(user) };
      return { ...rest, user, call: { ...own, options } };
    }),
  );
}

/** Whether an endpoint that turned everybody's Bearer away takes the token of a login that was not refreshed. */
async function isTakenOfLogin(context: CheckContext, call: ProtectedCall): Promise<boolean> {
  const { options } = await requestOf(context, call);
  const { email, password } =
    call.endpoint === 'update-application' ? await offerForBearer(context) : {};
  const isOwn = email !== undefined && password !== undefined;
  const as = await context.freshSession(isOwn ? { email, password } : 'customer');
  return !isTurnedAway(await context.call(call.endpoint, { ...options, as, bearer: true }));
}

/** Endpoints that a session may ask again and again. */
const ASKED_AGAIN = [...READING, ...LENDING];

const isTakenOfSome = (asked: readonly InBothForms[]): boolean =>
  asked.some(({ bearer }) => !isTurnedAway(bearer));

/**
 * Which form a token may have is an endpoint's affair on each of its hosts, and no user's or session's: where Bearer
 * is taken of one, it is of all whom the same request is served with X-Auth-Token, before and after.
 */
async function expectTakenOfAll(context: CheckContext): Promise<void> {
  for (const endpoint of ASKED_AGAIN) {
    const call = PROTECTED_CALLS.find((each) => each.endpoint === endpoint);
    const isServed = call && (await context.passed(call.twin));
    const first = isServed && (await bearerAnswer(context, call).catch(unlessNotSupplied));
    if (!first) {
      continue;
    }
    const asked = await askedOf(context, call, first);
    const isOnOther = (each: InBothForms) => each.call.options.host === 'lending';
    const [onOther, usual] = [asked.filter(isOnOther), asked.filter((each) => !isOnOther(each))];
    const isTaken =
      !isTurnedAway(first) || isTakenOfSome(usual) || (await isTakenOfLogin(context, call));
    const alike = [...(isTaken ? usual : []), ...(isTakenOfSome(onOther) ? onOther : [])];
    for (const { user, call: own } of alike.filter(({ bearer }) => isTurnedAway(bearer))) {
      const before = await context.call(endpoint, own.options);
      const bearer = await context.call(endpoint, { ...own.options, bearer: true });
      const after = await context.call(endpoint, own.options);
      if (isTurnedAway(bearer) && ![before, after].some(isTurnedAway)) {
        deviate(
          `Authorization: Bearer to be taken of ${user} at ${endpoint}, as it is of others there or was before`,
          answerOf(bearer),
        );
      }
    }
  }
}

const somewhere: Check = {
  id: 'authentication.bearer.somewhere',
  title: 'accepts the token as Authorization: Bearer somewhere, and there of everybody',
  requirements: ['AUT-3'],
  level: 'must',
  users: ['customer', 'manager'],
  phase: 'sessions',
  cause: 'the Bearer form of the token is not accepted, or not of everybody',
  async run(context) {
    const answers: string[] = [];
    let missing: NotSupplied | undefined;
    for (const endpoint of GENTLE_FIRST) {
      const call = PROTECTED_CALLS.find((each) => each.endpoint === endpoint);
      if (!call) {
        throw new Error(`there is no valid call of ${endpoint}`);
      }
      const exchange = await bearerAnswer(context, call).catch((error: unknown) => {
        // What one endpoint needs may be missing, or broken by itself, while another accepts.
        if (error instanceof NotSupplied) {
          missing ??= error;
        } else if (!(error instanceof Deviation)) {
          throw error;
        }
        return undefined;
      });
      if (exchange && isSuccess(exchange)) {
        await expectTakenOfAll(context);
        return expectSessionsTakenOfAll(context);
      }
      if (exchange) {
        answers.push(`${endpoint}: ${answerOf(exchange)}`);
      }
    }
    // It may be taken where it could not be tried.
    if (missing) {
      throw missing;
    }
    if (answers.length === 0) {
      context.inconclusive('No endpoint could be asked by a valid request.');
    }
    deviate('Authorization: Bearer to be accepted on at least one endpoint', answers.join('; '));
  },
};

/** Equality: whoever is served with X-Auth-Token is served the same request with Bearer. */
async function expectServedAlike(context: CheckContext, endpoint: EndpointName): Promise<void> {
  for (const { user, bearer } of onlyReads(endpoint) ? await readersOf(context, endpoint) : []) {
    expectSuccess(bearer, `${endpoint} by ${user} with Authorization: Bearer`);
  }
}

/** Equality: who is not turned away with X-Auth-Token (401 or 403) is not with Bearer. */
async function expectLentAlike(context: CheckContext): Promise<void> {
  for (const { user, call, bearer } of await borrowersOf(context)) {
    if (isTurnedAway(bearer)) {
      deviate(
        `${user} not to be turned away by request-loan (${call.options.host} host) with Authorization: Bearer`,
        answerOf(bearer),
      );
    }
  }
}

const everywhere: Check[] = PROTECTED_CALLS.map((call) => ({
  id: `authentication.bearer.${call.endpoint}`,
  title: `accepts the token as Authorization: Bearer on ${call.endpoint}`,
  requirements: ['AUT-28'],
  level: 'should',
  endpoint: call.endpoint,
  users: call.users,
  ...(call.endpoint !== 'update-application' && { states: call.states }),
  ...(usesUp(call.endpoint) && { takes: takesOf(call.endpoint) }),
  ...(call.phase && { phase: call.phase }),
  after: [call.twin],
  cause: 'the Bearer form of the token is not accepted everywhere',
  async run(context) {
    if (isRecording(call.endpoint)) {
      const sent = await sentByBearer(context, call.endpoint);
      await expectAccepted(context, sent, `${call.endpoint} with Authorization: Bearer`);
      return call.endpoint === 'request-loan' ? expectLentAlike(context) : undefined;
    }
    const exchange = await bearerAnswer(context, call);
    const what = `${call.endpoint} with Authorization: Bearer`;
    if (call.endpoint === 'update-application') {
      const offer = await offerForBearer(context);
      await expectOfferAnswered(context, exchange, { offer, accept: true, what });
    }
    expectSuccess(exchange, what);
    await expectServedAlike(context, call.endpoint);
    await expectSessionsServedAlike(context, call.endpoint);
  },
}));

/** Section 5.2: the second accepted form of the token, somewhere as stated, best everywhere. */
export const bearerChecks: Check[] = [...everywhere, somewhere];
