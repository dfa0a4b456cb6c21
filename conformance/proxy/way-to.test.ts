import { request } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Ways } from '../../target/connections/ways.ts';
import {
  CLIENT_TLS,
  GUARDED,
  type GuardedHost,
  startGuardedHost,
  UNGUARDED,
} from '../../target/testing/guarded-host.ts';
import { type Relayed, startRelay } from './relay.ts';
import { wayTo } from './way-to.ts';

/** How the proxy of ours reaches hosts that demand client certificates and are behind a proxy. */

let host: GuardedHost;
beforeEach(async () => {
  host = await startGuardedHost();
});
afterEach(() => host.close());

/** What a GET with a body gets through a relay, or the problem that the relay tells. */
async function ask(ways: Ways, origin = `https://${GUARDED}`) {
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
  expect(await ask({ tls: CLIENT_TLS, proxies: host.byProxy() })).toMatchObject({
    ...{ status: 200, said: 'GET /payments?page=2 {"a":1}' },
  });
  expect(host.proxy.asked).toEqual([`CONNECT ${GUARDED}:443`]);
});

test('hands a GET with its body to a host of plain http by a proxy', async () => {
  expect(await ask({ proxies: host.byProxy() }, `http://${UNGUARDED}`)).toMatchObject({
    said: 'GET /payments?page=2 {"a":1}',
  });
  expect(host.proxy.asked).toEqual(['GET http://plain.acme.example/payments']);
});

test('makes no answer up where the certificate or the password is refused', async () => {
  const { tls: _, ...withoutTls } = { tls: CLIENT_TLS, proxies: host.byProxy() };
  for (const ways of [withoutTls, { tls: CLIENT_TLS, proxies: host.byProxy('wrong') }]) {
    expect(await ask(ways)).toMatchObject({ said: undefined, problem: expect.any(String) });
  }
});
