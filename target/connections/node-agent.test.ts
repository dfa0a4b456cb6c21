import { once } from 'node:events';
import http, { createServer, type Server } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthority } from '../testing/certificates.ts';
import { type PasswordProxy, startPasswordProxy } from '../testing/password-proxy.ts';
import { type Front, startTlsFront } from '../testing/tls-front.ts';
import { nodeAgentsFor } from './node-agent.ts';
import type { Ways } from './ways.ts';

const HOST = 'sandbox.acme.example';
const authority = createAuthority('Acme authority');
const tls = { ca: authority.certificate, ...authority.issue('assay.acme.example') };

let server: Server;
let front: Front;
let proxy: PasswordProxy;
beforeAll(async () => {
  server = createServer(async (incoming, outgoing) => {
    outgoing.end(`${incoming.method} ${incoming.url} ${await text(incoming)}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { certificate, key } = authority.issue(HOST);
  front = await startTlsFront(port, {
    ...{ cert: certificate, key, ca: authority.certificate, requestCert: true },
  });
  const hosts = { [HOST]: front.port, 'plain.acme.example': port };
  proxy = await startPasswordProxy({ user: 'assay', password: 'p@ss:word', hosts });
});
afterAll(async () => {
  await Promise.all([front.close(), proxy.close()]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** What a GET with a body gets. */
async function ask(origin: string, ways: Ways): Promise<string> {
  const agent = nodeAgentsFor(origin, ways)();
  const { request } = origin.startsWith('https:') ? https : http;
  try {
    const headers = { 'content-type': 'application/json', 'content-length': '2' };
    const sent = request(`${origin}/payments`, { method: 'GET', agent, headers }).end('{}');
    const [answer] = await once(sent, 'response');
    return await text(answer);
  } finally {
    agent.destroy();
  }
}

const proxies = (password = 'p%40ss%3Aword') => {
  const url = `http://assay:${password}@127.0.0.1:${proxy.port}`;
  return { http: url, https: url, noProxy: '' };
};

it('reaches a host that demands a client certificate, through a tunnel', async () => {
  const answer = await ask(`https://${HOST}`, { tls, proxies: proxies() });
  expect(answer).toBe('GET /payments {}');
  expect(proxy.asked).toContain(`CONNECT ${HOST}:443`);
});

it('reaches a host of plain http by the proxy, and the loopback without it', async () => {
  const ways = { proxies: proxies() };
  expect(await ask('http://plain.acme.example', ways)).toBe('GET /payments {}');
  expect(proxy.asked).toContain('GET http://plain.acme.example/payments');
  const { port } = server.address() as AddressInfo;
  const before = proxy.asked.length;
  expect(await ask(`http://127.0.0.1:${port}`, ways)).toBe('GET /payments {}');
  expect(proxy.asked).toHaveLength(before);
});

it('does not get through with a wrong password', async () => {
  await expect(ask(`https://${HOST}`, { tls, proxies: proxies('wrong') })).rejects.toThrow(/407/);
});
