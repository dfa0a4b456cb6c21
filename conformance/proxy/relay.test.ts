import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { type Relay, type Relayed, startRelay } from './relay.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** A target that keeps what it gets and answers with these bytes once a request is whole. */
async function target(
  answer: string | ((socket: Socket) => void),
  isWhole: (got: string) => boolean,
) {
  let got = '';
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      got += chunk;
      if (isWhole(got)) {
        typeof answer === 'string' ? socket.write(answer, 'latin1') : answer(socket);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: () => server.close() });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got: () => got,
    connections: () => connections,
  };
}

/** A relay to an origin, and what it has told. */
async function relayTo(origin: string) {
  const told: Relayed[] = [];
  const heard = Promise.withResolvers<Relayed>();
  const relay: Relay = await startRelay({
    ...{ origin, host: '127.0.0.1', port: 0 },
    onRelayed(relayed) {
      told.push(relayed);
      heard.resolve(relayed);
    },
  });
  open.push(relay);
  const send = async (bytes: string): Promise<string> => {
    const socket = connect(Number(new URL(relay.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(bytes, 'latin1');
    return await text(socket.setEncoding('latin1'));
  };
  return { send, heard: heard.promise, told };
}

const ended = (got: string) => got.endsWith('}');

describe('a relay', () => {
  it('hands on the body of a GET, and headers in their order and case', async () => {
    const upstream = await target('HTTP/1.1 200 Fine\r\ncontent-length: 2\r\n\r\n{}', ended);
    const relay = await relayTo(upstream.origin);
    await relay.send(
      'GET /a%20b?x=1&x=2 HTTP/1.1\r\nhOsT: proxy\r\nX-Odd:  caf\xe9 \r\nx-odd: again\r\nContent-Length: 10\r\nUUID: u\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: 5\r\n\r\n{"a":"\xc3\xa9"}',
    );
    const [head = '', body] = upstream.got().split('\r\n\r\n');
    expect(head.split('\r\n').filter((line) => !/^connection:/i.test(line))).toEqual([
      'GET /a%20b?x=1&x=2 HTTP/1.1',
      `hOsT: ${new URL(upstream.origin).host}`,
      'X-Odd: caf\xe9',
      'x-odd: again',
      'Content-Length: 10',
      'UUID: u',
    ]);
    expect(body).toBe('{"a":"\xc3\xa9"}');
    const relayed = await relay.heard;
    expect(relayed).toMatchObject({ method: 'GET', path: '/a%20b?x=1&x=2' });
    expect(relayed.requestBody?.toString()).toBe('{"a":"é"}');
  });

  it('hands on an answer as it is: status line, order, doubles, and no header of its own', async () => {
    const lines = 'X-A: 1\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nContent-Length: 3';
    const upstream = await target(
      `HTTP/1.1 418 Little Teapot\r\n${lines}\r\nKeep-Alive: timeout=9\r\n\r\nabc`,
      (got) => got.endsWith('\r\n\r\n'),
    );
    const relay = await relayTo(upstream.origin);
    const answer = await relay.send('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answer.replace(/\r\nConnection: close/i, '')).toBe(
      `HTTP/1.1 418 Little Teapot\r\n${lines}\r\n\r\nabc`,
    );
    expect((await relay.heard).answer).toMatchObject({ status: 418, body: Buffer.from('abc') });
  });

  it('adds no body to a request that has none, and keeps chunks as chunks', async () => {
    const upstream = await target('HTTP/1.1 204 None\r\n\r\n', (got) =>
      /\r\n(0\r\n)?\r\n$/.test(got),
    );
    const relay = await relayTo(upstream.origin);
    await relay.send('GET /one HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(upstream.got()).not.toMatch(/content-length|transfer-encoding/i);
    await relay.send(
      'GET /two HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    );
    expect(upstream.got()).toMatch(
      /two[\s\S]*transfer-encoding: chunked[\s\S]*2\r\n\{\}\r\n0\r\n/i,
    );
  });

  it('makes no answer up where none comes, and sends nothing twice', async () => {
    const upstream = await target((socket) => socket.destroy(), ended);
    const relay = await relayTo(upstream.origin);
    const request = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';
    expect(await relay.send(request)).toBe('');
    expect(upstream.connections()).toBe(1);
    expect(await relay.heard).toMatchObject({ method: 'POST', problem: expect.any(String) });
    expect((await relay.heard).answer).toBeUndefined();
  });

  it('tells when a client hung up before its answer, and hangs up on the target', async () => {
    const gone = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const upstream = await target((socket) => {
      socket.on('close', () => gone.resolve());
      asked.resolve();
    }, ended);
    const relay = await relayTo(upstream.origin);
    const socket = connect(Number(new URL((open.at(-1) as Relay).url).port), '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');
    await asked.promise;
    socket.destroy();
    await gone.promise;
    expect(await relay.heard).toMatchObject({ problem: 'the client hung up' });
  });

  it('refuses a port that is taken', async () => {
    const upstream = await target('', () => false);
    const port = Number(new URL(upstream.origin).port);
    await expect(
      startRelay({ origin: 'http://x.test', host: '127.0.0.1', port, onRelayed: () => {} }),
    ).rejects.toThrow(`cannot listen on 127.0.0.1:${port}: the port is taken`);
  });
});
