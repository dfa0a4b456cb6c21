import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { IsMeant, Layer, LayerContext, PlainRequest, Route } from './exchange-layer.ts';

/** Sends requests on that are changed as told; `undefined` leaves a request as it is. */
export function amend(
  endpoint: EndpointName,
  change: (request: PlainRequest, context: LayerContext & Route) => PlainRequest | undefined,
): Layer {
  return (request, next, context) =>
    next((context.endpoint === endpoint ? change(request, context) : undefined) ?? request);
}

/** The request with a header set; names are in lower case. */
export const withHeader = (request: PlainRequest, name: string, value: string): PlainRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});

/** Fills in a header that is missing, so that the server does as if it were not required. */
export function supplyHeader(endpoint: EndpointName, name: string, value: string): Layer {
  return amend(endpoint, (request) =>
    request.headers[name.toLowerCase()] !== undefined
      ? undefined
      : withHeader(request, name.toLowerCase(), value),
  );
}

/** A body that is as deep as this is handed on: to write it again would take more stack than there is. */
const TOO_DEEP = /\[{1000}|(\{"a":){1000}/;

/** Changes the JSON object of a request's body; what is no object passes unchanged. */
export function amendBody(
  endpoint: EndpointName,
  change: (body: Record<string, unknown>, context: LayerContext & Route) => unknown,
): Layer {
  return amend(endpoint, (request, context) => {
    const body = TOO_DEEP.test(request.body) ? undefined : objectOf(request.body);
    if (body === undefined) {
      return undefined;
    }
    const result = change(body, context);
    return { ...request, body: JSON.stringify(result === undefined ? body : result) };
  });
}

/**
 * Puts a good value where a field of the body has none of the kind wanted, so that the server does
 * as if it took anything there.
 */
export function supplyField(
  endpoint: EndpointName,
  field: string,
  good: unknown,
  bad: (value: unknown) => boolean,
): Layer {
  return amendBody(endpoint, (body) => {
    if (bad(body[field])) {
      body[field] = good;
    }
  });
}

/** Whether a field was left out. */
export const absent = (value: unknown): boolean => value === undefined;

/** Whether a field is there and of another type. */
export const notOfType =
  (type: 'string' | 'number') =>
  (value: unknown): boolean =>
    value !== undefined && typeof value !== type;

/** The JSON object of a text, if it is one. */
export function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A field of the JSON object that a request's body is. */
export function fieldOf(request: PlainRequest, name: string): unknown {
  return objectOf(request.body)?.[name];
}

/** Whether a request comes from a platform (section 5.4). */
export const isFrom =
  (platform: string) =>
  ({ headers }: PlainRequest): boolean =>
    headers.platform === platform;

/** The query of a request. */
export function queryOf(request: PlainRequest): URLSearchParams {
  return new URL(request.path, 'http://request.invalid').searchParams;
}

/** The request with query parameters set; `null` takes one out. */
export function withQuery(
  request: PlainRequest,
  change: Record<string, string | null>,
): PlainRequest {
  const url = new URL(request.path, 'http://request.invalid');
  for (const [name, value] of Object.entries(change)) {
    if (value === null) {
      url.searchParams.delete(name);
    } else {
      url.searchParams.set(name, value);
    }
  }
  return { ...request, path: url.pathname + url.search };
}

/** Sets query parameters of requests that are meant, judged by their query; `null` takes one out. */
export const setQuery = (
  endpoint: EndpointName,
  change: Record<string, string | null>,
  isMeant: (query: URLSearchParams, ...asked: Parameters<IsMeant>) => boolean,
): Layer =>
  amend(endpoint, (request, context) =>
    isMeant(queryOf(request), request, context) ? withQuery(request, change) : undefined,
  );

/** The identifier at the end of a path. */
export function pathId(request: PlainRequest): string {
  return request.path.split('?')[0]?.split('/').at(-1) ?? '';
}

/** The request with another value of its path's parameter. */
export function withPathParameter(request: PlainRequest, value: string): PlainRequest {
  const [pathname = '', query] = request.path.split('?');
  const start = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  return { ...request, path: `${start}${value}${query === undefined ? '' : `?${query}`}` };
}
