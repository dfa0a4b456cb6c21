import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Ways } from '../../target/connections/ways.ts';
import { createAuthority } from '../../target/testing/certificates.ts';
import {
  CLIENT_TLS,
  GUARDED,
  type GuardedHost,
  startGuardedHost,
  UNGUARDED,
} from '../../target/testing/guarded-host.ts';
import { startPasswordProxy } from '../../target/testing/password-proxy.ts';
import { startTlsFront } from '../../target/testing/tls-front.ts';
import { createClient } from './client.ts';

/** How the suite reaches hosts that demand client certificates and are behind a proxy. */

let host: GuardedHost;
beforeEach(async () => {
  host = await startGuardedHost();
});
afterEach(() => host.close());

/** What a GET with a body gets, which the specification has for awaiting-payments (section 4.5). */
async function ask(ways: Ways, origin = `https://${GUARDED}`) {
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
  expect(await ask({ tls: CLIENT_TLS, proxies: host.byProxy() })).toBe(
    'GET /payments?page=2 {"a":1}',
  );
  expect(host.proxy.asked).toEqual([`CONNECT ${GUARDED}:443`]);
});

test('hands a GET with its body to a host of plain http', async () => {
  const answer = await ask({ proxies: host.byProxy() }, `http://${UNGUARDED}`);
  expect(answer).toBe('GET /payments?page=2 {"a":1}');
  expect(host.proxy.asked).toEqual(['GET http://plain.acme.example/payments']);
});

test('leaves the loopback and what is excepted to itself', async () => {
  expect(await ask({ proxies: host.byProxy() }, `http://127.0.0.1:${host.port}`)).toContain(
    '"a":1',
  );
  const excepted = { http: '', https: '', ...host.byProxy(), noProxy: '.acme.example' };
  expect(await ask({ tls: CLIENT_TLS, proxies: excepted })).toMatchObject({ kind: 'dns' });
  expect(host.proxy.asked).toEqual([]);
});

test.each([`http://${UNGUARDED}`, `https://${GUARDED}`])(
  'says that the proxy refuses the password, for %s',
  async (origin) => {
    expect(await ask({ tls: CLIENT_TLS, proxies: host.byProxy('wrong') }, origin)).toEqual({
      kind: 'proxy',
      message: `the proxy http://127.0.0.1:${host.proxy.port} refuses the user name or password (HTTP 407)`,
    });
  },
);

test('says that the proxy demands a password', async () => {
  const url = `http://127.0.0.1:${host.proxy.port}`;
  const answer = await ask({ tls: CLIENT_TLS, proxies: { http: url, https: url, noProxy: '' } });
  expect(answer).toEqual({
    kind: 'proxy',
    message: `the proxy ${url} demands a user name and password (HTTP 407)`,
  });
});

test('says that the proxy cannot reach the host, or does not run', async () => {
  expect(
    await ask({ tls: CLIENT_TLS, proxies: host.byProxy() }, 'https://else.acme.example'),
  ).toEqual({
    kind: 'proxy',
    message: `the proxy http://127.0.0.1:${host.proxy.port} does not connect to it (HTTP 502)`,
  });
  const { port } = host.proxy;
  await host.proxy.close();
  const gone = await ask({ tls: CLIENT_TLS, proxies: host.byProxy() });
  expect(gone).toMatchObject({ kind: 'refused' });
  expect(gone).toMatchObject({
    message: expect.stringContaining(`by the proxy http://127.0.0.1:${port}`),
  });
});

const yesterday = new Date(Date.now() - 86_400_000);
const expired = createAuthority('Old authority', { from: new Date(0), to: yesterday });
const stranger = createAuthority('Strange authority');

const { ca: _, ...CLIENT } = CLIENT_TLS;

test('says that no trusted authority signed the certificate', async () => {
  for (const ca of [undefined, stranger.certificate]) {
    expect(await ask({ tls: { ...CLIENT, ...(ca && { ca }) }, proxies: host.byProxy() })).toEqual({
      kind: 'tls',
      message: expect.stringMatching(
        /^no authority that is trusted here signed its certificate \(\w+\); tls\.ca in/,
      ),
    });
  }
});

test('says that the certificate of the authority has expired', async () => {
  const { certificate, key } = expired.issue(GUARDED);
  const old = await startTlsFront(1, { cert: certificate, key });
  const behind = await startPasswordProxy({ hosts: { [GUARDED]: old.port } });
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
  const { ca } = CLIENT_TLS;
  const by = `by the proxy http://127.0.0.1:${host.proxy.port}: other side closed; `;
  expect(await ask({ tls: { ca }, proxies: host.byProxy() })).toEqual({
    kind: 'reset',
    message: `${by}a host that demands a client certificate may hang up so: see tls in the target file`,
  });
  const wrong = stranger.issue('assay.acme.example');
  expect(await ask({ tls: { ca, ...wrong }, proxies: host.byProxy() })).toEqual({
    kind: 'reset',
    message: `${by}it may refuse the client certificate: look at tls.certificate in the target file`,
  });
});

test('says that a host of https does not speak TLS', async () => {
  expect(await ask({ proxies: host.byProxy() }, `https://127.0.0.1:${host.port}`)).toEqual({
    kind: 'tls',
    message: 'it does not speak TLS there (wrong version number); is it http instead of https?',
  });
});
