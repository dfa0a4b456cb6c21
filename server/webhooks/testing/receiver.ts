import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a receiver was sent. */
export interface Received {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** A receiver of webhooks on a free port of the loopback address. */
export interface Receiver {
  url: string;
  /** In the order in which they came. */
  received: Received[];
  /** Answers the next and all further messages; 204 by default. */
  answer: (message: Received, response: ServerResponse) => void;
  /** Resolves when so many messages came in all. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a receiver; `port` 0 takes a free one. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url: path = '' } = incoming;
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    );
    const message = { method, path, headers, body: await text(incoming).catch(() => '') };
    receiver.received.push(message);
    for (const each of waiting.filter(({ count }) => receiver.received.length >= count)) {
      each.resolve();
    }
    receiver.answer(message, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: (_, response) => response.writeHead(204).end(),
    until: (count) =>
      new Promise((resolve) => {
        if (receiver.received.length >= count) {
          resolve();
        } else {
          waiting.push({ count, resolve });
        }
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
