import type { HostName } from '../../contract/endpoints.ts';
import type { Fetch } from '../../server/listen.ts';
import type { Parts } from '../../server/serve.ts';
import { endpointOf } from './endpoint-of.ts';
import { type Layer, type PlainRequest, type PlainResponse, stacked } from './exchange-layer.ts';

/** The hosts of the specification that are a path of one port, so that layers can tell them apart. */
const HOST_PREFIXES: Readonly<Record<string, HostName>> = {
  '/lending-host': 'lending',
  '/investment-host': 'investment',
};

const HOP_BY_HOP = ['connection', 'content-length', 'expect', 'keep-alive'];

/** The URLs of all three hosts of a server that is wrapped, for its target file. */
export function hostsOf(url: string) {
  return {
    baseUrl: url,
    lendingUrl: `${url}/lending-host`,
    investmentUrl: `${url}/investment-host`,
  };
}

/** The host that a path belongs to, and the path there. */
export function onItsHost(url: string): { host: HostName; path: string } {
  const prefix = Object.keys(HOST_PREFIXES).find((each) => url.startsWith(`${each}/`)) ?? '';
  return { host: HOST_PREFIXES[prefix] ?? 'base', path: url.slice(prefix.length) };
}

/** Headers as a layer sees them: without those of the connection, but with how the body came. */
export function plainHeaders(
  headers: Iterable<readonly [string, string | string[] | undefined]>,
): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of headers) {
    if (value !== undefined && !HOP_BY_HOP.includes(name)) {
      plain[name] = String(value);
    }
  }
  return plain;
}

/** An application behind layers, for `startServer`. */
export function wrappedFetch(layers: readonly Layer[], fetch: Fetch, parts: Parts): Fetch {
  const layer = stacked(layers);
  const context = { ...parts, memory: new Map<string, unknown>() };
  return async (incoming, bindings) => {
    const { pathname, search, origin } = new URL(incoming.url);
    const { host, path } = onItsHost(`${pathname}${search}`);
    const { method } = incoming;
    const request: PlainRequest = {
      method,
      path,
      headers: plainHeaders(incoming.headers),
      body: bindings.body?.toString() ?? '',
    };
    const reference = async ({ method, path, headers, body }: PlainRequest) => {
      const passed = new Request(`${origin}${path}`, { method, headers });
      return plainResponse(await fetch(passed, { ...bindings, body }));
    };
    const endpoint = endpointOf(method, path);
    const { status, headers, body } = await layer(request, reference, {
      ...context,
      endpoint,
      host,
    });
    // The standard's Response takes no body with 204, not even an empty one.
    return new Response(body === '' ? null : body, { status, headers });
  };
}

async function plainResponse(response: Response): Promise<PlainResponse> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}
