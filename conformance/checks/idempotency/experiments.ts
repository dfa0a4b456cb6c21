import type { StateValues } from '../../../target/target.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { isRejection, isSuccess, leavesOf } from '../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { allDone } from '../all-done.ts';
import { sameRequest } from '../offers/update-application-offers.ts';
import { type OwnCall, ownCall, type Sent, sendCall } from '../own-entry.ts';
import { amountToRepay, FEWER, type RecordingEndpoint, repaymentsOfLoan } from '../valid-call.ts';

/** The first request of the run: key one, on an entry of its own. */
export function first<E extends RecordingEndpoint>(
  context: CheckContext,
  endpoint: E,
): Promise<Sent<E>> {
  return context.shared(`first ${endpoint}`, async (own) => {
    const sent = await sendCall(own, await ownCall(own, endpoint), { headers: sameRequest() });
    return (await ofLargerPart(own, sent)) ?? sent;
  });
}

/**
 * A repayment that was refused, of a larger part of the loan: a business may have a least amount. Where that
 * is recorded, all others of the run are of such a part, too; `undefined` where it is not, or no amount was
 * made up.
 */
async function ofLargerPart<E extends RecordingEndpoint>(
  context: CheckContext,
  { exchange, ...call }: Sent<E>,
): Promise<Sent<E> | undefined> {
  if (
    call.endpoint !== 'repay-loan' ||
    !call.madeUp.includes('repaymentAmount') ||
    !isRejection(exchange)
  ) {
    return undefined;
  }
  const repayments = await repaymentsOfLoan(context);
  const { count } = repayments;
  repayments.count = FEWER;
  const repaymentAmount = await amountToRepay(context, call.values as StateValues['active-loan']);
  const sent = await sendCall(context, call, { body: { repaymentAmount }, headers: sameRequest() });
  if (isSuccess(sent.exchange)) {
    return sent;
  }
  repayments.count = count;
  return undefined;
}

/**
 * The second request: key two, sent after the first was answered. It has the same body, so that
 * nothing but the key tells them apart; where that is refused, as a second open application may be,
 * it is sent on an entry of its own.
 */
export function second<E extends RecordingEndpoint>(
  context: CheckContext,
  endpoint: E,
): Promise<Sent<E>> {
  return context.shared(`second ${endpoint}`, async (own) => {
    const { exchange: _, ...call } = await first(own, endpoint);
    const headers = { ...sameRequest(), 'x-idempotency-key': keyLike(call.options) };
    const same = await sendCall(own, call, { headers });
    if (!isRejection(same.exchange)) {
      return same;
    }
    return sendCall(own, await ownCall(own, endpoint), { headers: sameRequest() });
  });
}

/** A key that differs from that of a call in its last character only: nothing shorter tells them apart. */
function keyLike({ headers }: CallOptions): string {
  const key = headers?.['x-idempotency-key'] ?? '';
  return key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
}

/**
 * The first request once more, byte for byte. It comes after the second, so that what only grows
 * or shrinks, such as a time or a balance, cannot look like a replay.
 */
export function firstAgain(context: CheckContext, endpoint: RecordingEndpoint): Promise<Exchange> {
  return context.shared(`first ${endpoint} again`, async (own) => {
    await second(own, endpoint);
    const { options } = await first(own, endpoint);
    return own.call(endpoint, options);
  });
}

/** A request for a loan by an agent, once per run. */
export const requestOfAgent = (context: CheckContext): Promise<Sent<'request-loan'>> =>
  context.shared('loan request by an agent', async (own) =>
    sendCall(own, await ownCall(own, 'request-loan', 'agent'), { headers: sameRequest() }),
  );

/**
 * The call of the first request under another key, for looking at what is open: it may succeed or
 * not, and leaves the shared entry to the refusals.
 */
export async function likeFirst(
  context: CheckContext,
  endpoint: RecordingEndpoint,
): Promise<CallOptions> {
  const { headers: _, ...options } = (await first(context, endpoint)).options;
  return { ...options, meantToSucceed: false };
}

/** How often one request is sent at once. */
export const AT_ONCE = 3;

/** The answers to one request sent several times at once under a new key, on its own entry. */
export function atOnce(
  context: CheckContext,
  endpoint: RecordingEndpoint,
): Promise<{ call: OwnCall; answers: Exchange[] }> {
  return context.shared(`${endpoint} ${AT_ONCE} times at once`, async (own) => {
    // What else a repayment may say is known then.
    await own.passed('repay-loan.paymentDate');
    const call = await ownCall(own, endpoint);
    const options = { ...call.options, headers: sameRequest(), meantToSucceed: false };
    const sending = Array.from({ length: AT_ONCE }, () => own.call(endpoint, options));
    return { call, answers: await allDone(sending) };
  });
}

