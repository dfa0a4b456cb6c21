import type { EndpointName } from '../contract/endpoint-names.ts';
import { SUCCESSES } from '../contract/register/successes.ts';
import type { SchemaName } from '../contract/schemas.ts';
import { quotedText } from './answer-text.ts';
import { type Exchange, endpointOf, jsonOf, parsedBody, valueAt } from './http/exchange.ts';
import { deviate, Taken } from './outcome.ts';
import { fieldProblem, fieldRule } from './schema-validator.ts';

/** The status of the response; every exchange a check sees has one. */
export function statusOf(exchange: Exchange): number {
  return exchange.response?.status ?? 0;
}

/** `body.status`, such as SUCCESS or FAILED, where the body has one. */
export function bodyStatus(exchange: Exchange): string | undefined {
  const status = valueAt(jsonOf(exchange), 'status');
  return typeof status === 'string' ? status : undefined;
}

/** A short account of an answer for messages: status code, body status, and what it says. */
export function answerOf(exchange: Exchange): string {
  const parts = [`HTTP ${statusOf(exchange)}`];
  const status = bodyStatus(exchange);
  if (status !== undefined) {
    parts.push(`status ${JSON.stringify(status.slice(0, 40))}`);
  }
  const text = quotedText(
    exchange.response?.body ?? '',
    !isSuccess(exchange),
    parsedBody(exchange),
  );
  if (text !== undefined) {
    parts.push(text);
  }
  return parts.join(', ');
}

/** Whether the status code is one of success, whatever the body says. */
export const is2xx = (exchange: Exchange) => statusOf(exchange) >= 200 && statusOf(exchange) < 300;
const is4xx = (exchange: Exchange) => statusOf(exchange) >= 400 && statusOf(exchange) < 500;

/** Whether the answer is a success: 2xx, and no body that says FAILED. */
export function isSuccess(exchange: Exchange): boolean {
  return is2xx(exchange) && bodyStatus(exchange) !== 'FAILED';
}

/**
 * Whether the answer is a rejection where the specification shows no status code: HTTP 4xx, or a
 * body whose status is FAILED. A 5xx is not a rejection.
 */
export function isRejection(exchange: Exchange): boolean {
  return is4xx(exchange) || (statusOf(exchange) < 500 && bodyStatus(exchange) === 'FAILED');
}

/** Whether a request is rejected for what it asks, and not for who asks: a rejection without 401 and 403. */
export function isRejectedAsAsked(exchange: Exchange): boolean {
  return isRejection(exchange) && ![401, 403].includes(statusOf(exchange));
}

/** For how a request is written or how many there are (RFC 9110 sections 15.5.12, 15.5.14 and RFC 6585 section 4). */
const OF_GATEWAYS: readonly number[] = [411, 413, 429];

/**
 * Whether a gateway may have answered instead of the target: 411, 413, 429, and 503 with Retry-After.
 * Such an answer may have any body, and says nothing of the rule that was tried.
 */
export function isFromGateway(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  if (status === 503) {
    return exchange.response?.headers['retry-after'] !== undefined;
  }
  return OF_GATEWAYS.includes(status);
}

/** Whether the target broke: a 5xx that no gateway gave. It is neither a success nor a rejection. */
export function isServerError(exchange: Exchange): boolean {
  return statusOf(exchange) >= 500 && !isFromGateway(exchange);
}

/** Demands an answer that is no server error, where success and rejection are both right. */
export function expectNoServerError(exchange: Exchange, what: string): void {
  if (isServerError(exchange)) {
    deviate(`no server error for ${what}`, answerOf(exchange));
  }
}

/** Whether a value is a JSON object, not a list and not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether update-application refused an answer to an offer. "Otherwise an error" is all that
 * section 4.8 says, so a 2xx without the application in `data` is one too.
 */
export function isRefusedAnswer(exchange: Exchange): boolean {
  return isRejection(exchange) || (is2xx(exchange) && !isObject(valueAt(jsonOf(exchange), 'data')));
}

/** Whether update-application took an answer to an offer: a success with the application. */
export function isAnsweredOffer(exchange: Exchange): boolean {
  return isSuccess(exchange) && !isRefusedAnswer(exchange);
}

/** Whether an endpoint took a request; an answered offer is one that comes with its application. */
export const isTakenBy = (endpoint: EndpointName, exchange: Exchange): boolean =>
  endpoint === 'update-application' ? isAnsweredOffer(exchange) : isSuccess(exchange);

/** Demands a refusal by update-application in the sense of `isRefusedAnswer`. */
export function expectRefusedAnswer(exchange: Exchange, what: string): void {
  if (!isRefusedAnswer(exchange)) {
    deviate(`${what} to be rejected`, answerOf(exchange));
  }
}

