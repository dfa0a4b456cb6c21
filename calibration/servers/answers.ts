import type { EndpointName } from '../../contract/endpoint-names.ts';
import type {
  IsMeant,
  Layer,
  LayerContext,
  PlainRequest,
  PlainResponse,
  Route,
} from './exchange-layer.ts';

/** What happens to one place of a JSON document: a key of an object or an index of a list. */
export type Change = (holder: Record<string, unknown>, key: string) => void;

/** Leaves the field out. */
export const gone: Change = (holder, key) => {
  delete holder[key];
};

/** Puts a value in the place of the right one. */
export const becomes =
  (value: unknown): Change =>
  (holder, key) => {
    holder[key] = value;
  };

/** Computes the wrong value from the right one. */
export const changed =
  (change: (value: unknown) => unknown): Change =>
  (holder, key) => {
    holder[key] = change(holder[key]);
  };

/** Gives the right value under another name. */
export const renamed =
  (name: string): Change =>
  (holder, key) => {
    holder[name] = holder[key];
    delete holder[key];
  };

/** Which answers are meant. */
export type Which = (
  response: PlainResponse,
  request: PlainRequest,
  context: LayerContext & Route,
) => boolean;

/** Successful answers. */
export const successful: Which = ({ status }) => status >= 200 && status < 300;

/** Answers with this status code, to requests that are meant. */
export const withStatus =
  (wanted: number, isMeant: IsMeant = () => true): Which =>
  ({ status }, request, context) =>
    status === wanted && Boolean(isMeant(request, context));

/**
 * Changes a place in the JSON of an endpoint's answers. In the path `*` is every entry of a list,
 * `first` and `last` are those entries: `data/awaitingPayments/last/id`.
 */
export function edit(
  endpoint: EndpointName,
  path: string,
  change: Change,
  which: Which = successful,
): Layer {
  return editBody(endpoint, (body) => applyAt(body, path.split('/'), change), which);
}

/** Changes the JSON of an endpoint's answers as a whole: in place, or by what `change` returns. */
export function editBody(
  endpoint: EndpointName,
  change: (body: unknown, request: PlainRequest, context: LayerContext & Route) => unknown,
  which: Which = successful,
): Layer {
  return async (request, next, context) => {
    const response = await next(request);
    if (context.endpoint !== endpoint || !which(response, request, context)) {
      return response;
    }
    const body: unknown = JSON.parse(response.body);
    const result = change(body, request, context);
    return withBody(response, JSON.stringify(result === undefined ? body : result));
  };
}

/** The answer with another body. */
export function withBody(response: PlainResponse, body: string): PlainResponse {
  const { 'content-length': _, ...headers } = response.headers;
  return { ...response, headers, body };
}

/** Replaces an endpoint's answers by one, or by what is made of each; the request has its effect. */
export function replace(
  endpoint: EndpointName,
  answer: PlainResponse | ((response: PlainResponse, request: PlainRequest) => PlainResponse),
  which: Which = successful,
): Layer {
  return async (request, next, context) => {
    const response = await next(request);
    if (context.endpoint !== endpoint || !which(response, request, context)) {
      return response;
    }
    return typeof answer === 'function' ? answer(response, request) : answer;
  };
}

/** Gives an answer to an endpoint's requests that are meant, none of which has any effect. */
export function intercept(endpoint: EndpointName, answer: PlainResponse, isMeant: IsMeant): Layer {
  return async (request, next, context) =>
    context.endpoint === endpoint && isMeant(request, context) ? answer : next(request);
}

/** Applies a change to every place that a path names. */
function applyAt(value: unknown, path: readonly string[], change: Change): void {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null) {
    return;
  }
  for (const each of keysOf(value, key)) {
    const holder = value as Record<string, unknown>;
    if (rest.length === 0) {
      change(holder, each);
    } else {
      applyAt(holder[each], rest, change);
    }
  }
}

function keysOf(value: object, key: string): string[] {
  if (!Array.isArray(value)) {
    return [key];
  }
  const keys = Object.keys(value);
  if (key === '*') {
    return keys;
  }
  const [first, last] = [keys[0], keys.at(-1)];
  const wanted = key === 'first' ? first : last;
  return wanted === undefined ? [] : [wanted];
}
