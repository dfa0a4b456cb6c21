import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { endpoint, pathOf } from '../../contract/endpoints.ts';
import { extensionsOf, type Told } from '../extensions/testing/call-extension.ts';
import { loanRequest, type TestServer, testServer } from '../test-client.ts';
import { openJwe } from './open-payload.ts';

let server: TestServer;
let manager: string;
let customer: string;
beforeEach(async () => {
  server = testServer();
  manager = await server.tokenOf('manager');
  customer = await server.tokenOf('customer');
});

const call = extensionsOf(() => server);
const rotate = async () => (await call('rotate-payload-key', manager)).body.data;
const listed = async (as = manager) => (await call('list-payload-keys', as)).body.data.keys;

/** A body for a key, encrypted by a library that is not ours. */
async function encrypt(
  body: unknown,
  jwk: JWK,
  { alg = 'ECDH-ES+A256KW', enc = 'A256GCM', ...rest }: Record<string, string> = {},
): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(body)))
    .setProtectedHeader({ alg, enc, kid: String(jwk.kid), ...rest })
    .encrypt(await importJWK(jwk, alg));
}

/** Sends a request for a loan with this body, as it comes from a socket. */
async function request(
  body: string,
  key: string = crypto.randomUUID(),
  token = customer,
): Promise<Told> {
  const { method, headers } = endpoint('request-loan');
  const sent = new Headers(headers.map((rule) => [rule.name, rule.example]));
  sent.set('X-Auth-Token', token);
  sent.set('x-idempotency-key', key);
  const url = `http://server.test${pathOf('request-loan')}`;
  const response = await server.fetch(new Request(url, { method, headers: sent, body }), body);
  return { status: response.status, body: await response.json() };
}