/** Demands a success, and the exact status code where the specification shows one. */
export function expectSuccess(exchange: Exchange, what: string, status?: number): void {
  const right = status === undefined ? is2xx(exchange) : statusOf(exchange) === status;
  if (!right || bodyStatus(exchange) === 'FAILED') {
    const expected = `${what} to succeed${status ? ` with HTTP ${status}` : ''}`;
    deviate(expected, answerOf(exchange), successOf(exchange));
  }
}

/** The requirement that a valid call such as this one succeeds. */
export function successOf(exchange: Exchange): string | undefined {
  const endpoint = endpointOf(exchange);
  return endpoint && SUCCESSES[endpoint];
}

/** Demands a rejection in the sense of `isRejection`. */
export function expectRejection(exchange: Exchange, what: string): void {
  if (!isRejection(exchange)) {
    deviate(`${what} to be rejected`, answerOf(exchange));
  }
}

/** Demands a refusal by an endpoint; of an answer to an offer it is one in the sense of `isRefusedAnswer`. */
export function expectRefusedBy(endpoint: EndpointName, exchange: Exchange, what: string): void {
  (endpoint === 'update-application' ? expectRefusedAnswer : expectRejection)(exchange, what);
}

/** Demands a success, or HTTP 401 where the token may have ended: of that section 7 leaves nothing open. */
export function expectServedOrUnauthorised(exchange: Exchange, what: string): void {
  if (!isSuccess(exchange) && statusOf(exchange) !== 401 && !isFromGateway(exchange)) {
    deviate(`${what} to succeed, or HTTP 401`, answerOf(exchange));
  }
}

/** Demands HTTP 401 (section 7); a body is not demanded. */
export function expectUnauthorised(exchange: Exchange, what: string): void {
  if (isSuccess(exchange)) {
    throw new Taken(`HTTP 401 for ${what}`, answerOf(exchange));
  }
  if (statusOf(exchange) !== 401) {
    deviate(`HTTP 401 for ${what}`, answerOf(exchange));
  }
}

/** Demands HTTP 403 (section 7); its body is for checks of their own. */
export function expectForbidden(exchange: Exchange, what: string): void {
  if (statusOf(exchange) !== 403) {
    deviate(`HTTP 403 for ${what}`, answerOf(exchange));
  }
}

/** Demands a body whose status is FAILED (sections 4.5 and 7). */
export function expectFailedStatus(exchange: Exchange, what: string): void {
  if (bodyStatus(exchange) !== 'FAILED') {
    deviate(`a body with status "FAILED" for ${what}`, answerOf(exchange));
  }
}

/**
 * Demands that a field is there and right in every one of several objects; an empty list proves
 * nothing and deviates.
 */
export function expectField(
  objects: readonly unknown[],
  schema: SchemaName,
  field: string,
  what: string,
): void {
  expectSomething(objects, what);
  objects.forEach((object, index) => {
    const problem = fieldProblem(schema, field, object);
    if (problem) {
      deviate(
        `${field} (${fieldRule(schema, field)}) in every ${what}`,
        `${objects.length > 1 ? `in entry ${index + 1} of ${objects.length}: ` : ''}${problem}`,
      );
    }
  });
}

/** Demands that a list is not empty, since no verdict comes from an empty list. */
export function expectSomething(list: readonly unknown[], what: string): void {
  if (list.length === 0) {
    deviate(`at least one ${what}`, 'none');
  }
}

/** All that is neither object nor list anywhere in a JSON value, with the path of each. */
export function leavesOf(value: unknown): { path: string; value: unknown }[] {
  const leaves: { path: string; value: unknown }[] = [];
  const open: { path: string; value: unknown }[] = [{ path: '', value }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value === 'object' && next.value !== null) {
      for (const [key, child] of Object.entries(next.value)) {
        open.push({ path: `${next.path}/${key}`, value: child });
      }
    } else {
      leaves.push(next);
    }
  }
  return leaves;
}

/** A text without regard to case, and to whether its accents are composed (Unicode Standard Annex 15). */
const plainly = (text: string) => text.normalize('NFC').toLowerCase();

/**
 * Demands a value anywhere in `data`, for values whose field name is not shown (section 2.5).
 * Numbers match by value, strings by containment without regard to case.
 */
export function expectValueSomewhere(data: unknown, wanted: string | number, what: string): void {
  const found = leavesOf(data).some(({ value }) =>
    typeof wanted === 'number'
      ? Number(value) === wanted && value !== '' && value !== null && typeof value !== 'boolean'
      : typeof value === 'string' && plainly(value).includes(plainly(wanted)),
  );
  if (!found) {
    deviate(`${what} ${JSON.stringify(wanted)} somewhere in data`, 'no such value');
  }
}
