import type { Exchange, Retry } from './exchange.ts';

const MOST_RETRIES = 3;

/** Times a request is sent again that was put off; a target that does so still always does. */
const MOST_PUT_OFF = 8;

/** How long to wait where a target that puts requests off says no time, in milliseconds. */
const SHORTEST_WAIT_MS = 1_000;

/** Methods whose lost request may be sent again: GET is safe, and login is the one PUT retried. */
const isRepeatable = ({ method, url }: Exchange['request']) =>
  method === 'GET' || url.endsWith('/securitymanagement/login');

/**
 * Whether the request was put off instead of answered, by the target or a gateway before it: 429,
 * or 503 with Retry-After.
 */
export function isPutOff({ response }: Exchange): boolean {
  if (response?.status === 503) {
    return response.headers['retry-after'] !== undefined;
  }
  return response?.status === 429;
}

/**
 * Why and after which time a request is sent again, after so many times before: one that was put off, or
 * lost where it may be repeated; `undefined` where what came is the answer.
 *
 * @param end when nothing is waited for any more, in milliseconds since the epoch
 */
export function retryFor(exchange: Exchange, before: number, end: number): Retry | undefined {
  if (isPutOff(exchange)) {
    const asked = retryAfterMs(exchange.response?.headers['retry-after']);
    // Who asks for nothing and puts off again has rounded a part of a second down.
    const waitedMs = before === 0 ? asked : Math.max(asked, SHORTEST_WAIT_MS);
    return before < MOST_PUT_OFF && Date.now() + waitedMs < end
      ? { reason: `HTTP ${exchange.response?.status}`, waitedMs }
      : undefined;
  }
  const lost = exchange.error?.kind === 'reset' && isRepeatable(exchange.request);
  if (lost && before < MOST_RETRIES) {
    return { reason: `connection lost: ${exchange.error?.message}`, waitedMs: 50 };
  }
  return undefined;
}

/** Retry-After as delay in milliseconds (RFC 9110 section 10.2.3); one second where absent. */
function retryAfterMs(value: string | undefined): number {
  if (value === undefined) {
    return SHORTEST_WAIT_MS;
  }
  if (/^\d+$/.test(value)) {
    return Number(value) * 1_000;
  }
  const date = Date.parse(value);
  return Number.isNaN(date) ? SHORTEST_WAIT_MS : Math.max(0, date - Date.now());
}
