import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Hostile } from './hostile.ts';
import { hostileTarget } from './hostile.ts';

/** Starts a TCP server that does as told with every connection once a request has come. */
async function startRaw(onRequest: (socket: Socket, count: number) => void) {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', () => {
      count += 1;
      onRequest(socket, count);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    target: hostileTarget(url),
    async close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Writes something again and again until the client has gone. */
function drip(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(timer));
}

/** Writes as fast as the client takes it, up to a number of bytes. */
function flood(socket: Socket, chunk: Buffer, most: number): void {
  let sent = 0;
  const more = () => {
    while (!socket.destroyed && sent < most) {
      sent += chunk.length;
      if (!socket.write(chunk)) {
        return;
      }
    }
  };
  socket.on('drain', more);
  more();
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const MEBIBYTE = Buffer.alloc(1024 * 1024, 'x');
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

interface Behaviour {
  id: string;
  how: string;
  act(socket: Socket, count: number): void;
}

const BEHAVIOURS: Behaviour[] = [
  { id: 'hangs', how: 'accepts and never answers', act: () => {} },
  {
    id: 'drips-headers',
    how: 'sends a header every 50 ms and never ends them',
    act: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'x-more: header\r\n', 50);
    },
  },
  {
    id: 'drips-body',
    how: 'sends a byte of the body every 50 ms, for ever',
    act: (socket) => {
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
      drip(socket, '1\r\n{\r\n', 50);
    },
  },
  { id: 'closes', how: 'closes the connection without an answer', act: (socket) => socket.end() },
  { id: 'resets', how: 'resets every connection', act: (socket) => socket.resetAndDestroy() },
  {
    id: 'resets-in-body',
    how: 'resets the connection in the middle of the body',
    act: (socket) => {
      socket.write(`${HEAD}content-length: 1000\r\n\r\n{"access_token":`, () =>
        socket.resetAndDestroy(),
      );
    },
  },
  {
    id: 'body-of-200-mb',
    how: 'answers with 200 MB',
    act: (socket) => {
      socket.write(`${HEAD}content-length: ${200 * MEBIBYTE.length}\r\n\r\n`);
      flood(socket, MEBIBYTE, 200 * MEBIBYTE.length);
    },
  },
  {
    id: 'endless-body',
    how: 'sends chunks without end, as fast as they are taken',
    act: (socket) => {
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
      const chunk = Buffer.concat([Buffer.from('100000\r\n'), MEBIBYTE, Buffer.from('\r\n')]);
      flood(socket, chunk, Number.POSITIVE_INFINITY);
    },
  },
  {
    id: 'gzip-bomb',
    how: 'answers a small gzip that grows to 64 MB',
    act: (socket) => {
      socket.write(`${HEAD}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    },
  },
  {
    id: 'gzip-that-is-none',
    how: 'says gzip and sends text',
    act: (socket) => socket.end(`${HEAD}content-encoding: gzip\r\ncontent-length: 5\r\n\r\nhello`),
  },
  {
    id: 'no-http',
    how: 'speaks no HTTP',
    act: (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
  },
  {
    id: 'headers-of-a-megabyte',
    how: 'sends a megabyte of headers',
    act: (socket) => {
      socket.end(`${HEAD}x-long: ${'a'.repeat(1024 * 1024)}\r\ncontent-length: 2\r\n\r\n{}`);
    },
  },
  {
    id: 'body-shorter-than-said',
    how: 'says 5,000 bytes, sends two and waits',
    act: (socket) => socket.write(`${HEAD}content-length: 5000\r\n\r\n{}`),
  },
  {
    id: 'body-longer-than-said',
    how: 'sends more bytes than it said, which look like another answer',
    act: (socket) =>
      socket.write(
        `${HEAD}content-length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}`,
      ),
  },
  {
    id: 'broken-chunks',
    how: 'sends chunks whose sizes are no numbers',
    act: (socket) => socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`),
  },
  {
    id: 'interim-answers',
    how: 'sends 103 Early Hints without end',
    act: (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n', 5),
  },
  {
    id: 'switches-protocols',
    how: 'answers 101 to everything',
    act: (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  },
  {
    id: 'odd-status',
    how: 'answers with status 999',
    act: (socket) => socket.end('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n{}'),
  },
  {
    id: 'two-lengths',
    how: 'says two different content-lengths',
    act: (socket) => socket.end(`${HEAD}content-length: 2\r\ncontent-length: 7\r\n\r\n{}     `),
  },
];

/** Targets that misbehave below HTTP or at its edge; nothing can be judged of them. */
export const ON_THE_WIRE: readonly Hostile[] = BEHAVIOURS.map(({ id, how, act }) => ({
  id,
  how,
  verdicts: ['incomplete', 'not conformant'],
  start: () => startRaw(act),
}));
