import http from 'node:http';
import https from 'node:https';
import { proxyFor } from './dispatcher.ts';
import { secureContextOf } from './secure-context.ts';
import type { Ways } from './ways.ts';

/**
 * Makes agents of `node:http` that reach an origin of a target as its file says: with its certificates,
 * by its proxy. For what has to see a message as it is on the wire, as undici does not show it.
 */
export function nodeAgentsFor(origin: string, { tls, proxies }: Ways): () => http.Agent {
  const url = new URL(origin);
  const proxy = proxyFor(url, proxies);
  const isSecure = url.protocol === 'https:';
  const secureContext = tls && isSecure ? secureContextOf(tls) : undefined;
  return () => {
    const options = {
      keepAlive: true,
      ...(proxy && { proxyEnv: isSecure ? { HTTPS_PROXY: proxy } : { HTTP_PROXY: proxy } }),
    };
    return isSecure
      ? new https.Agent({ ...options, ...(secureContext && { secureContext }) })
      : new http.Agent(options);
  };
}
