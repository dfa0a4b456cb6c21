import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import type { HostName } from '../../contract/endpoints.ts';
import { createApp } from '../../server/app.ts';
import { createControlApp } from '../../server/control.ts';
import { type Db, openDatabase } from '../../server/database/open.ts';
import { standardSnapshot } from '../../server/database/snapshot.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import { listen } from '../../server/listen.ts';
import { rememberingPasswords } from '../../server/passwords.ts';
import { dependenciesOf } from '../../server/serve.ts';
import { targetFor } from '../../server/target.ts';
import type { Target } from '../../target/target.ts';
import { parseTarget } from '../../target/target-file.ts';
import { endpointOf } from './endpoint-of.ts';
import { type Layer, type LayerContext, type PlainRequest, stacked } from './exchange-layer.ts';
import { hostsOf, onItsHost, plainHeaders } from './wrapped-fetch.ts';

/** How a server differs from the reference server. */
export interface Wrapping {
  layers?: readonly Layer[];
  /** replaces parts the server works with; the states hook keeps the right ones */
  dependencies?(right: Dependencies): Dependencies;
}

/** A wrapped reference server with the standard data in a database of its own. */
export interface WrappedServer {
  /** all three hosts are one port; the lending and investment hosts have a path prefix */
  target: Target;
  /** the reference server's own parts, for data that a target file is to supply */
  dependencies: Dependencies;
  db: Db;
  /** mistakes of the layers themselves, such as an exception */
  problems: string[];
  close(): Promise<void>;
}

const SECRET = 'calibration-states-hook';

/** Password hashing takes 31 ms of CPU on purpose; the same ten users log in to every server. */
const passwords = rememberingPasswords();
const logger = pino({ level: 'silent' });

/**
 * Starts the reference server behind layers, on a free loopback port. The states hook beside it is
 * never wrapped, so what it promises is true. A fresh one costs a few milliseconds.
 */
export async function startWrapped(wrapping: Wrapping = {}): Promise<WrappedServer> {
  const db = openDatabase(standardSnapshot());
  const right = dependenciesOf(db, { logger, passwords });
  const app = createApp(wrapping.dependencies?.(right) ?? right);
  const control = createControlApp(right, SECRET);
  const context: LayerContext = { dependencies: right, db, memory: new Map() };
  const layer = stacked(wrapping.layers ?? []);
  const problems: string[] = [];

  const reference = async ({ method, path, headers, body }: PlainRequest) => {
    const request = new Request(`http://reference.invalid${path}`, { method, headers });
    const response = await app.fetch(request, { body });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    try {
      const { host, request } = await plainRequest(incoming);
      const endpoint = endpointOf(request.method, request.path);
      const response = await layer(request, reference, { ...context, endpoint, host });
      outgoing.writeHead(response.status, { ...response.headers });
      outgoing.end(response.body);
    } catch (error) {
      problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
      outgoing.writeHead(500).end();
    }
  };

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  const url = await bind(server);
  const hook = await listen((request, bindings) => control.fetch(request, bindings));
  const file = targetFor({ url, controlUrl: hook.url, controlSecret: SECRET });
  return {
    target: parseTarget({ ...file, ...hostsOf(url) }),
    dependencies: right,
    db,
    problems,
    async close() {
      server.closeAllConnections();
      await Promise.all([new Promise((resolve) => server.close(resolve)), hook.close(0)]);
      db.close();
    },
  };
}

async function plainRequest(
  incoming: IncomingMessage,
): Promise<{ host: HostName; request: PlainRequest }> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) {
    chunks.push(chunk as Buffer);
  }
  const { host, path } = onItsHost(incoming.url ?? '/');
  return {
    host,
    request: {
      method: incoming.method ?? 'GET',
      path,
      headers: plainHeaders(Object.entries(incoming.headers)),
      names: incoming.rawHeaders.filter((_, index) => index % 2 === 0),
      body: Buffer.concat(chunks).toString(),
    },
  };
}

function bind(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}
