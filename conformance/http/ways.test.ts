import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Ways } from '../../target/connections/ways.ts';
import { createAuthority } from '../../target/testing/certificates.ts';
import { type PasswordProxy, startPasswordProxy } from '../../target/testing/password-proxy.ts';
import { type Front, startTlsFront } from '../../target/testing/tls-front.ts';
import { createClient } from './client.ts';

/** How the suite reaches hosts that demand client certificates and are behind a proxy. */

const HOST = 'sandbox.acme.example';
const authority = createAuthority('Acme authority');
const client = authority.issue('assay.acme.example');
const tls = { ca: authority.certificate, ...client };

let server: Server;
let front: Front;
let proxy: PasswordProxy;

beforeEach(async () => {
  server = createServer(async (incoming, outgoing) => {
    outgoing.end(`${incoming.method} ${incoming.url} ${await text(incoming)}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { certificate, key } = authority.issue(HOST);
  front = await startTlsFront(port, {
    ...{ cert: certificate, key, ca: authority.certificate },
    ...{ requestCert: true, rejectUnauthorized: true },
  });
  const hosts = { [HOST]: front.port, 'plain.acme.example': port };
  proxy = await startPasswordProxy({ user: 'assay', password: 'pass@word', hosts });
});

afterEach(async () => {
  await Promise.all([front.close(), proxy.close()]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const byProxy = (password = 'pass%40word'): Ways['proxies'] => {
  const url = `http://assay:${password}@127.0.0.1:${proxy.port}`;
  return { http: url, https: url, noProxy: '' };
};

/** What a GET with a body gets, which the specification has for awaiting-payments (section 4.5). */
async function ask(ways: Ways, origin = `https://${HOST}`) {
  const made = createClient({ timeoutMs: 5_000, concurrency: 2, ...ways });
  try {
    const exchange = await made.send({
      method: 'GET',
      url: `${origin}/payments?page=2`,
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    return exchange.response?.body ?? exchange.error;
  } finally {
    await made.close();
  }
}

test('hands a GET with its body through a tunnel to a host with client certificates', async () => {
  expect(await ask({ tls, proxies: byProxy() })).toBe('GET /payments?page=2 {"a":1}');
  expect(proxy.asked).toEqual([`CONNECT ${HOST}:443`]);
});

test('hands a GET with its body to a host of plain http', async () => {
  const answer = await ask({ proxies: byProxy() }, 'http://plain.acme.example');
  expect(answer).toBe('GET /payments?page=2 {"a":1}');
  expect(proxy.asked).toEqual(['GET http://plain.acme.example/payments']);
});

test('leaves the loopback and what is excepted to itself', async () => {
  const { port } = server.address() as AddressInfo;
  expect(await ask({ proxies: byProxy() }, `http://127.0.0.1:${port}`)).toContain('"a":1');
  const excepted = { http: '', https: '', ...byProxy(), noProxy: '.acme.example' };
  expect(await ask({ tls, proxies: excepted })).toMatchObject({ kind: 'dns' });
  expect(proxy.asked).toEqual([]);
});

test.each(['http://plain.acme.example', `https://${HOST}`])(
  'says that the proxy refuses the password, for %s',
  async (origin) => {
    expect(await ask({ tls, proxies: byProxy('wrong') }, origin)).toEqual({
      kind: 'proxy',
      message: `the proxy http://127.0.0.1:${proxy.port} refuses the user name or password (HTTP 407)`,
    });
  },
);

test('says that the proxy demands a password', async () => {
  const url = `http://127.0.0.1:${proxy.port}`;
  const answer = await ask({ tls, proxies: { http: url, https: url, noProxy: '' } });
  expect(answer).toEqual({
    kind: 'proxy',
    message: `the proxy ${url} demands a user name and password (HTTP 407)`,
  });
});

test('says that the proxy cannot reach the host, or does not run', async () => {
  expect(await ask({ tls, proxies: byProxy() }, 'https://else.acme.example')).toEqual({
    kind: 'proxy',
    message: `the proxy http://127.0.0.1:${proxy.port} does not connect to it (HTTP 502)`,
  });
  const { port } = proxy;
  await proxy.close();
  const gone = await ask({ tls, proxies: byProxy() });
  expect(gone).toMatchObject({ kind: 'refused' });
  expect(gone).toMatchObject({
    message: expect.stringContaining(`by the proxy http://127.0.0.1:${port}`),
  });
});

const yesterday = new Date(Date.now() - 86_400_000);
const expired = createAuthority('Old authority', { from: new Date(0), to: yesterday });
const stranger = createAuthority('Strange authority');

test('says that no trusted authority signed the certificate', async () => {
  for (const ca of [undefined, stranger.certificate]) {
    expect(await ask({ tls: { ...client, ...(ca && { ca }) }, proxies: byProxy() })).toEqual({
      kind: 'tls',
      message: expect.stringMatching(
        /^no authority that is trusted here signed its certificate \(\w+\); tls\.ca in/,
      ),
    });
  }
});

test('says that the certificate of the authority has expired', async () => {
  const { certificate, key } = expired.issue(HOST);
  const old = await startTlsFront(1, { cert: certificate, key });
  const behind = await startPasswordProxy({ hosts: { [HOST]: old.port } });
  const url = `http://127.0.0.1:${behind.port}`;
  const proxies = { http: url, https: url, noProxy: '' };
  expect(await ask({ tls: { ca: expired.certificate }, proxies })).toEqual({
    kind: 'tls',
    message:
      'its certificate, or that of the authority that signed it, has expired (CERT_HAS_EXPIRED)',
  });
  await Promise.all([old.close(), behind.close()]);
});

test('says that a host demands a client certificate, or refuses the one it gets', async () => {
  const { ca } = tls;
  const by = `by the proxy http://127.0.0.1:${proxy.port}: other side closed; `;
  expect(await ask({ tls: { ca }, proxies: byProxy() })).toEqual({
    kind: 'reset',
    message: `${by}a host that demands a client certificate may hang up so: see tls in the target file`,
  });
  const wrong = stranger.issue('assay.acme.example');
  expect(await ask({ tls: { ca, ...wrong }, proxies: byProxy() })).toEqual({
    kind: 'reset',
    message: `${by}it may refuse the client certificate: look at tls.certificate in the target file`,
  });
});

test('says that a host of https does not speak TLS', async () => {
  const { port } = server.address() as AddressInfo;
  expect(await ask({ proxies: byProxy() }, `https://127.0.0.1:${port}`)).toEqual({
    kind: 'tls',
    message: 'it does not speak TLS there (wrong version number); is it http instead of https?',
  });
});
