import {
  CompactEncrypt,
  compactDecrypt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, type EndpointName } from '../../contract/endpoint-names.ts';
import { pathOf } from '../../contract/endpoints.ts';
import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import { extensionsOf } from '../extensions/testing/call-extension.ts';
import { startServer } from '../serve.ts';
import { type Call, loanRequest, repaymentBody } from '../test-client.ts';
import {
  ALG,
  type AnswerKeys,
  answerKeys,
  inHeader,
  type SealedClient,
  sealedClient,
} from './testing/sealed-client.ts';

const RANGE = { selectedCurrency: 'NGN', fromDate: '01/01/2026', toDate: '31/12/2026' };
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

/** What a JWE holds, opened by a library that is not ours and by these algorithms only. */
async function opened(jwe: string, { privateKey } = pair) {
  const { plaintext, protectedHeader } = await compactDecrypt(jwe, privateKey, {
    keyManagementAlgorithms: [ALG],
    contentEncryptionAlgorithms: ['A256GCM'],
  });
  return { body: JSON.parse(new TextDecoder().decode(plaintext)), protectedHeader };
}

/** A call of each endpoint that succeeds, and something of its answer. */
const GOOD: Readonly<Record<EndpointName, () => Promise<[Call, unknown]> | [Call, unknown]>> = {
  login: () => [
    { token: null, body: { email, currentPassword } },
    { expires_in: 3600, user: { email } },
  ],
  refresh: async () => {
    const { body } = await server.login('customer');
    const { refresh_token } = body;
    return [{ token: body.access_token, body: { refresh_token } }, { expires_in: 3600 }];
  },
  logout: () => [{}, { status: 'SUCCESS' }],
  'fetch-organisation-preference': () => [{}, { status: 'SUCCESS' }],
  'awaiting-payments': () => [{ body: RANGE }, { status: 'SUCCESS', responseCode: 200 }],
  'request-loan': () => [
    { body: loanRequest(server.state('loan-product')) },
    { data: { loanStatus: 'REQUESTED' } },
  ],
  'repay-loan': () => {
    const loan = server.state('active-loan');
    const path = { 'user-id': String(loan.customerId) };
    return [
      { path, body: repaymentBody(loan) },
      { data: { verificationStatus: 'PENDING_VERIFICATION' } },
    ];
  },
  'update-application': () => {
    const path = { 'loan-application-id': String(server.state('offer-sent').applicationId) };
    return [{ path, query: 'status=true' }, { data: { loanStatus: 'ACCEPTED' } }];
  },
  portfolios: () => {
    const id = server.dependencies.store.users.byEmail(email)?.id ?? '';
    return [{ path: { 'customer-id': id } }, { data: { page: 1 } }];
  },
};

