import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { HostName } from '../../../contract/endpoints.ts';
import type { Target } from '../../../target/target.ts';
import type { CallOptions } from '../../check-context.ts';
import { isSuccess, statusOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { UsedUp } from '../../outcome.ts';

/** How a key that was seen before is refused (RFC 9110 section 15.5.10). */
const CONFLICT = 409;

/**
 * Where loans are requested: "the lending host may be used instead" (section 4.6) may mean that host only. Where it
 * is declared, a request with an empty body, which creates nothing and uses no key of a check, tells whether the
 * tenant host has the path at all. A gateway may refuse it before it looks at the path: then what is answered with
 * 404 is asked again on the lending host, until one of them has taken a request.
 */
export class HostOfLoans {
  #found: HostName | undefined;
  #probed: Promise<void> | undefined;
  readonly #probe: () => Promise<Exchange>;

  /** @param probe sends the tenant host a request for a loan with an empty body */
  constructor({ capabilities }: Pick<Target, 'capabilities'>, probe: () => Promise<Exchange>) {
    this.#found = capabilities.includes('requestLoanOnLendingHost') ? undefined : 'base';
    this.#probe = probe;
  }

  /**
   * Sends a request where loans are requested. One that names a host, and what is no request for a loan, goes as it
   * is.
   */
  async send(
    endpoint: EndpointName,
    options: CallOptions,
    send: (options: CallOptions) => Promise<Exchange>,
  ): Promise<Exchange> {
    if (endpoint !== 'request-loan' || options.host !== undefined) {
      return send(options);
    }
    // Asked before the request is one of its user's under way: to ask for the host is one, too.
    if (this.#found === undefined) {
      this.#probed ??= this.#look();
      await this.#probed;
    }
    const exchange = await this.#at(this.#found ?? 'base', options, send);
    if (this.#found !== undefined || statusOf(exchange) !== 404) {
      return exchange;
    }
    const elsewhere = await this.#at('lending', options, send);
    if (statusOf(elsewhere) === CONFLICT) {
      // A gateway before both may have seen its key on the way to the first.
      this.#found ??= 'lending';
      throw new UsedUp('The key of a request for a loan was sent to a host that takes none.');
    }
    return statusOf(elsewhere) === 404 ? exchange : elsewhere;
  }

  async #look(): Promise<void> {
    // Where nobody can log in or nothing answers, the checks say so.
    const exchange = await this.#probe().catch(() => undefined);
    if (exchange?.response?.status === 404) {
      this.#found = 'lending';
    }
  }

  async #at(
    host: HostName,
    options: CallOptions,
    send: (options: CallOptions) => Promise<Exchange>,
  ): Promise<Exchange> {
    const exchange = await send({ ...options, host });
    if (isSuccess(exchange)) {
      this.#found ??= host;
    }
    return exchange;
  }
}
