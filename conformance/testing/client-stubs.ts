import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { type Client, type ClientOptions, createClient } from '../http/client.ts';

/** What a test of the client needs; closed after each test. */
export interface ClientStubs {
  /** starts a server and gives its URL */
  serve(listener: RequestListener): Promise<string>;
  /** the URL of a server that has ended */
  deserted(): Promise<string>;
  /** makes a client, which waits two seconds and sends four at once unless told otherwise */
  client(options?: Partial<ClientOptions>): Client;
}

/** Servers and clients for the tests of a file. */
export function clientStubs(): ClientStubs {
  const servers: Server[] = [];
  const clients: Client[] = [];

  afterEach(async () => {
    for (const client of clients.splice(0)) {
      await client.close();
    }
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  return {
    serve,
    async deserted() {
      const url = await serve(() => {});
      await new Promise((resolve) => servers.pop()?.close(resolve));
      return url;
    },
    client(options = {}) {
      const made = createClient({ timeoutMs: 2_000, concurrency: 4, ...options });
      clients.push(made);
      return made;
    },
  };
}

/** A GET of a URL without any header. */
export const get = (url: string) => ({ method: 'GET', url, headers: {} });
