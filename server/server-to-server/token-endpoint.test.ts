import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errors, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SERVER_TO_SERVER, TOKEN_ENDPOINT } from '../../contract/extensions/server-to-server.ts';
import { extensionsOf, type Told } from '../extensions/testing/call-extension.ts';
import { type TestServer, testServer } from '../test-client.ts';
import { assertions } from './assertions.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** A key pair of a client. */
interface Pair {
  privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
  publicJwk: JWK;
  alg: string;
}

async function pairOf(alg = 'ES256', kid: string = randomUUID()): Promise<Pair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg }, alg };
}

let first: Pair;
let second: Pair;
beforeAll(async () => {
  [first, second] = await Promise.all([pairOf(), pairOf()]);
});

let server: TestServer;
let client: { id: string; userId: string; audience: string };
beforeEach(async () => {
  server = testServer({ webhooks: { allow: ['127.0.0.1'] } });
  client = (await make(keysOf(first))).body.data;
});
afterEach(() => server.dependencies.webhooks.close());

const keysOf = (...pairs: Pair[]) => ({
  ...{ name: 'ledger', jwks: { keys: pairs.map(({ publicJwk }) => publicJwk) } },
});

const call = extensionsOf(() => server);
const make = (body: unknown, as = 'manager') => call('create-service-client', as, { body });

/** An assertion of the client, good but for what is changed; `undefined` leaves a claim out. */
function assertion(changes: Record<string, unknown> = {}, by = first): Promise<string> {
  const now = Math.floor(server.clock.now() / 1000);
  const claims = {
    ...{ iss: client.id, sub: client.userId, aud: client.audience },
    ...{ iat: now, exp: now + 60, jti: randomUUID(), ...changes },
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: by.alg, kid: String(by.publicJwk.kid) })
    .sign(by.privateKey);
}

async function exchange(form: Record<string, string> | string): Promise<Told> {
  const response = await server.fetch(
    new Request(`http://server.test${TOKEN_ENDPOINT.path}`, {
      method: TOKEN_ENDPOINT.method,
      body: new URLSearchParams(form),
    }),
  );
  return { status: response.status, body: await response.json() };
}
const tokenFor = async (text: string | Promise<string>) =>
  exchange({ grant_type: GRANT, assertion: await text });
const preference = async (token: string) =>
  (await server.call('fetch-organisation-preference', { token })).status;

