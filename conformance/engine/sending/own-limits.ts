import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { CallOptions } from '../../check-context.ts';
import type { PlainRequest } from '../../http/client.ts';
import { type Exchange, valueAt } from '../../http/exchange.ts';
import { isPutOff } from '../../http/retry.ts';
import { tokenOf } from '../../http/token-of.ts';

/** Refusals that are taken for a limit of one customer or loan. */
const TAKEN = new WeakSet<Exchange>();

/** Whether an exchange was refused for what its user may do in a day or so, and is taken for an answer. */
export const isOfOwnLimit = (exchange: Exchange): boolean => TAKEN.has(exchange);

/** Where others are known to be limited, it is likely to be the same: a short limit of the run is over by then. */
const FEW_RETRIES = 2;

/** Whose limit it may be by which an endpoint puts off a request: of who asks for a loan, or of the loan that is repaid. */
export function subjectOf(
  endpoint: EndpointName,
  { headers }: PlainRequest,
  { body }: CallOptions,
): string | undefined {
  if (endpoint === 'request-loan') {
    return tokenOf(headers);
  }
  const loan = endpoint === 'repay-loan' ? valueAt(body, 'accountId') : undefined;
  return typeof loan === 'string' ? loan : undefined;
}

/**
 * Of whom or what no more is taken for now, though of others it is: a business lets each customer ask for so many
 * loans a day, or have a loan repaid so often, and may say so by 429 (RFC 6585 section 4). What puts a request off as
 * often as it is sent again, while the same is served of another, is no limit of the run, and waiting does not end it.
 */
export class OwnLimits {
  /** by subject, when a request was last served, in milliseconds of the run's clock */
  readonly #served = new Map<string, number>();
  readonly #limited = new Set<string>();

  /** How often a request is sent again at the most, where it is put off. */
  mostRetries(subject: string): number {
    if (this.#limited.has(subject)) {
      return 0;
    }
    return this.#limited.size > 0 ? FEW_RETRIES : Number.POSITIVE_INFINITY;
  }

  /**
   * Learns from what a request came to, when it is sent no more.
   *
   * @param subject of whom or what it is
   * @param began when it was sent first, in milliseconds of the run's clock
   * @returns whether it was refused for a limit of its subject
   */
  learns(subject: string, exchange: Exchange, began: number, now: number): boolean {
    if (!isPutOff(exchange)) {
      if (exchange.response && exchange.response.status < 300) {
        this.#served.set(subject, now);
      }
      return false;
    }
    // Once it is known of one, others need not be met while something else is served.
    const isServed = [...this.#served].some(([other, at]) => other !== subject && at > began);
    const isOwn = exchange.retries.length > 0 && (isServed || this.#limited.size > 0);
    if (!isOwn && !this.#limited.has(subject)) {
      return false;
    }
    this.#limited.add(subject);
    TAKEN.add(exchange);
    return true;
  }
}
