import type { Dispatcher, Agent as UndiciAgent } from 'undici';
import { Agent, loadProxyAgent, Pool } from './agents.ts';
import { goesDirectly } from './no-proxy.ts';
import { secureContextOf } from './secure-context.ts';
import type { Proxies, Ways } from './ways.ts';

/** Settings of the connections, as undici has them. */
type Connections = Omit<UndiciAgent.Options, 'factory' | 'connect'> & { timeoutMs: number };

/**
 * Makes dispatchers that reach a target the way its file says: with its own authorities and its
 * client certificate, by its proxies. What is asked for by https goes through a tunnel (CONNECT, RFC
 * 9110 section 9.3.6), by http as an absolute URL (RFC 9112 section 3.2.2), bodies of GET included.
 */
export function dispatchersOf({ tls, proxies }: Ways): (settings: Connections) => Dispatcher {
  const secureContext = tls && secureContextOf(tls);
  return ({ timeoutMs, ...settings }) => {
    const connect = { timeout: timeoutMs, ...(secureContext && { secureContext }) };
    return new Agent({
      ...settings,
      connect,
      ...(proxies && {
        factory(origin, options) {
          const uri = proxyFor(new URL(String(origin)), proxies);
          return uri === undefined
            ? new Pool(origin, options)
            : new (loadProxyAgent())({
                ...settings,
                uri,
                connectTimeout: timeoutMs,
                requestTls: connect,
                proxyTls: connect,
              });
        },
      }),
    });
  };
}

/** The URL of the proxy by which another URL is asked for; none for what goes directly. */
export function proxyFor(url: URL, proxies: Proxies | undefined): string | undefined {
  if (!proxies || goesDirectly(url, proxies.noProxy)) {
    return undefined;
  }
  return url.protocol === 'https:' ? proxies.https : proxies.http;
}
