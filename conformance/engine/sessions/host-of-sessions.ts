import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { Target } from '../../../target/target.ts';
import type { CallOptions } from '../../check-context.ts';
import { statusOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';

/**
 * Where sessions are refreshed and ended: where they were begun, which a user may have a host for, since each of
 * a target's tenants may (section 4). A host that nothing but logins go to has no such path and answers 404:
 * then it is asked again at the tenant host, and from now on there.
 */
export class HostOfSessions {
  readonly #users: Target['users'];
  readonly #forLoginsAlone = new Set<string>();

  constructor({ users }: Pick<Target, 'users'>) {
    this.#users = users;
  }

  /** Sends a request where it belongs. One that names a host, or is no session's end or refresh, goes as it is. */
  async send(
    endpoint: EndpointName,
    options: CallOptions,
    send: (options: CallOptions) => Promise<Exchange>,
  ): Promise<Exchange> {
    const own = this.#ownHostOf(endpoint, options);
    if (own === undefined || this.#forLoginsAlone.has(own)) {
      return send(options);
    }
    const exchange = await send({ ...options, baseUrl: own });
    if (statusOf(exchange) !== 404) {
      return exchange;
    }
    const elsewhere = await send(options);
    if (statusOf(elsewhere) === 404) {
      return exchange;
    }
    this.#forLoginsAlone.add(own);
    return elsewhere;
  }

  #ownHostOf(endpoint: EndpointName, { as, baseUrl }: CallOptions): string | undefined {
    const isOfSession = endpoint === 'refresh' || endpoint === 'logout';
    return isOfSession && baseUrl === undefined && as && 'user' in as && as.user !== 'state'
      ? this.#users[as.user]?.baseUrl
      : undefined;
  }
}