const ISO_TIME = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const DAY_MS = 24 * 3600 * 1000;

/** Whether a value is a time of about now: ISO 8601, or seconds or milliseconds since 1970. */
function isTime(value: unknown): boolean {
  if (typeof value === 'string' && ISO_TIME.test(value)) {
    return true;
  }
  const number = Number(value);
  return [number, number * 1000].some((ms) => Math.abs(ms - Date.now()) < DAY_MS);
}

/** Whether a value could name a record: no time, no prose, and no amount. */
export function mayIdentify(value: unknown): boolean {
  if (isTime(value)) {
    return false;
  }
  if (typeof value === 'string') {
    return value !== '' && !/\s/.test(value);
  }
  return typeof value === 'number' && Number.isInteger(value);
}

/** The value at a path of `leavesOf`. */
function leafAt(json: unknown, path: string): unknown {
  return valueAt(json, ...path.split('/').slice(1));
}

/** Whether a path leads into a list of several, whose places belong to one record after the other. */
function isInList(json: unknown, path: string): boolean {
  const names = path.split('/').slice(1, -1);
  return [[], ...names.map((_, at) => names.slice(0, at + 1))].some((way) => {
    const value = way.length === 0 ? json : valueAt(json, ...way);
    return Array.isArray(value) && value.length > 1;
  });
}

/** Where an endpoint's answers may name the record. */
function namesRecord(endpoint: RecordingEndpoint, path: string): boolean {
  // The answer of request-loan is not shown; of its fields only applicationId is known (2.4).
  return endpoint === 'repay-loan' ? path.startsWith('/data/') : /application_?id$/i.test(path);
}

/**
 * Paths at which two answers to different requests hold different values that could identify the
 * record; a path may lie anywhere in `data`, since its name is not shown (section 2.5). What was
 * `known` before, such as the loan's id, is no record's.
 */
export function identifierPaths(
  endpoint: RecordingEndpoint,
  one: Exchange,
  other: Exchange,
  known: readonly unknown[] = [],
): string[] {
  return differingPaths(one, other, mayIdentify).filter(
    (path) => namesRecord(endpoint, path) && !known.includes(leafAt(jsonOf(one), path)),
  );
}

/** Paths, but not into lists of several, at which two answers hold different values such as are looked for. */
export function differingPaths(
  one: Exchange,
  other: Exchange,
  isSought: (value: unknown) => boolean,
): string[] {
  const rest = jsonOf(other);
  return leavesOf(jsonOf(one))
    .filter(({ path }) => ![one, other].some((each) => isInList(jsonOf(each), path)))
    .filter(({ path, value }) => {
      const counterpart = leafAt(rest, path);
      return isSought(value) && isSought(counterpart) && value !== counterpart;
    })
    .map(({ path }) => path);
}

/**
 * Whether the answer to a repayment holds a value in `data` that could name the record: none of
 * the values `known`, nor a code of three capital letters such as a currency's.
 */
export function mayNameRecord(answer: Exchange, known: readonly string[]): boolean {
  return leavesOf(valueAt(jsonOf(answer), 'data')).some(
    ({ value }) =>
      mayIdentify(value) && !known.includes(String(value)) && !/^[A-Z]{3}$/.test(String(value)),
  );
}

/**
 * Whether two answers differ in a value of `data` that could hide an identifier, such as a number
 * made of a clock or a sentence that names one, or in most of their names: nobody can tell.
 */
export function mayHideIdentifier(one: Exchange, other: Exchange): boolean {
  const rest = jsonOf(other);
  const leaves = leavesOf(valueAt(jsonOf(one), 'data'));
  // Answers of two shapes, as of two releases by turns, have next to nothing that can be compared.
  const alone = leaves.filter(({ path }) => leafAt(rest, `/data${path}`) === undefined);
  if (alone.length * 2 > leaves.length) {
    return true;
  }
  return leaves.some(({ path, value }) => {
    const counterpart = leafAt(rest, `/data${path}`);
    const isPlain = typeof value === 'string' ? !ISO_TIME.test(value) : Number.isInteger(value);
    return isPlain && value !== '' && counterpart !== undefined && value !== counterpart;
  });
}

/** The values that answers hold at a path, those without one left out. */
export function valuesAt(exchanges: readonly Exchange[], path: string): unknown[] {
  return exchanges
    .map((exchange) => leafAt(jsonOf(exchange), path))
    .filter((value) => value !== undefined);
}
