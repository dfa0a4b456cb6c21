import type { EndpointName } from '../../contract/endpoint-names.ts';
import { type Parsed, parse } from './bodies/received-body.ts';

/** Why an exchange has no usable response. */
export type ExchangeErrorKind =
  | 'timeout'
  | 'refused'
  | 'reset'
  | 'dns'
  | 'tls'
  | 'proxy'
  | 'too-large'
  | 'protocol'
  | 'stopped';

/** A second attempt, made because the first could not be judged. */
export interface Retry {
  reason: string;
  waitedMs: number;
}

/** One request to the target and what came back: plain data, kept in reports after redaction. */
export interface Exchange {
  request: {
    method: string;
    url: string;
    headers: Record<string, string>;
    body?: string;
  };
  response?: {
    status: number;
    headers: Record<string, string>;
    /** a long one is cut, and says so at its end; `jsonOf` knows all of it */
    body: string;
  };
  /** present exactly when `response` is absent */
  error?: { kind: ExchangeErrorKind; message: string };
  startedAt: string;
  durationMs: number;
  retries: Retry[];
  /** the same in requests that one check sent at once; absent where it waited for each */
  atOnce?: number;
}

/** By response, since that is what a body belongs to; gone as soon as nobody holds the exchange. */
const bodies = new WeakMap<NonNullable<Exchange['response']>, Parsed>();

/** Tells what the whole body of a response is as JSON, of which `body` may be the beginning only. */
export function holdJson(response: NonNullable<Exchange['response']>, parsed: Parsed): void {
  bodies.set(response, parsed);
}

/** The endpoint that a request was for, as the run knows it; what a proxy relays is of none. */
const endpoints = new WeakMap<Exchange, EndpointName>();

/** Says what endpoint a request was for. */
export function wasFor(exchange: Exchange, endpoint: EndpointName): void {
  endpoints.set(exchange, endpoint);
}

/** The endpoint that a request was for, where it was said. */
export const endpointOf = (exchange: Exchange): EndpointName | undefined => endpoints.get(exchange);

/** The whole body of the response as JSON, or what is wrong with it as JSON. */
export function parsedBody({ response }: Exchange): Parsed {
  if (!response) {
    return { problem: 'no response' };
  }
  let parsed = bodies.get(response);
  if (!parsed) {
    parsed = parse(response.body);
    bodies.set(response, parsed);
  }
  return parsed;
}

/** The response body as JSON, or `undefined` where it is none. */
export function jsonOf(exchange: Exchange): unknown {
  const result = parsedBody(exchange);
  return 'value' in result ? result.value : undefined;
}

/** Whether the response body is JSON. */
export function isJson(exchange: Exchange): boolean {
  return 'value' in parsedBody(exchange);
}

/** What kind of body a response has, in a word for what is observed. */
export function bodyKind(exchange: Exchange): 'JSON' | 'empty' | 'other text' {
  if (isJson(exchange)) {
    return 'JSON';
  }
  return (exchange.response?.body ?? '') === '' ? 'empty' : 'other text';
}

/** The headers that make a request the same one again, beside its content, as they were sent. */
export const sameHeaders = ({ request }: Exchange): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      /^x-(idempotency-key|fapi-)/i.test(name) ? [[name.toLowerCase(), value]] : [],
    ),
  );

/** The value at a path of names and indexes in a JSON value, or `undefined`. */
export function valueAt(value: unknown, ...path: (string | number)[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null) {
      return undefined;
    }
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}
