import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { UnavailableError } from '../contract/errors.ts';
import type { Bindings } from './dependencies.ts';
import type { Written } from './http/answer.ts';
import {
  checkHead,
  hasBody,
  refusalOf,
  writeRawRefusal,
  writeRefusal,
} from './http/before-routing.ts';
import { receiveBody } from './http/body.ts';
import { Refusal } from './http/refusal.ts';

/** Answers a request; an application's `fetch`, or one wrapped around it. */
export type Fetch = (request: Request, bindings: Bindings) => Response | Promise<Response>;

/** Where to listen, and when to give up on a client. Times are milliseconds. */
export interface ListenOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** A client that has not sent all its headers by then is cut; default 10 s. */
  headersTimeout?: number;
  /** A client that has not sent all its request by then is cut; default 30 s. */
  requestTimeout?: number;
  /** Sent with every answer, also of errors before routing; none by default. */
  headers?: Readonly<Record<string, string>>;
  /** How often both are looked at; default 1 s. */
  checkInterval?: number;
  /**
   * Whether nobody changes a request before the application sees it, nor an answer after it has made
   * it, so that both may be taken as they are; default false.
   */
  asMade?: boolean;
}

/** A server that listens. */
export interface Listening {
  /** Such as `http://127.0.0.1:40123`, without a slash at the end. */
  url: string;
  /** Stops accepting, lets requests in flight end, and cuts those that last longer than `grace`. */
  close(grace?: number): Promise<void>;
}

/** A request with its body, once that is here. */
type Received = IncomingMessage & { body?: Buffer };

/** The body of a request that says it has none. */
const NOTHING = Buffer.alloc(0);

/** How long requests in flight may last when the server stops, in milliseconds. */
const GRACE = 5000;

/**
 * Serves an application by node:http.
 *
 * @throws UnavailableError when the port is taken or may not be used
 */
export async function listen(fetch: Fetch, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1' } = options;
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const { body = NOTHING } = incoming as Received;
      const { asMade = false } = options;
      const bindings: Bindings = {
        body,
        asMade,
        headers: asMade ? incoming.headers : undefined,
        address: incoming.socket.remoteAddress,
      };
      const response = await fetch(request, bindings);
      return bindings.written ? writeWhole(bindings.written, outgoing as ServerResponse) : response;
    },
    { overrideGlobalObjects: false, errorHandler: answerUnroutable },
  );
  const marks = Object.entries(options.headers ?? {});
  const mark = (outgoing: ServerResponse) => {
    for (const [name, value] of marks) {
      outgoing.setHeader(name, value);
    }
  };
  const receive = async (incoming: Received, outgoing: ServerResponse): Promise<void> => {
    mark(outgoing);
    try {
      checkHead(incoming);
      if (hasBody(incoming)) {
        incoming.body = await receiveBody(incoming);
      }
    } catch (error) {
      if (error instanceof Refusal) {
        writeRefusal(outgoing, error);
      }
      // The client is gone before its body was whole.
      else {
        outgoing.destroy();
      }
      return;
    }
    await listener(incoming, outgoing);
  };
  /** The answer that a connection is at, so that no other gets into it. */
  const underWay = new Map<Duplex, ServerResponse>();
  const server = createServer(
    {
      headersTimeout: options.headersTimeout ?? 10_000,
      requestTimeout: options.requestTimeout ?? 30_000,
      connectionsCheckingInterval: options.checkInterval ?? 1000,
      keepAliveTimeout: 30_000,
      // Looked at by ourselves, for an answer in our shape.
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      const { socket } = incoming;
      underWay.set(socket, outgoing);
      outgoing.shouldKeepAlive &&= server.listening;
      outgoing.once('close', () => {
        if (underWay.get(socket) === outgoing) {
          underWay.delete(socket);
        }
        // A connection that becomes idle while the server stops would hold it up until its timeout.
        if (!server.listening) {
          setImmediate(() => server.closeIdleConnections());
        }
      });
      void receive(incoming, outgoing);
    },
  );
  server.on('checkExpectation', (_, outgoing) => {
    mark(outgoing);
    writeRefusal(outgoing, new Refusal(417, 'the only expectation that is met is 100-continue'));
  });
  server.on('clientError', (error, socket) => {
    if (socket.writable && underWay.get(socket)?.headersSent !== true) {
      writeRawRefusal(socket, refusalOf(error), options.headers);
    } else {
      socket.destroy();
    }
  });
  await bind(server, port, host);
  return {
    url: urlOf(server),
    close: (grace = GRACE) =>
      new Promise((resolve) => {
        const deadline = setTimeout(() => server.closeAllConnections(), grace);
        server.close(() => {
          clearTimeout(deadline);
          resolve();
        });
        server.closeIdleConnections();
        // Their answers say that they are the last of their connection.
        for (const outgoing of underWay.values()) {
          outgoing.shouldKeepAlive = false;
        }
      }),
  };
}

/**
 * Writes an answer of ours, head and body in one piece: the adapter would read the body out of a
 * stream and write it apart. Any other Response is left to the adapter.
 */
function writeWhole({ status, headers, text }: Written, outgoing: ServerResponse): Response {
  outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) });
  outgoing.end(text);
  return RESPONSE_ALREADY_SENT;
}

/** What the adapter could make no request of, and what a wrapper around the application threw. */
function answerUnroutable(error: unknown): Response {
  const isRequest = error instanceof Error && error.name === 'RequestError';
  const { status, body } = isRequest
    ? new Refusal(400, 'the path or the Host cannot be understood')
    : new Refusal(500, 'internal error');
  return Response.json(body, { status });
}

function bind(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        { EADDRINUSE: 'it is taken', EACCES: 'it is not allowed to this user' }[error.code ?? ''] ??
        error.message;
      reject(
        new UnavailableError(`cannot listen on ${host}:${port}: ${reason}; give another port`),
      );
    });
    server.listen(port, host, () => resolve());
  });
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('the server has no port');
  }
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${name}:${address.port}`;
}
