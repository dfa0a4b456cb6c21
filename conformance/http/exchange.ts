/** Why an exchange has no usable response. */
export type ExchangeErrorKind =
  | 'timeout'
  | 'refused'
  | 'reset'
  | 'dns'
  | 'tls'
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
    body: string;
  };
  /** present exactly when `response` is absent */
  error?: { kind: ExchangeErrorKind; message: string };
  startedAt: string;
  durationMs: number;
  retries: Retry[];
}

const parsed = new WeakMap<Exchange, { value: unknown } | { problem: string }>();

function parse(exchange: Exchange): { value: unknown } | { problem: string } {
  let result = parsed.get(exchange);
  if (!result) {
    try {
      result = { value: JSON.parse(exchange.response?.body ?? '') };
    } catch (error) {
      result = { problem: error instanceof Error ? error.message : String(error) };
    }
    parsed.set(exchange, result);
  }
  return result;
}

/** The response body as JSON, or `undefined` where it is none. */
export function jsonOf(exchange: Exchange): unknown {
  const result = parse(exchange);
  return 'value' in result ? result.value : undefined;
}

/** Whether the response body is JSON. */
export function isJson(exchange: Exchange): boolean {
  return 'value' in parse(exchange);
}

/** The value at a path of names and indexes in a JSON value, or `undefined`. */
export function valueAt(value: unknown, ...path: (string | number)[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}