describe('an encrypted answer', () => {
  it.each(ENDPOINT_NAMES)(
    'of %s is for the key that was sent, and says what it would',
    async (name) => {
      const [call, something] = await GOOD[name]();
      const { status, type, text } = await ask(name, { ...call, key: jwk });
      expect([status, type]).toEqual([200, 'application/jose']);
      const { body, protectedHeader } = await opened(text);
      expect(protectedHeader).toMatchObject({
        alg: ALG,
        enc: 'A256GCM',
        cty: 'json',
        kid: jwk.kid,
      });
      expect(body).toMatchObject(something as object);
      const other = await generateKeyPair(ALG, { crv: 'P-256' });
      await expect(opened(text, other)).rejects.toThrow();
    },
  );

  it('is to an encrypted body, too, and the same under its key, to another public key', async () => {
    const call = extensionsOf(() => server);
    const ours = (await call('rotate-payload-key', 'manager')).body.data;
    const loan = loanRequest(server.state('loan-product'));
    const body = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(loan)))
      .setProtectedHeader({ alg: ALG, enc: 'A256GCM', kid: ours.kid })
      .encrypt(await importJWK(ours, ALG));
    const headers = { 'x-idempotency-key': 'one key' };
    const first = await ask('request-loan', { body, headers, key: jwk });
    const plain = await ask('request-loan', { body, headers });
    const other = await generateKeyPair(ALG, { crv: 'P-256', extractable: true });
    const key = await exportJWK(other.publicKey);
    const again = await ask('request-loan', { body: loan, headers, key });
    expect(plain.type).toBe('application/json');
    expect((await opened(first.text)).body).toEqual(JSON.parse(plain.text));
    const repeated = await opened(again.text, other);
    expect(repeated.body).toEqual(JSON.parse(plain.text));
    expect(repeated.protectedHeader).not.toHaveProperty('kid');
  });

  it.each<[string, number, EndpointName, () => Call]>([
    ['a body that is wrong', 400, 'request-loan', () => ({ body: { loanAmount: -1 } })],
    ['a body that cannot be opened', 400, 'awaiting-payments', () => ({ body: 'eyJ9.a.b.c.d' })],
    [
      'what is another user’s',
      403,
      'portfolios',
      () => ({ path: { 'customer-id': crypto.randomUUID() } }),
    ],
    [
      'a wrong password',
      401,
      'login',
      () => ({ token: null, body: { email, currentPassword: 'Not-the-password-1' } }),
    ],
  ])('is the refusal of %s, with its %i', async (_, status, name, call) => {
    const interaction = { 'x-fapi-interaction-id': crypto.randomUUID() };
    const asked = { ...call(), headers: interaction };
    const plain = await ask(name, asked);
    const { type, text, headers, ...rest } = await ask(name, { ...asked, key: jwk });
    expect([plain.status, rest.status, type]).toEqual([status, status, 'application/jose']);
    const { body } = await opened(text);
    expect(body).toEqual(JSON.parse(plain.text));
    expect(body.status).toBe('FAILED');
    for (const header of ['x-fapi-interaction-id', 'WWW-Authenticate', 'Cache-Control']) {
      expect(headers.get(header)).toBe(plain.headers.get(header));
    }
  });

  it('is not given to whoever may not call: such refusals are plain', async () => {
    const cashier = await server.tokenOf('cashier');
    for (const token of [null, 'nonsense', cashier]) {
      const { status, type, text } = await ask('awaiting-payments', {
        token,
        body: RANGE,
        key: jwk,
      });
      expect([status, type]).toEqual([token === cashier ? 403 : 401, 'application/json']);
      expect(JSON.parse(text).status).toBe('FAILED');
    }
  });

  it('is asked for by a key, whatever is accepted, and never without one', async () => {
    const asked = async (accept: string, key?: JWK) => {
      const headers = { Accept: accept };
      const { status, type } = await ask('fetch-organisation-preference', { headers, key });
      return [status, type];
    };
    expect(await asked('application/json', jwk)).toEqual([200, 'application/jose']);
    expect(await asked('application/jose', jwk)).toEqual([200, 'application/jose']);
    expect(await asked('application/jose')).toEqual([400, 'application/json']);
    for (const accept of ['*/*', 'application/json', 'application/jose, application/json']) {
      expect(await asked(accept)).toEqual([200, 'application/json']);
    }
  });

  it('comes through a socket in one piece, as an answer that is written as it was made', async () => {
    const logger = pino({ level: 'silent' });
    const running = await startServer({ db: ':memory:', logger });
    try {
      const answered = await fetch(`${running.url}${pathOf('login')}`, {
        method: 'PUT',
        headers: { 'x-answer-key': inHeader(jwk) },
        body: JSON.stringify({ email, currentPassword }),
      });
      const text = await answered.text();
      expect(answered.headers.get('Content-Type')).toBe('application/jose');
      expect(answered.headers.get('Content-Length')).toBe(String(text.length));
      expect((await opened(text)).body.user.email).toBe(email);
    } finally {
      await running.close();
    }
  });
});
