import type { Exchange } from './http/exchange.ts';

/** The target did not do what the check expects: `fail`, `warn` or `observed` by level. */
export class Deviation extends Error {
  override name = 'Deviation';
  readonly expected: string;
  readonly got: string;

  constructor(expected: string, got: string) {
    super(`Expected ${expected}, got ${got}.`);
    this.expected = expected;
    this.got = got;
  }
}

/** Nothing visible from outside can tell whether the rule holds: `observed`, never a failure. */
export class Inconclusive extends Error {
  override name = 'Inconclusive';
}

/** No usable response came, so nothing can be said of the rule: `error`. */
export class NoResponse extends Error {
  override name = 'NoResponse';
  readonly exchange: Exchange;

  constructor(exchange: Exchange) {
    const { method, url } = exchange.request;
    const path = new URL(url).pathname;
    super(
      exchange.error
        ? `No response to ${method} ${path}: ${exchange.error.message} (${exchange.error.kind}).`
        : `The target limits the rate: ${method} ${path} got HTTP 429 ${exchange.retries.length + 1} times.`,
    );
    this.exchange = exchange;
  }
}

/** Ends a check as deviating from what it expects. */
export function deviate(expected: string, got: string): never {
  throw new Deviation(expected, got);
}
