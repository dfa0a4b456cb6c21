import { ENDPOINT_NAMES, type EndpointName } from '../../contract/endpoint-names.ts';
import { ENDPOINTS, type HostName } from '../../contract/endpoints.ts';
import type { Target } from '../../target/target.ts';

/** What a request asks for, as far as the specification has it. */
export interface Asked {
  endpoint: EndpointName;
  /** the host other than the endpoint's usual one */
  host?: HostName;
  /** values of the path template, decoded */
  path: Record<string, string>;
  /** every query parameter; numbers as numbers, one that is given twice as both values */
  query: Record<string, string | number>;
}

const TEMPLATES = ENDPOINT_NAMES.map((name) => {
  const { method, path, pathParameters } = ENDPOINTS[name];
  const pattern = new RegExp(`^${path.replaceAll(/\{[a-z-]+\}/g, '([^/]+)')}$`);
  return { name, method, pattern, parameters: pathParameters.map((parameter) => parameter.name) };
});

/**
 * The endpoint that a request to an origin of the target is for; `undefined` where the specification
 * has none there.
 *
 * @param path path and query as sent
 */
export function askedEndpoint(
  target: Target,
  origin: string,
  method: string,
  path: string,
): Asked | undefined {
  const url = URL.parse(`${origin}${path}`);
  if (url?.origin !== origin) {
    return undefined;
  }
  for (const { name, method: wanted, pattern, parameters } of TEMPLATES) {
    const { host, alternativeHosts } = ENDPOINTS[name];
    for (const each of wanted === method ? [host, ...alternativeHosts] : []) {
      const found = prefixesOf(target, each, origin)
        .filter((prefix) => url.pathname.startsWith(prefix))
        .map((prefix) => pattern.exec(url.pathname.slice(prefix.length)))
        .find((match) => match !== null);
      if (found) {
        return {
          endpoint: name,
          ...(each !== host && { host: each }),
          path: Object.fromEntries(
            parameters.map((parameter, index) => [parameter, decoded(found[index + 1] ?? '')]),
          ),
          query: queryOf(url.searchParams),
        };
      }
    }
  }
  return undefined;
}

/** The paths below which an origin has the endpoints of a host; users may have hosts of their own. */
function prefixesOf(target: Target, host: HostName, origin: string): string[] {
  const urls = {
    base: [target.baseUrl, ...ownUrls(target)],
    lending: [target.lendingUrl],
    investment: [target.investmentUrl],
  }[host];
  return urls
    .map((url) => new URL(url))
    .filter((url) => url.origin === origin)
    .map((url) => url.pathname.replace(/\/$/, ''));
}

function queryOf(parameters: URLSearchParams): Record<string, string | number> {
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const text = parameters.getAll(name).join(',');
      return [name, /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text];
    }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Every origin of a target, each once, in the order of its file; what a user has of his own last. */
export function originsOf(target: Target): string[] {
  const urls = [target.baseUrl, target.lendingUrl, target.investmentUrl, ...ownUrls(target)];
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

/** Base URLs that users have of their own. */
function ownUrls({ users }: Target): string[] {
  return Object.values(users).flatMap(({ baseUrl }) => (baseUrl ? [baseUrl] : []));
}
