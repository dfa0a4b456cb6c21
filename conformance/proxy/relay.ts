import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { UsageError } from '../../contract/errors.ts';
import { MAX_BODY_BYTES } from '../http/bodies/body.ts';

/** A request that was handed on, and what came back, as both were on the wire. */
export interface Relayed {
  method: string;
  /** path and query */
  path: string;
  /** names and values in turn, as sent */
  requestHeaders: readonly string[];
  /** absent where it is larger than what is kept */
  requestBody?: Buffer;
  /** absent where none came to its end */
  answer?: {
    status: number;
    headers: readonly string[];
    /** absent where it is larger than what is kept */
    body?: Buffer;
  };
  /** why there is no answer */
  problem?: string;
  startedAt: Date;
  durationMs: number;
}

/** One listening address that stands for one origin of the target. */
export interface Relay {
  /** `http://127.0.0.1:40123` */
  url: string;
  close(): Promise<void>;
}

/** How a relay is started. */
export interface RelayOptions {
  /** the origin that requests are handed on to, such as `https://sandbox.example` */
  origin: string;
  host: string;
  /** 0 takes a free one */
  port: number;
  /** makes what connects to the origin, for each connection of a client; default: directly */
  agent?(): http.Agent;
  /** names and values in turn of headers for the next hop, such as Proxy-Authorization */
  hopHeaders?: readonly string[];
  /** hears of every exchange once it is over */
  onRelayed(relayed: Relayed): void;
}

/** What belongs to one connection and not to the message (RFC 9110 section 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Methods to which Node adds no framing of its own where a request has none. */
const BODILESS = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'];

/** Heads that targets and clients of this API may have, in bytes; twice what servers usually take. */
const MOST_HEAD_BYTES = 32 * 1024;

/**
 * Hands every request on to an origin and its answer back, byte by byte as they come: method, path,
 * order and case of headers, bodies, that of a GET too. Only hop-by-hop headers are its own, and Host
 * names the origin. Each connection of a client has connections of its own to the target, so that
 * what one side closes is closed on the other, and nothing is ever sent twice. Where no answer comes
 * the client's connection is closed: an answer made up here would be taken for the target's.
 *
 * @throws UsageError when the address is taken or not of this machine
 */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const agents = new WeakMap<Socket, http.Agent>();
  const secure = options.origin.startsWith('https:');
  const newAgent = options.agent ?? (() => new (secure ? https : http).Agent({ keepAlive: true }));

  const agentOf = (socket: Socket): http.Agent => {
    let agent = agents.get(socket);
    if (!agent) {
      agent = newAgent();
      agents.set(socket, agent);
      const own = agent;
      socket.once('close', () => own.destroy());
    }
    return agent;
  };
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    handOn(request, response, agentOf(request.socket), options);
  // Time limits are the client's and the target's business.
  const server = http.createServer(
    { maxHeaderSize: MOST_HEAD_BYTES, keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 },
    handle,
  );
  server.maxHeadersCount = 0;
  server.on('checkContinue', handle);
  server.listen(options.port, options.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `cannot listen on ${options.host}:${options.port}: ${code === 'EADDRINUSE' ? 'the port is taken' : code}`,
    );
  }
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await nextTurn(); // what is over by now is told before
    },
  };
}

function handOn(
  request: IncomingMessage,
  response: ServerResponse,
  agent: http.Agent,
  { origin, onRelayed, hopHeaders = [] }: RelayOptions,
): void {
  const { protocol, hostname, port, host } = new URL(origin);
  const relayed: Relayed = {
    method: request.method ?? '',
    path: request.url ?? '',
    requestHeaders: request.rawHeaders,
    startedAt: new Date(),
    durationMs: 0,
  };
  const start = performance.now();
  const sent = collected(request);
  let over = false;
  const end = (answer: Relayed['answer'], problem?: string) => {
    if (over) {
      return;
    }
    over = true;
    const requestBody = sent();
    const told: Relayed = {
      ...relayed,
      ...(requestBody && { requestBody }),
      ...(answer && { answer }),
      ...(problem !== undefined && { problem }),
      durationMs: performance.now() - start,
    };
    // Once the end of the answer is on its way: who asked should not wait for what is made of it.
    setImmediate(onRelayed, told);
  };

  const upstream = (protocol === 'https:' ? https : http).request({
    agent,
    // new URL keeps the brackets of an IPv6 address, a connection takes none
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    method: relayed.method,
    path: relayed.path,
    headers: [...headersOnward(relayed.method, request.rawHeaders, host), ...hopHeaders],
    maxHeaderSize: MOST_HEAD_BYTES,
    setHost: false,
  });
  upstream.on('continue', () => response.writeContinue());
  upstream.on('response', (answer) => {
    response.sendDate = false;
    response.writeHead(
      answer.statusCode ?? 0,
      answer.statusMessage ?? '',
      endToEnd(answer.rawHeaders),
    );
    response.flushHeaders();
    const received = collected(answer);
    answer.on('end', () => {
      const body = received();
      end({
        status: answer.statusCode ?? 0,
        headers: answer.rawHeaders,
        ...(body && { body }),
      });
    });
    answer.on('error', (error) => {
      end(undefined, reasonOf(error));
      request.socket.destroy();
    });
    answer.pipe(response);
  });
  upstream.on('error', (error) => {
    end(undefined, reasonOf(error));
    request.socket.destroy();
  });
  response.on('close', () => {
    if (!response.writableFinished) {
      end(undefined, 'the client hung up');
      upstream.destroy();
    }
  });
  request.pipe(upstream);
}

/** Keeps what passes by; gives it, or nothing where it was too large. */
function collected(stream: IncomingMessage): () => Buffer | undefined {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) {
      chunks.push(chunk);
    } else {
      chunks.length = 0;
    }
  });
  return () => (bytes <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined);
}

/** The headers of a request as the target gets them. */
function headersOnward(method: string, raw: readonly string[], host: string): string[] {
  const names = raw.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const onward = endToEnd(raw).map((text, index, all) =>
    index % 2 === 1 && all[index - 1]?.toLowerCase() === 'host' ? host : text,
  );
  if (!names.includes('host')) {
    onward.push('Host', host);
  }
  // A body without a length goes on in chunks; what has no body says so where Node would chunk it.
  if (names.includes('transfer-encoding')) {
    onward.push('Transfer-Encoding', 'chunked');
  } else if (!names.includes('content-length') && !BODILESS.includes(method)) {
    onward.push('Content-Length', '0');
  }
  return onward;
}

/** Names and values in turn without those of the connection, and what Connection names. */
function endToEnd(raw: readonly string[]): string[] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  }
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/));
  return pairs
    .filter(([name]) => {
      const lower = name.toLowerCase();
      return !HOP_BY_HOP.has(lower) && !named.includes(lower);
    })
    .flat();
}

function reasonOf(error: Error & { code?: string }): string {
  return error.code ?? error.message;
}
