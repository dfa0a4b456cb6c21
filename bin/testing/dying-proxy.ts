import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands in front of a server and stops being of use at a certain request. */
export interface DyingProxy {
  url: string;
  /** requests that came, the one included at which it died */
  requests(): number;
  close(): Promise<void>;
}

/**
 * Starts a proxy on the loopback that hands on every request until the one of the given number:
 * `dies` breaks all connections then and listens no more, as a killed process does; `hangs` leaves
 * that one and those that follow without an answer.
 */
export async function startDyingProxy(
  origin: string,
  { at = Number.POSITIVE_INFINITY, how = 'dies' }: { at?: number; how?: 'dies' | 'hangs' } = {},
): Promise<DyingProxy> {
  let requests = 0;
  const server = createServer((incoming, outgoing) => {
    requests += 1;
    if (requests < at) {
      handOn(origin, incoming, outgoing);
    } else if (how === 'dies') {
      server.close();
      server.closeAllConnections();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    async close() {
      if (!server.listening) {
        return;
      }
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function handOn(origin: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const onward = request(
    new URL(origin),
    { path: incoming.url, method: incoming.method, headers: incoming.headers, agent: false },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    },
  );
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
