import fc from 'fast-check';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import { loanRequest } from '../test-client.ts';
import {
  ALG,
  type AnswerKeys,
  answerKeys,
  type SealedClient,
  sealedClient,
} from './testing/sealed-client.ts';

const { email, password: currentPassword } = STANDARD_LOGINS.customer;

let pair: AnswerKeys['pair'];
let jwk: AnswerKeys['jwk'];
let server: SealedClient['server'];
let ask: SealedClient['ask'];
beforeAll(async () => {
  ({ pair, jwk } = await answerKeys());
});
beforeEach(async () => {
  ({ server, ask } = await sealedClient());
});

describe('a key for answers', () => {
  const coordinate = Buffer.alloc(32, 7).toString('base64url');
  const wrong: [string, () => unknown | Promise<unknown>, string][] = [
    ['no JSON', () => 'nonsense', 'must be a JWK, as JSON in base64url'],
    ['a list', () => [jwk], 'must be a JWK, as JSON in base64url'],
    ['null', () => null, 'must be a JWK, as JSON in base64url'],
    ['empty', () => ({}), 'must be a key on the curve P-256'],
    [
      'on another curve',
      async () =>
        exportJWK((await generateKeyPair(ALG, { crv: 'P-384', extractable: true })).publicKey),
      'must be a key on the curve P-256',
    ],
    [
      'on Curve25519',
      async () =>
        exportJWK((await generateKeyPair(ALG, { crv: 'X25519', extractable: true })).publicKey),
      'must be a key on the curve P-256',
    ],
    [
      'called P-256 and too long',
      () => ({ ...jwk, x: `${jwk.x}AAAA` }),
      'must be a key on the curve',
    ],
    [
      'beside the curve',
      () => ({ ...jwk, x: coordinate, y: coordinate }),
      'is no point on the curve',
    ],
    ['for signatures', () => ({ ...jwk, use: 'sig' }), 'must be a key on the curve P-256 for'],
    [
      'for another algorithm',
      () => ({ ...jwk, alg: 'ECDH-ES' }),
      'must be a key on the curve P-256 for',
    ],
    [
      'called by a long name',
      () => ({ ...jwk, kid: 'k'.repeat(256) }),
      'must have a kid of at most 255',
    ],
    ['called by a number', () => ({ ...jwk, kid: 7 }), 'must have a kid of at most 255'],
    ['private', async () => exportJWK(pair.privateKey), 'holds a private or secret key'],
    ['secret', () => ({ kty: 'oct', k: coordinate }), 'holds a private or secret key'],
  ];

  it.each(wrong)('that is %s is refused with 400, and nothing happens', async (_, key, message) => {
    const given = await key();
    const kept = () => server.db.prepare('SELECT count(*) FROM loan_applications').pluck().get();
    const body = loanRequest(server.state('loan-product'));
    const before = kept();
    const { status, type, text } = await ask('request-loan', { body, key: given });
    expect([status, type]).toEqual([400, 'application/json']);
    const { errors, ...rest } = JSON.parse(text);
    expect(rest).toEqual({ status: 'FAILED', message: `header x-answer-key ${errors[0].message}` });
    expect(errors[0].path).toBe('header x-answer-key');
    expect(errors[0].message).toContain(message);
    expect(kept()).toBe(before);
    const secret = (given as JWK | null)?.d ?? (given as JWK | null)?.k;
    expect(secret !== undefined && text.includes(secret)).toBe(false);
  });

  it('that is anything at all is refused with 400 or taken, and is never our fault', async () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.record(
        {
          kty: fc.constantFrom('EC', 'OKP', 'RSA', 'oct', 7),
          crv: fc.constantFrom('P-256', 'P-384', 'X25519', null),
          x: fc.oneof(fc.constant(jwk.x), fc.constant(coordinate), fc.jsonValue()),
          y: fc.oneof(fc.constant(jwk.y), fc.constant(coordinate), fc.jsonValue()),
          kid: fc.jsonValue(),
          use: fc.constantFrom('enc', 'sig', 1),
        },
        { requiredKeys: ['kty', 'crv', 'x', 'y'] },
      ),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (key) => {
        const { status, type } = await ask('fetch-organisation-preference', { key });
        expect([
          [400, 'application/json'],
          [200, 'application/jose'],
        ]).toContainEqual([status, type]);
      }),
      { numRuns: 300 },
    );
  });

  it('is looked at before a password is', async () => {
    const call = { token: null, body: { email, currentPassword }, key: { ...jwk, crv: 'P-384' } };
    expect((await ask('login', call)).status).toBe(400);
  });
});
