import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { HostName } from '../../contract/endpoints.ts';
import type { Target } from '../../target/target.ts';
import type { CallOptions } from '../check-context.ts';
import { isSuccess, statusOf } from '../expectations.ts';
import type { Exchange } from '../http/exchange.ts';

/**
 * Where loans are requested: "the lending host may be used instead" (section 4.6) may mean that host only. Where it
 * is declared, what the tenant host answers with 404 is asked again there, until one of them has taken a request.
 */
export class HostOfLoans {
  #found: HostName | undefined;

  constructor({ capabilities }: Pick<Target, 'capabilities'>) {
    this.#found = capabilities.includes('requestLoanOnLendingHost') ? undefined : 'base';
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
    const exchange = await this.#at(this.#found ?? 'base', options, send);
    if (this.#found !== undefined || statusOf(exchange) !== 404) {
      return exchange;
    }
    const elsewhere = await this.#at('lending', options, send);
    return statusOf(elsewhere) === 404 ? exchange : elsewhere;
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
