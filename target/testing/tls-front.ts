import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';

/** Something that listens on the loopback and is closed with all its connections. */
export interface Front {
  port: number;
  close(): Promise<void>;
}

/** Starts a TLS server that hands on what it decrypts, byte by byte, to a port of the loopback. */
export async function startTlsFront(port: number, options: TlsOptions): Promise<Front> {
  const open = new Set<Socket>();
  const server = createServer(options, (incoming) =>
    joined(open, incoming, connect(port, '127.0.0.1')),
  );
  server.on('connection', (socket) => remember(open, socket));
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of open) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Keeps a socket until it is closed. */
export function remember(open: Set<Socket>, socket: Socket): void {
  open.add(socket);
  socket.on('close', () => open.delete(socket));
}

/** Hands what comes at one end on to the other; both end together. */
export function joined(open: Set<Socket>, incoming: Socket, onward: Socket): void {
  remember(open, onward);
  for (const [from, to] of [
    [incoming, onward],
    [onward, incoming],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
}
