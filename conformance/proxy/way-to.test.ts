import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Ways } from '../../target/connections/ways.ts';
import { createAuthority } from '../../target/testing/certificates.ts';
import { type PasswordProxy, startPasswordProxy } from '../../target/testing/password-proxy.ts';
import { type Front, startTlsFront } from '../../target/testing/tls-front.ts';
import { type Relayed, startRelay } from './relay.ts';
import { wayTo } from './way-to.ts';

/** How the proxy of ours reaches hosts that demand client certificates and are behind a proxy. */

const HOST = 'sandbox.acme.example';
const authority = createAuthority('Acme authority');
const tls = { ca: authority.certificate, ...authority.issue('assay.acme.example') };

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

/** What a GET with a body gets through a relay, or the problem that the relay tells. */
async function ask(ways: Ways, origin = `https://${HOST}`) {
  const heard = Promise.withResolvers<Relayed>();
  const relay = await startRelay({
    ...{ origin, host: '127.0.0.1', port: 0, onRelayed: heard.resolve },
    ...wayTo(origin, ways),
  });
  try {
    const answer = request(`${relay.url}/payments?page=2`, { method: 'GET', body: '{"a":1}' });
    const said = await answer.then(({ body }) => body.text()).catch(() => undefined);
    const { problem, answer: told } = await heard.promise;
    return { said, problem, status: told?.status };
  } finally {
    await relay.close();
  }
}

test('hands a GET with its body through a tunnel to a host with client certificates', async () => {
  expect(await ask({ tls, proxies: byProxy() })).toMatchObject({
    ...{ status: 200, said: 'GET /payments?page=2 {"a":1}' },
  });
  expect(proxy.asked).toEqual([`CONNECT ${HOST}:443`]);
});

test('hands a GET with its body to a host of plain http by a proxy', async () => {
  expect(await ask({ proxies: byProxy() }, 'http://plain.acme.example')).toMatchObject({
    said: 'GET /payments?page=2 {"a":1}',
  });
  expect(proxy.asked).toEqual(['GET http://plain.acme.example/payments']);
});

test('makes no answer up where the certificate or the password is refused', async () => {
  const { tls: _, ...withoutTls } = { tls, proxies: byProxy() };
  for (const ways of [withoutTls, { tls, proxies: byProxy('wrong') }]) {
    expect(await ask(ways)).toMatchObject({ said: undefined, problem: expect.any(String) });
  }
});
