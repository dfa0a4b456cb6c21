import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { HostName } from '../../contract/endpoints.ts';
import type { Db } from '../../server/database/open.ts';
import type { Dependencies } from '../../server/dependencies.ts';

/** A request as a layer sees it: read whole, with lower-case header names. */
export interface PlainRequest {
  method: string;
  /** path with its query, such as `/api/v1/user/portfolios/…?page=2` */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** the names of its headers as they were written, where the server was told */
  names?: readonly string[];
  /** empty where none was sent; a GET may have one (section 4.5) */
  body: string;
}

/** An answer as a layer sees it. */
export interface PlainResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** What a layer may use beside the request. One for every server, so `memory` is a server's own. */
export interface LayerContext {
  /** the reference server's own parts: tokens can be read and issued, users looked up */
  dependencies: Dependencies;
  /** its database, for what the store does not tell */
  db: Db;
  /** what layers of this server remember from one request to the next, by a key of theirs */
  memory: Map<string, unknown>;
}

/** What is known of one request before any layer sees it. */
export interface Route {
  /** the endpoint that method and path belong to; undefined for any other */
  endpoint: EndpointName | undefined;
  /** which of the three hosts of the specification was called */
  host: HostName;
}

/**
 * Something between a client and the reference server: changes the request, the answer, both, or
 * answers by itself. `next` is the next layer, or the server; it may be called any number of times.
 */
export type Layer = (
  request: PlainRequest,
  next: (request: PlainRequest) => Promise<PlainResponse>,
  context: LayerContext & Route,
) => Promise<PlainResponse>;

/** Which requests are meant. */
export type IsMeant = (request: PlainRequest, context: LayerContext & Route) => boolean | undefined;

/** An answer with a JSON body. */
export function jsonAnswer(status: number, body: unknown): PlainResponse {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** A failure as section 7 shows it. */
export const failed = (status: number, message: string): PlainResponse =>
  jsonAnswer(status, { status: 'FAILED', message });

/** The layers as one: the first in the list is the first to see a request. */
export function stacked(layers: readonly Layer[]): Layer {
  return (request, next, context) => {
    const through =
      (index: number) =>
      (passed: PlainRequest): Promise<PlainResponse> => {
        const layer = layers[index];
        return layer ? layer(passed, through(index + 1), context) : next(passed);
      };
    return through(0)(request);
  };
}
