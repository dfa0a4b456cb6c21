import type { Exchange } from '../../http/exchange.ts';
import { isPutOff } from '../../http/retry.ts';

/** Refusals that are taken for a limit of one user. */
const TAKEN = new WeakSet<Exchange>();

/** Whether an exchange was refused for what its user may do in a day or so, and is taken for an answer. */
export const isOfOwnLimit = (exchange: Exchange): boolean => TAKEN.has(exchange);

/** Where others are known to be limited, it is likely to be the same: a short limit of the run is over by then. */
const FEW_RETRIES = 2;

/**
 * Who may do no more of something for now, though others may: a business lets each customer ask for so many loans a
 * day, and may say so by 429 (RFC 6585 section 4). What puts a request off as often as it is sent again, while the
 * same is served to somebody else, is no limit of the run, and waiting does not end it.
 */
export class LimitsOfUsers {
  /** by token, when a request was last served, in milliseconds of the run's clock */
  readonly #served = new Map<string, number>();
  readonly #limited = new Set<string>();

  /** How often a request of the user of a token is sent again at the most, where it is put off. */
  mostRetries(token: string): number {
    if (this.#limited.has(token)) {
      return 0;
    }
    return this.#limited.size > 0 ? FEW_RETRIES : Number.POSITIVE_INFINITY;
  }

  /**
   * Learns from what a request came to, when it is sent no more.
   *
   * @param token whose it is
   * @param began when it was sent first, in milliseconds of the run's clock
   * @returns whether it was refused for a limit of its user
   */
  learns(token: string, exchange: Exchange, began: number, now: number): boolean {
    if (!isPutOff(exchange)) {
      if (exchange.response && exchange.response.status < 300) {
        this.#served.set(token, now);
      }
      return false;
    }
    // Once it is known of one, others need not be met while somebody else is served.
    const isServed = [...this.#served].some(([other, at]) => other !== token && at > began);
    const isOwn = exchange.retries.length > 0 && (isServed || this.#limited.size > 0);
    if (!isOwn && !this.#limited.has(token)) {
      return false;
    }
    this.#limited.add(token);
    TAKEN.add(exchange);
    return true;
  }
}