describe('an encrypted body', () => {
  it('is taken as if it had been sent plainly, under the same key too', async () => {
    const jwk = await rotate();
    expect(await listed(customer)).toEqual([jwk]);
    const loan = loanRequest(server.state('loan-product'));
    const one = await request(await encrypt(loan, jwk), 'one key');
    expect([one.status, one.body.data.loanStatus]).toEqual([200, 'REQUESTED']);
    expect((await request(await encrypt(loan, jwk), 'one key')).body).toEqual(one.body);
    expect((await request(JSON.stringify(loan), 'one key')).body).toEqual(one.body);
  });

  it('may be that of a GET, too', async () => {
    const jwk = await rotate();
    const range = { selectedCurrency: 'NGN', fromDate: '01/01/2026', toDate: '31/12/2026' };
    const opened = await server.call('awaiting-payments', {
      ...{ token: customer, body: await encrypt(range, jwk) },
    });
    const plain = await server.call('awaiting-payments', { token: customer, body: range });
    expect([opened.status, opened.body]).toEqual([200, plain.body]);
  });

  it('is refused where it is not for a key that opens, or otherwise encrypted', async () => {
    const jwk = await rotate();
    const loan = loanRequest(server.state('loan-product'));
    const good = await encrypt(loan, jwk);
    const wrong = [
      await encrypt(loan, { ...jwk, kid: crypto.randomUUID() }),
      await encrypt(loan, jwk, { alg: 'ECDH-ES' }),
      await encrypt(loan, jwk, { enc: 'A128CBC-HS256' }),
      await encrypt(loan, jwk, { zip: 'DEF' }),
      good.replace(/.(?=.{30}$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
      'eyJ9.a.b.c.d',
    ];
    const answers = [];
    for (const body of wrong) {
      answers.push(await request(body));
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 400, body: { status: 'FAILED' } });
    expect((await request(good, undefined, 'nonsense')).status).toBe(401);
    expect((await request(good)).status).toBe(200);
  });
});

describe('payload keys', () => {
  it('are rotated under load without a refusal; a retired one is refused at once', async () => {
    const first = await rotate();
    const loan = loanRequest(server.state('loan-product'));
    const product = server.state('loan-product');
    let isOver = false;
    let sent = 0;
    const refused: unknown[] = [];
    const load = async () => {
      while (!isOver) {
        const [current] = await listed(customer);
        const { status, body } = await request(await encrypt(loanRequest(product), current));
        sent += 1;
        if (status !== 200) {
          refused.push(body);
        }
      }
    };
    const workers = [load(), load(), load()];
    const second = await rotate();
    const old = await encrypt(loan, first);
    expect((await request(old)).status).toBe(200);
    const since = sent;
    while (sent < since + workers.length * 2) {
      await new Promise(setImmediate);
    }
    await call('retire-payload-key', manager, { id: first.kid });
    expect((await request(old)).status).toBe(400);
    isOver = true;
    await Promise.all(workers);
    expect(refused).toEqual([]);
    expect(await listed()).toEqual([second]);
  });

  it('open for a day after they were rotated, and are then gone', async () => {
    const first = await rotate();
    const second = await rotate();
    const kids = async () =>
      (await listed(await server.tokenOf('manager'))).map(({ kid }: { kid: string }) => kid);
    expect(await kids()).toEqual([second.kid, first.kid]);
    const old = await encrypt(loanRequest(server.state('loan-product')), first);
    server.clock.advance(24 * 3600_000);
    customer = await server.tokenOf('customer');
    manager = await server.tokenOf('manager');
    expect((await request(old)).status).toBe(400);
    const third = await rotate();
    expect(await kids()).toEqual([third.kid, second.kid]);
    const kept = server.db.prepare('SELECT count(*) FROM payload_keys').pluck().get();
    expect(kept).toBe(2);
  });
});

/** The key and the message of RFC 7516 A.1. */
const RFC_KEY: JWK = {
  ...{ kty: 'RSA', e: 'AQAB' },
  n: 'oahUIoWw0K0usKNuOR6H4wkf4oBUXHTxRvgb48E-BVvxkeDNjbC4he8rUWcJoZmds2h7M70imEVhRU5djINXtqllXI4DFqcI1DgjT9LewND8MW2Krf3Spsk_ZkoFnilakGygTwpZ3uesH-PFABNIUYpOiN15dsQRkgr0vEhxN92i2asbOenSZeyaxziK72UwxrrKoExv6kc5twXTq4h-QChLOln0_mtUZwfsRaMStPs6mS6XrgxnxbWhojf663tuEQueGC-FCMfra36C9knDFGzKsNa7LZK2djYgyD3JR_MB_4NUJW_TqOQtwHYbxevoJArm-L5StowjzGy-_bq6Gw',
  d: 'kLdtIj6GbDks_ApCSTYQtelcNttlKiOyPzMrXHeI-yk1F7-kpDxY4-WY5NWV5KntaEeXS1j82E375xxhWMHXyvjYecPT9fpwR_M9gV8n9Hrh2anTpTD93Dt62ypW3yDsJzBnTnrYu1iwWRgBKrEYY46qAZIrA2xAwnm2X7uGR1hghkqDp0Vqj3kbSCz1XyfCs6_LehBwtxHIyh8Ripy40p24moOAbgxVw3rxT_vlt3UVe4WO3JkJOzlpUf-KTVI2Ptgm-dARxTEtE-id-4OJr0h-K-VFs3VSndVTIznSxfyrj8ILL6MG_Uv8YAu7VILSB3lOW085-4qE3DzgrTjgyQ',
  p: '1r52Xk46c-LsfB5P442p7atdPUrxQSy4mti_tZI3Mgf2EuFVbUoDBvaRQ-SWxkbkmoEzL7JXroSBjSrK3YIQgYdMgyAEPTPjXv_hI2_1eTSPVZfzL0lffNn03IXqWF5MDFuoUYE0hzb2vhrlN_rKrbfDIwUbTrjjgieRbwC6Cl0',
  q: 'wLb35x7hmQWZsWJmB_vle87ihgZ19S8lBEROLIsZG4ayZVe9Hi9gDVCOBmUDdaDYVTSNx_8Fyw1YYa9XGrGnDew00J28cRUoeBB_jKI1oma0Orv1T9aXIWxKwd4gvxFImOWr3QRL9KEBRzk2RatUBnmDZJTIAfwTs0g68UZHvtc',
  dp: 'ZK-YwE7diUh0qR1tR7w8WHtolDx3MZ_OTowiFvgfeQ3SiresXjm9gZ5KLhMXvo-uz-KUJWDxS5pFQ_M0evdo1dKiRTjVw_x4NyqyXPM5nULPkcpU827rnpZzAJKpdhWAgqrXGKAECQH0Xt4taznjnd_zVpAmZZq60WPMBMfKcuE',
  dq: 'Dq0gfgJ1DdFGXiLvQEZnuKEN0UUmsJBxkjydc3j4ZYdBiMRAy86x0vHCjywcMlYYg4yoC4YZa9hNVcsjqA3FeiL19rk8g6Qn29Tt0cj8qqyFpz9vNDBUfCAiJVeESOjJDZPYHdHY8v1b-o-Z2X5tvLx-TCekf7oxyeKDUqKWjis',
  qi: 'VIMpMYbPf47dT1w_zDUXfPimsSegnMOA1zTaX7aGk_8urY6R8-ZW1FxU7AlWAyLWybqq6t16VFd7hQd0y6flUK4SlOydB61gwanOsXGOAOv82cHq0E3eL4HrtZkUuKvnPrMnsUUFlfUdybVzxyjz9JF_XyaY14ardLSjf4L_FNY',
};
const RFC_MESSAGE =
  'eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.OKOawDo13gRp2ojaHV7LFpZcgV7T6DVZKTyKOMTYUmKoTCVJRgckCL9kiMT03JGeipsEdY3mx_etLbbWSrFr05kLzcSr4qKAq7YN7e9jwQRb23nfa6c9d-StnImGyFDbSv04uVuxIp5Zms1gNxKKK2Da14B8S4rzVRltdYwam_lDp5XnZAYpQdb76FdIKLaVmqgfwX7XWRxv2322i-vDxRfqNzo_tETKzpVLzfiwQyeyPGLBIO56YJ7eObdv0je81860ppamavo35UgoRdbYaBcoh9QcfylQr66oc6vFWXRcZ_ZT2LawVCWTIy3brGPi6UklfCpIMfIjf7iGdXKHzg.48V1_ALb6US04U3b.5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6jiSdiwkIr3ajwQzaBtQD_A.XFBoMYUZodetZdvTiFvSkQ';

describe('the message of RFC 7516 A.1', () => {
  it('is opened by its algorithms, and not by ours, which are pinned', async () => {
    const its = { key: 'RSA-OAEP', content: 'A256GCM' };
    expect(await openJwe(RFC_MESSAGE, RFC_KEY, its)).toBe(
      'The true sign of intelligence is not knowledge but imagination.',
    );
    await expect(openJwe(RFC_MESSAGE, RFC_KEY)).rejects.toThrow();
  });
});
