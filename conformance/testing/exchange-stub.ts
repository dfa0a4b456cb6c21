import type { Exchange } from '../http/exchange.ts';

/** What a test says of an exchange itself: parts of the request, the headers of the response, the rest. */
type More = Partial<Omit<Exchange, 'request' | 'response' | 'error'>> & {
  request?: Partial<Exchange['request']>;
  headers?: Record<string, string>;
};

/**
 * An exchange that was answered by a status and a body.
 *
 * @param body a text as it is, any other value as JSON
 * @param more what stands in the place of the usual parts
 */
export function exchangeStub(status: number, body: unknown = {}, more: More = {}): Exchange {
  const { request, headers = {}, ...rest } = more;
  return {
    request: { method: 'POST', url: 'http://target.invalid/', headers: {}, ...request },
    response: { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) },
    startedAt: new Date(0).toISOString(),
    durationMs: 0,
    retries: [],
    ...rest,
  };
}
