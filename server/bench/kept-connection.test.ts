import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type KeptConnection, keptConnection } from './kept-connection.ts';

let server: Server;
let theirs: Socket;
let ours: KeptConnection;

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const { port } = server.address() as { port: number };
  ours = await keptConnection(`http://127.0.0.1:${port}`);
  [theirs] = await accepted;
});
afterEach(() => {
  ours.close();
  theirs.destroy();
  server.close();
});

it('gives the status once the whole answer is here, of one request after the other', async () => {
  const first = ours.send('GET / HTTP/1.1\r\n\r\n');
  const [sent] = await once(theirs, 'data');
  expect(String(sent)).toBe('GET / HTTP/1.1\r\n\r\n');
  let isAnswered = false;
  first.then(() => {
    isAnswered = true;
  });
  for (const piece of ['HTTP/1.1 200 OK\r\nContent-', 'Length: 3\r\n\r\n', 'é']) {
    await new Promise((written) => theirs.write(piece, written));
    expect(isAnswered).toBe(false);
  }
  theirs.write('!');
  expect(await first).toBe(200);
  const second = ours.send('GET / HTTP/1.1\r\n\r\n');
  theirs.write('HTTP/1.1 422 Unprocessable Content\r\nContent-Length: 0\r\n\r\n');
  expect(await second).toBe(422);
});

it.each([
  ['an answer without its length', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['the connection was closed', ''],
])('fails by %s', async (message, answer) => {
  const sent = ours.send('GET / HTTP/1.1\r\n\r\n');
  theirs.end(answer);
  await expect(sent).rejects.toThrow(message);
});
