import { NotSupplied } from '../target/states/not-supplied.ts';
import type { Exchange } from './http/exchange.ts';

/** The target did not do what the check expects: `fail`, `warn` or `observed` by level. */
export class Deviation extends Error {
  override name = 'Deviation';
  readonly expected: string;
  readonly got: string;
  /** the requirement that is broken by this whatever else a check is about: a valid call was refused */
  readonly breaks: string | undefined;

  constructor(expected: string, got: string, breaks?: string) {
    super(`Expected ${expected}, got ${got}.`);
    this.expected = expected;
    this.got = got;
    this.breaks = breaks;
  }

  /** The same with more said of what came, or of what was expected. */
  told(got: string, expected = this.expected): Deviation {
    return new Deviation(expected, got, this.breaks);
  }
}

/** A token was taken that has to be refused. */
export class Taken extends Deviation {
  override name = 'Taken';
}

/** What came is the answer that is looked at, and none to whatever else was asked with it. */
export class Certain extends Deviation {
  override name = 'Certain';
}

/** The key that a request was given was used up on its way to nobody: it is to be sent under another. */
export class UsedUp extends Error {
  override name = 'UsedUp';
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
        : `The target limits the rate: ${method} ${path} got ${putOff(exchange)}.`,
    );
    this.exchange = exchange;
  }
}

/** How often a request was put off, and for how long still: `HTTP 429 9 times`. */
function putOff({ response, retries }: Exchange): string {
  const times = retries.length === 0 ? 'once' : `${retries.length + 1} times`;
  const later = response?.headers['retry-after'];
  const until =
    later === undefined
      ? ', without Retry-After; where that is what one customer may do in a day, supply values of more customers'
      : `, with Retry-After: ${later.slice(0, 40)}`;
  return `HTTP ${response?.status} ${times}${until}`;
}

/** For `catch`: nothing where something is not supplied or the target deviates; whatever else is thrown again. */
export function unlessUntold(error: unknown): undefined {
  if (!(error instanceof NotSupplied) && !(error instanceof Deviation)) {
    throw error;
  }
}

/**
 * Ends a check as deviating from what it expects.
 *
 * @param breaks the requirement that is broken beside those of the check, where it is one of its level
 */
export function deviate(expected: string, got: string, breaks?: string): never {
  throw new Deviation(expected, got, breaks);
}
