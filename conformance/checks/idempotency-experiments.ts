import type { CallOptions, CheckContext } from '../check-context.ts';
import { leavesOf } from '../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../http/exchange.ts';
import { sameRequest } from './update-application-offers.ts';
import { VALID_CALLS } from './valid-call.ts';

/** The endpoints that make a record under an x-idempotency-key. */
export type RecordingEndpoint = 'request-loan' | 'repay-loan';

/** A request that was sent, with what it takes to send it again. */
export interface Sent {
  options: CallOptions;
  exchange: Exchange;
}

async function sendNew(context: CheckContext, endpoint: RecordingEndpoint): Promise<Sent> {
  const options = { ...(await VALID_CALLS[endpoint].options(context)), headers: sameRequest() };
  return { options, exchange: await context.call(endpoint, options) };
}

/** The first request: key one. */
export function first(context: CheckContext, endpoint: RecordingEndpoint): Promise<Sent> {
  return context.shared(`first ${endpoint}`, (own) => sendNew(own, endpoint));
}

/** The second request, with the same body: key two. Sent after the first was answered. */
export function second(context: CheckContext, endpoint: RecordingEndpoint): Promise<Sent> {
  return context.shared(`second ${endpoint}`, async (own) => {
    await first(own, endpoint);
    return sendNew(own, endpoint);
  });
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

/** The first request for a loan of the run. */
export const firstLoanRequest = (context: CheckContext): Promise<Sent> =>
  first(context, 'request-loan');

/** The first repayment of the run, on the shared loan. */
export const firstRepayment = (context: CheckContext): Promise<Sent> =>
  first(context, 'repay-loan');

/** The answers to one request sent several times at once under a new key. */
export function atOnce(
  context: CheckContext,
  endpoint: RecordingEndpoint,
  times: number,
): Promise<Exchange[]> {
  return context.shared(`${endpoint} ${times} times at once`, async (own) => {
    const options = { ...(await VALID_CALLS[endpoint].options(own)), headers: sameRequest() };
    return Promise.all(Array.from({ length: times }, () => own.call(endpoint, options)));
  });
}

const ISO_TIME = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const DAY_MS = 24 * 3600 * 1000;

/** Whether a value is a time of about now: ISO 8601, or seconds or milliseconds since 1970. */
function isTime(value: unknown): boolean {
  if (typeof value === 'string' && ISO_TIME.test(value)) return true;
  const number = Number(value);
  return [number, number * 1000].some((ms) => Math.abs(ms - Date.now()) < DAY_MS);
}

/** Whether a value could name a record: no time, no prose, and no amount. */
function mayIdentify(value: unknown): boolean {
  if (isTime(value)) return false;
  if (typeof value === 'string') return value !== '' && !/\s/.test(value);
  return typeof value === 'number' && Number.isInteger(value);
}

/** The value at a path of `leavesOf`. */
function leafAt(json: unknown, path: string): unknown {
  return valueAt(json, ...path.split('/').slice(1));
}

/** Where an endpoint's answers may name the record. */
function namesRecord(endpoint: RecordingEndpoint, path: string): boolean {
  // The answer of request-loan is not shown; of its fields only applicationId is known (2.4).
  return endpoint === 'repay-loan' ? path.startsWith('/data/') : /application_?id$/i.test(path);
}

/**
 * Paths at which two answers to different requests hold different values that could identify the
 * record; a path may lie anywhere in `data`, since its name is not shown (section 2.5).
 */
export function identifierPaths(
  endpoint: RecordingEndpoint,
  one: Exchange,
  other: Exchange,
): string[] {
  const rest = jsonOf(other);
  return leavesOf(jsonOf(one))
    .filter(({ path }) => namesRecord(endpoint, path))
    .filter(({ path, value }) => {
      const counterpart = leafAt(rest, path);
      return mayIdentify(value) && mayIdentify(counterpart) && value !== counterpart;
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
 * made of a clock or a sentence that names one: nobody can tell.
 */
export function mayHideIdentifier(one: Exchange, other: Exchange): boolean {
  const rest = jsonOf(other);
  return leavesOf(valueAt(jsonOf(one), 'data')).some(({ path, value }) => {
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