describe('an assertion', () => {
  it('is exchanged for a token of the user’s, for an hour, once', async () => {
    const text = await assertion();
    const { status, body } = await tokenFor(text);
    expect([status, body]).toEqual([
      200,
      { access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 },
    ]);
    expect(await preference(body.access_token)).toBe(200);
    expect((await tokenFor(text)).body.error).toBe('invalid_grant');
    server.clock.advance(3600_000);
    expect(await preference(body.access_token)).toBe(401);
  });

  it.each(['PS256', 'EdDSA'])('may be signed by %s, too', async (alg) => {
    const pair = await pairOf(alg);
    client = (await make(keysOf(pair))).body.data;
    expect((await tokenFor(assertion({}, pair))).status).toBe(200);
  });

  it('that is good but for one thing is refused, without a word which', async () => {
    const now = Math.floor(server.clock.now() / 1000);
    const stranger = await pairOf('ES256', String(first.publicJwk.kid));
    const good = await assertion();
    const wrong: Record<string, string | Promise<string>> = {
      'another issuer': assertion({ iss: randomUUID() }),
      'no issuer': assertion({ iss: undefined }),
      'another subject': assertion({ sub: randomUUID() }),
      'no subject': assertion({ sub: undefined }),
      'another audience': assertion({ aud: 'urn:assay:organisation:other' }),
      'no audience': assertion({ aud: undefined }),
      expired: assertion({ iat: now - 120, exp: now - 60 }),
      'without an end': assertion({ exp: undefined }),
      'of the future': assertion({ iat: now + 60 }),
      'too old': assertion({ iat: now - 400, exp: now + 4000 }),
      'without a time': assertion({ iat: undefined }),
      'not yet good': assertion({ nbf: now + 60 }),
      'without an id': assertion({ jti: undefined }),
      'an id that is none': assertion({ jti: '' }),
      'an id without an end': assertion({ jti: 'x'.repeat(256) }),
      'another key of the same id': assertion({}, stranger),
      'a key that is not registered': assertion({}, second),
      'a letter changed': good.replace(/.(?=.{20}$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
      unsigned: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${good.split('.')[1]}.`,
      'no JWT': 'assertion',
    };
    const answers = new Map<string, unknown>();
    for (const [what, text] of Object.entries(wrong)) {
      answers.set(what, await tokenFor(text));
    }
    const [refusal] = answers.values();
    expect(refusal).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(
      [...answers].filter(([, each]) => JSON.stringify(each) !== JSON.stringify(refusal)),
    ).toEqual([]);
    expect((await tokenFor(good)).status).toBe(200);
  });

  it('with a secret for the public key’s text is refused', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(first.publicJwk).padEnd(64));
    const claims = JSON.parse(
      Buffer.from((await assertion()).split('.')[1] ?? '', 'base64url').toString(),
    );
    const forged = new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: String(first.publicJwk.kid) })
      .sign(secret);
    expect((await tokenFor(forged)).body.error).toBe('invalid_grant');
  });

  it('must come in the form of RFC 6749', async () => {
    const text = await assertion();
    const errorOf = async (form: Record<string, string> | string) =>
      (await exchange(form)).body.error;
    expect(await errorOf({ grant_type: 'password', assertion: text })).toBe(
      'unsupported_grant_type',
    );
    expect(await errorOf({ assertion: text })).toBe('invalid_request');
    expect(await errorOf({ grant_type: GRANT })).toBe('invalid_request');
    const twice = `grant_type=${encodeURIComponent(GRANT)}&assertion=${text}&assertion=${text}`;
    expect(await errorOf(twice)).toBe('invalid_request');
  });

  it('as in RFC 7515 A.3 is verified by its signature, and only then for what it says', async () => {
    const { clock } = server;
    const { verify } = assertions({ clock, calls: server.dependencies.webhooks });
    const { jwks } = SERVER_TO_SERVER['create-service-client'].request.example;
    const [key] = jwks.keys;
    const known = {
      ...{ id: 'joe', userId: 'x', tenantId: 'x', name: '', createdAt: 0, jwksUri: null },
      jwks: { keys: [{ ...key, kid: undefined }] as JWK[] },
    };
    const example =
      'eyJhbGciOiJFUzI1NiJ9' +
      '.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ' +
      '.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q';
    await expect(verify(example, known)).rejects.toThrow(errors.JWTClaimValidationFailed);
    const changed = example.replace('.DtEh', '.DtEi');
    await expect(verify(changed, known)).rejects.toThrow(errors.JWSSignatureVerificationFailed);
  });
});

describe('the token of a server', () => {
  it('ends at once when the server is removed; others live on', async () => {
    const { access_token } = (await tokenFor(assertion())).body;
    const other = await server.tokenOf('manager');
    expect((await call('remove-service-client', 'manager', { id: client.id })).status).toBe(200);
    expect([await preference(access_token), await preference(other)]).toEqual([401, 200]);
    expect((await tokenFor(assertion())).body.error).toBe('invalid_grant');
  });

  it('ends when its user is disabled, and there is no other until he is enabled again', async () => {
    const { access_token } = (await tokenFor(assertion())).body;
    const disable = server.db.prepare('UPDATE users SET disabled_at = ? WHERE id = ?');
    disable.run(1, client.userId);
    expect(await preference(access_token)).toBe(401);
    expect((await tokenFor(assertion())).body.error).toBe('invalid_grant');
    disable.run(null, client.userId);
    expect((await tokenFor(assertion())).status).toBe(200);
  });

  it('makes neither other servers nor API tokens, and is no login', async () => {
    const { access_token: token } = (await tokenFor(assertion())).body;
    const made = await make(keysOf(second), token);
    expect([made.status, made.body.error]).toEqual([403, 'forbidden']);
    const { status } = await call('list-service-clients', token);
    expect(status).toBe(200);
  });
});

describe('the keys of a server', () => {
  const change = (...pairs: Pair[]) =>
    call('change-service-client-keys', 'manager', { id: client.id, body: keysOf(...pairs) });

  it('are rotated under load without a refusal; the old one is then refused at once', async () => {
    let signer = first;
    let isOver = false;
    const refused: unknown[] = [];
    let made = 0;
    const load = async () => {
      while (!isOver) {
        const { status, body } = await tokenFor(assertion({}, signer));
        made += 1;
        if (status !== 200) {
          refused.push(body);
        }
      }
    };
    const workers = [load(), load(), load(), load()];
    expect((await change(first, second)).status).toBe(200);
    signer = second;
    // What the old key has signed is on its way until each worker has signed by the new one.
    const since = made;
    while (made < since + workers.length * 2) {
      await new Promise(setImmediate);
    }
    expect((await change(second)).status).toBe(200);
    expect((await tokenFor(assertion({}, first))).body.error).toBe('invalid_grant');
    isOver = true;
    await Promise.all(workers);
    expect(refused).toEqual([]);
    expect(made).toBeGreaterThan(8);
  });

  it('may be elsewhere, and are fetched where webhooks may go', async () => {
    let asked = 0;
    const host = createServer((_, response) => {
      asked += 1;
      response.end(JSON.stringify({ keys: [first.publicJwk] }));
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const jwksUri = `http://127.0.0.1:${(host.address() as AddressInfo).port}/keys`;
    const body = { name: 'ledger', jwksUri };
    client = (await make(body)).body.data;
    expect((await tokenFor(assertion())).status).toBe(200);
    expect((await tokenFor(assertion())).status).toBe(200);
    expect((await tokenFor(assertion({}, second))).status).toBe(400);
    expect(asked).toBe(1);
    host.close();
    host.closeAllConnections();
    const inside = { name: 'ledger', jwksUri: 'http://10.0.0.1/keys' };
    const refused = await make(inside);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining('the host is no public address'),
    ]);
  });

  it('are refused where they are private, twice the same, unusable, or nowhere', async () => {
    const { privateKey } = first;
    const { d } = await exportJWK(privateKey);
    const wrong = [
      { jwks: { keys: [{ ...first.publicJwk, d }] } },
      { jwks: { keys: [{ kty: 'oct', kid: '1', k: 'AAAA' }] } },
      { jwks: { keys: [first.publicJwk, { ...second.publicJwk, kid: first.publicJwk.kid }] } },
      { jwks: { keys: [{ ...first.publicJwk, x: 'AAAA' }] } },
      { jwks: { keys: [] } },
      { jwks: { keys: [first.publicJwk] }, jwksUri: 'https://keys.example/' },
      { jwksUri: 'ftp://keys.example/' },
      {},
    ];
    for (const body of wrong) {
      const { status } = await make({ name: 'ledger', ...body });
      expect([JSON.stringify(body), status]).toEqual([JSON.stringify(body), 400]);
    }
  });
});
