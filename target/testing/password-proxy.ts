import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type Front, joined, remember } from './tls-front.ts';

/** A proxy that demands a password, and what it was asked for. */
export interface PasswordProxy extends Front {
  /** `CONNECT host:port`, or the method and the absolute URL, with ` 407` where it was refused */
  asked: string[];
}

/** What `startPasswordProxy` is told. */
export interface PasswordProxyOptions {
  /** who may use it; default: everybody */
  user?: string;
  password?: string;
  /** the port of the loopback behind each host name, since the names exist nowhere else */
  hosts: Record<string, number>;
}

/** Starts a proxy on the loopback: tunnels by CONNECT, and requests with an absolute URL. */
export async function startPasswordProxy(options: PasswordProxyOptions): Promise<PasswordProxy> {
  const asked: string[] = [];
  const open = new Set<Socket>();
  const mayPass = (what: string, { headers }: IncomingMessage): boolean => {
    const basic = Buffer.from(`${options.user}:${options.password}`).toString('base64');
    const passes =
      options.user === undefined || headers['proxy-authorization'] === `Basic ${basic}`;
    asked.push(passes ? what : `${what} 407`);
    return passes;
  };
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '');
    const port = options.hosts[url.hostname];
    if (!mayPass(`${incoming.method} ${url.origin}${url.pathname}`, incoming)) {
      outgoing.writeHead(407, { 'proxy-authenticate': 'Basic realm="test"' }).end('no entry');
    } else if (port === undefined) {
      outgoing.writeHead(502).end();
    } else {
      const { method, headers } = incoming;
      const path = url.pathname + url.search;
      const onward = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    }
  });
  server.on('connection', (socket) => remember(open, socket));
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    const port = options.hosts[(incoming.url ?? '').split(':')[0] ?? ''];
    if (!mayPass(`CONNECT ${incoming.url}`, incoming)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
    } else if (port === undefined) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
    } else {
      const onward = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      });
      joined(open, socket, onward);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    asked,
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of open) {
        socket.destroy();
      }
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
