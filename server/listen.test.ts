import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../contract/endpoints.ts';
import { STANDARD_LOGINS } from '../fixtures/standard-users.ts';
import { BODY_LIMIT } from './http/body.ts';
import { type Running, startServer } from './serve.ts';

let server: Running;
let token: string;

beforeAll(async () => {
  server = await startServer({
    db: ':memory:',
    logger: pino({ level: 'silent' }),
    headersTimeout: 300,
    checkInterval: 50,
  });
  const { email, password } = STANDARD_LOGINS.customer;
  const session = await fetch(server.url + pathOf('login'), {
    method: 'PUT',
    body: JSON.stringify({ email, currentPassword: password }),
  });
  token = ((await session.json()) as { access_token: string }).access_token;
});
afterAll(() => server.close());

/**
 * Sends a head and then, if told so, a chunk again and again until the server cuts it off. Gives back
 * what came, and how many bytes of the endless body were sent.
 */
function bytes(head: string, endless?: string): Promise<{ text: string; sent: number }> {
  return new Promise((resolve) => {
    const port = Number(new URL(server.url).port);
    // The client never closes its side: to end the connection is up to the server.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    let sent = 0;
    const more = (): void => {
      while (endless !== undefined && socket.writable) {
        sent += endless.length;
        if (!socket.write(endless)) {
          return;
        }
      }
    };
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('drain', more);
    // A reset is how the server ends what it does not want to read.
    socket.on('error', () => socket.destroy());
    socket.once('end', () => {
      // What is sent now is answered with a reset, once the server has closed all of it.
      const probe = (): void => {
        socket.write('x', (error) => (error ? undefined : setImmediate(probe)));
      };
      probe();
    });
    socket.once('close', () => resolve({ text, sent }));
    socket.write(head);
    more();
  });
}

/** The one answer to a head of these lines. */
async function raw(lines: string[], endless?: string) {
  const { text, sent } = await bytes([...lines, '', ''].join('\r\n'), endless);
  const [headers = '', body = ''] = text.split('\r\n\r\n');
  const status = Number(headers.split(' ')[1]);
  return { status, headers, body: body === '' ? {} : JSON.parse(body), sent };
}

const HEALTH = ['GET /healthz HTTP/1.1', 'Host: localhost', 'Connection: close'];
const preference = () => [
  `GET ${pathOf('fetch-organisation-preference')} HTTP/1.1`,
  'Host: localhost',
  `X-Auth-Token: ${token}`,
];
const CHUNK = `10000\r\n${' '.repeat(65_536)}\r\n`;
const failed = (status: number) => ({
  status,
  headers: expect.stringMatching(/content-type: application\/json/i),
  body: { status: 'FAILED', message: expect.any(String) },
});

describe('a body that nobody asked for', () => {
  it('is refused with 413 by its Content-Length', async () => {
    const lines = [...preference(), `Content-Length: ${BODY_LIMIT + 1}`];
    expect(await raw(lines)).toMatchObject(failed(413));
  });

  it.each([
    ['on a GET that has none', preference],
    ['without a token', () => preference().slice(0, 2)],
    ['on an unknown path', () => ['POST /nothing HTTP/1.1', 'Host: localhost']],
  ])('is cut off while it comes in chunks, %s', async (_, head) => {
    const answer = await raw([...head(), 'Transfer-Encoding: chunked'], CHUNK);
    // What the kernels on both ends hold is sent without anybody having read it.
    expect(answer.sent).toBeLessThan(64 * 1024 * 1024);
    if (!Number.isNaN(answer.status)) {
      expect(answer.status).toBe(413);
    }
  });

  it('is accepted up to the limit, and the connection lives on', async () => {
    const first = [...preference(), `Content-Length: ${BODY_LIMIT}`, '', ''].join('\r\n');
    const second = [...preference(), 'Connection: close', '', ''].join('\r\n');
    const { text } = await bytes(`${first}${' '.repeat(BODY_LIMIT)}${second}`);
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });
});

describe('before a request is routed', () => {
  it.each([
    ['two Host headers', [...HEALTH, 'Host: example.org'], 400],
    ['no Host header', ['GET /healthz HTTP/1.1', 'Connection: close'], 400],
    [
      'a Host that is no host',
      [...HEALTH.slice(0, 1), 'Host: 1.1.1.1.1', 'Connection: close'],
      400,
    ],
    ['a Host with a path', [...HEALTH.slice(0, 1), 'Host: a/b', 'Connection: close'], 400],
    ['another coding beside chunked', [...HEALTH, 'Transfer-Encoding: gzip, chunked'], 400],
    ['headers past 16 KiB', [...HEALTH, `x-long: ${'x'.repeat(20_000)}`], 431],
    ['an expectation that is not known', [...HEALTH, 'Expect: miracles'], 417],
    ['a path that is none', ['GET nowhere HTTP/1.1', 'Host: localhost'], 400],
    ['no HTTP', ['good morning'], 400],
  ])('%s is refused in our shape', async (_, lines, status) => {
    expect(await raw([...lines])).toMatchObject(failed(status));
  });

  it.each(['1.1.1.1.1', 'a b', 'a@b', '[::1', 'a?b'])(
    'the Host %s is refused with 400 where there is an idempotency key',
    async (host) => {
      const id = '0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9';
      const answer = await raw([
        `PUT ${pathOf('update-application', { 'loan-application-id': id })}?status=true HTTP/1.1`,
        `Host: ${host}`,
        `X-Auth-Token: ${token}`,
        'x-idempotency-key: key',
        'x-fapi-auth-date: 2026-07-01',
        'x-fapi-customer-ip-address: 192.0.2.7',
        'x-fapi-interaction-id: one',
        'Connection: close',
      ]);
      expect(answer).toMatchObject(failed(400));
    },
  );

  it.each(['localhost', '127.0.0.1:80', '[::1]:8080', 'Tenant-1.example.org'])(
    'the Host %s is a host',
    async (host) => {
      const lines = ['GET /healthz HTTP/1.1', `Host: ${host}`, 'Connection: close'];
      expect((await raw(lines)).status).toBe(200);
    },
  );

  it('headers that do not end are cut with 408 in our shape', async () => {
    const { text } = await bytes('GET /healthz HTTP/1.1\r\nHost: localhost\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 408 .*"status":"FAILED"/s);
  });
});

it('HEAD is answered with the head of GET and nothing after it', async () => {
  const ask = (method: string) =>
    bytes(`${method} /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  // The length of what is not sent may be left out (RFC 9110 9.3.2).
  const headOf = (text: string) =>
    text
      .slice(0, text.indexOf('\r\n\r\n'))
      .toLowerCase()
      .split('\r\n')
      .filter((line) => !/^(date|content-length):/.test(line))
      .sort();
  const [head, get] = [(await ask('HEAD')).text, (await ask('GET')).text];
  expect(head).toMatch(/\r\n\r\n$/);
  expect(get).toMatch(/\{"status":"SUCCESS"\}$/);
  expect(headOf(get)).toEqual(headOf(head));
});
