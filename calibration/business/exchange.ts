import type { IncomingHttpHeaders } from 'node:http';
import type { User } from './records/people.ts';

/** Which of the platform's hosts was asked; `other-tenant` is the base host of a second tenant. */
export type Host = 'base' | 'lending' | 'investment' | 'other-tenant';

/** One request as the endpoints see it. */
export interface Ask {
  host: Host;
  method: string;
  /** the path, without query */
  path: string;
  query: URLSearchParams;
  /** names in lower case, as `node:http` gives them */
  headers: IncomingHttpHeaders;
  /** the body as it came, empty when none did */
  text: string;
}

/** One answer: `body` is sent as JSON, `text` as it is; neither sends no body. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  text?: string;
}

/** Thrown by an endpoint that refuses; carries the answer to send. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`refused with ${answer.status}`);
    this.answer = answer;
  }
}

/** A refusal with status FAILED and a message (section 7), under the status code given. */
export function failed(status: number, message: string): Refusal {
  return new Refusal({ status, body: { status: 'FAILED', responseCode: status, message } });
}

/** The 403 of section 7: error, message and role; FAILED beside them, as sections 4.5 and 7 say. */
export function forbidden(caller: User, message: string): Refusal {
  const body = { status: 'FAILED', error: 'forbidden', message, role: caller.role };
  return new Refusal({ status: 403, body });
}

/** The 401 of section 7, whose body is not shown. */
export function unauthorized(reason: string): Refusal {
  const body = { status: 'FAILED', error: 'unauthorized', message: reason };
  return new Refusal({ status: 401, headers: { 'www-authenticate': 'Bearer' }, body });
}

/** The value of a header, or undefined where it is missing or blank. */
export function header(ask: Ask, name: string): string | undefined {
  const value = ask.headers[name];
  const text = Array.isArray(value) ? value[0] : value;
  return text?.trim() || undefined;
}

/**
 * Refuses a request that lacks one of the headers an endpoint requires, naming all that lack.
 *
 * @throws {Refusal} 400
 */
export function requireHeaders(ask: Ask, names: readonly string[]): void {
  const missing = names.filter((name) => header(ask, name) === undefined);
  if (missing.length > 0) {
    throw failed(400, `missing headers: ${missing.join(', ')}`);
  }
}

/**
 * The JSON object in the body.
 *
 * @throws {Refusal} 400 where the body is no JSON object
 */
export function jsonObject(ask: Ask): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(ask.text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // told below, as for any other JSON
  }
  throw failed(400, 'the body must be a JSON object');
}
