import type { Exchange } from '../http/exchange.ts';
import { isPutOff } from '../http/retry.ts';
import type { Result } from '../result.ts';

/** An answer with 5xx for which no check has failed. */
export interface ServerError {
  /** the check that saw it first */
  check: string;
  exchange: Exchange;
}

/** Results that say that something is wrong already. */
const BLAMING: readonly Result[] = ['fail', 'error'];

const isServerError = (exchange: Exchange) =>
  (exchange.response?.status ?? 0) >= 500 && !isPutOff(exchange);

/**
 * The answers with 5xx of a whole run. Most checks that get one fail; what remains is where the
 * specification is open, or where nothing visible could tell: there it must not be passed over.
 */
export class ServerErrors {
  readonly #seen = new Map<Exchange, string>();
  readonly #blamed = new Set<Exchange>();

  /** Takes in what one check saw, and what it ended with. */
  note(check: string, result: Result, exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges.filter(isServerError)) {
      if (BLAMING.includes(result)) {
        this.#blamed.add(exchange);
      } else if (!this.#seen.has(exchange)) {
        this.#seen.set(exchange, check);
      }
    }
  }

  /** Those that no check blames so far, in the order they were seen. */
  unblamed(): ServerError[] {
    return [...this.#seen]
      .filter(([exchange]) => !this.#blamed.has(exchange))
      .map(([exchange, check]) => ({ check, exchange }));
  }
}
