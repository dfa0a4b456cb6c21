import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  CLIENT_TLS,
  GUARDED,
  type GuardedHost,
  startGuardedHost,
  UNGUARDED,
} from '../testing/guarded-host.ts';
import { nodeAgentsFor } from './node-agent.ts';
import type { Ways } from './ways.ts';

let host: GuardedHost;
beforeAll(async () => {
  host = await startGuardedHost();
});
afterAll(() => host.close());

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

it('reaches a host that demands a client certificate, through a tunnel', async () => {
  const answer = await ask(`https://${GUARDED}`, { tls: CLIENT_TLS, proxies: host.byProxy() });
  expect(answer).toBe('GET /payments {}');
  expect(host.proxy.asked).toContain(`CONNECT ${GUARDED}:443`);
});

it('reaches a host of plain http by the proxy, and the loopback without it', async () => {
  const ways = { proxies: host.byProxy() };
  expect(await ask(`http://${UNGUARDED}`, ways)).toBe('GET /payments {}');
  expect(host.proxy.asked).toContain('GET http://plain.acme.example/payments');
  const before = host.proxy.asked.length;
  expect(await ask(`http://127.0.0.1:${host.port}`, ways)).toBe('GET /payments {}');
  expect(host.proxy.asked).toHaveLength(before);
});

it('does not get through with a wrong password', async () => {
  await expect(
    ask(`https://${GUARDED}`, { tls: CLIENT_TLS, proxies: host.byProxy('wrong') }),
  ).rejects.toThrow(/407/);
});
