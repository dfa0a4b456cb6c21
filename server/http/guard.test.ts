import { beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES } from '../../contract/endpoint-names.ts';
import { endpoint, pathOf } from '../../contract/endpoints.ts';
import {
  type Call,
  loanRequest,
  repaymentBody,
  type TestServer,
  testServer,
} from '../test-client.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = testServer();
  token = await server.tokenOf('customer');
});

/** A request to each protected endpoint that succeeds once the token is added. */
function good(name: (typeof PROTECTED)[number]): Call {
  const loan = server.state('active-loan');
  const { currency, fromDate, toDate } = server.state('awaiting-payments');
  const calls: Record<typeof name, () => Call> = {
    logout: () => ({ body: {} }),
    'fetch-organisation-preference': () => ({}),
    'awaiting-payments': () => ({ body: { selectedCurrency: currency, fromDate, toDate } }),
    'request-loan': () => ({ body: loanRequest(server.state('loan-product')) }),
    'repay-loan': () => ({
      path: { 'user-id': String(loan.customerId) },
      body: repaymentBody(loan),
    }),
    'update-application': () => ({
      path: { 'loan-application-id': String(server.state('offer-sent').applicationId) },
      query: 'status=true',
    }),
    portfolios: () => ({ path: { 'customer-id': String(loan.customerId) } }),
  };
  return calls[name]();
}

const PROTECTED = ENDPOINT_NAMES.filter((name) => name !== 'login' && name !== 'refresh');

describe.each(PROTECTED)('%s', (name) => {
  // Logout revokes the token it is called with.
  const ownToken = () => (name === 'logout' ? server.tokenOf('customer') : token);

  it('accepts X-Auth-Token', async () => {
    expect(await server.call(name, { ...good(name), token: await ownToken() })).toMatchObject({
      status: 200,
      body: { status: 'SUCCESS' },
    });
  });

  it('accepts Authorization: Bearer', async () => {
    const headers = { Authorization: `Bearer ${await ownToken()}` };
    expect(await server.call(name, { ...good(name), headers })).toMatchObject({ status: 200 });
  });

  it('answers 401 without a good token', async () => {
    const dead = await server.tokenOf('customer');
    await server.call('logout', { token: dead, body: {} });
    const [header, payload, signature] = token.split('.');
    const tokens = {
      empty: '',
      garbage: 'garbage',
      'two segments': `${header}.${payload}`,
      tampered: `${header}.${payload}.${signature?.split('').reverse().join('')}`,
      expired: String(server.state('expired-token').token),
      'logged out': dead,
      'expired API token': String(server.state('expired-api-token').token),
      'revoked API token': String(server.state('revoked-api-token').token),
      'unknown API token': 'assay_x',
    };
    const request = good(name);
    for (const [kind, bad] of Object.entries({ none: null, ...tokens })) {
      const answer = await server.call(name, { ...request, token: bad });
      expect([kind, answer.status, answer.body.status]).toEqual([kind, 401, 'FAILED']);
    }
    const basic = { ...request, headers: { Authorization: `Basic ${token}` } };
    expect((await server.call(name, basic)).status).toBe(401);
  });

  const required = endpoint(name).headers.filter(
    (header) =>
      header.required === 'must' && !['X-Auth-Token', 'Content-Type'].includes(header.name),
  );
  it.each(required)('refuses with 400 where $name is missing', async (header) => {
    const headers = { [header.name]: null };
    expect(await server.call(name, { ...good(name), token, headers })).toMatchObject({
      status: 400,
      body: {
        status: 'FAILED',
        errors: [{ path: `header ${header.name}`, message: 'is missing' }],
      },
    });
  });

  it('answers without the headers that are only listed', async () => {
    const open = endpoint(name).headers.filter((header) => header.required === 'open');
    const headers = Object.fromEntries(open.map((header) => [header.name, null]));
    const answer = await server.call(name, { ...good(name), token: await ownToken(), headers });
    expect(answer.status).toBe(200);
  });

  it('refuses the roles of the endpoint table with 403 and names the role', async () => {
    const request = good(name);
    for (const user of ['manager', 'agent', 'cashier', 'customer'] as const) {
      const role = user.toUpperCase();
      const answer = await server.call(name, { ...request, token: await server.tokenOf(user) });
      if (endpoint(name).refusedRoles.some((refused) => refused === role)) {
        expect(answer).toMatchObject({
          status: 403,
          body: { status: 'FAILED', error: 'forbidden', message: expect.any(String), role },
        });
      } else {
        // Staff call with the customer's ids, so ownership may refuse them, but never the role.
        expect(String(answer.body.message)).not.toContain('may not call');
      }
    }
  });

  it('echoes x-fapi-interaction-id when it is a UUID, on errors too', async () => {
    const id = '0B1c2d3e-4f50-4617-8293-a4b5c6d7e8f9';
    const request = good(name);
    for (const bad of [null, await ownToken()]) {
      const headers = { 'x-fapi-interaction-id': id };
      const answer = await server.call(name, { ...request, token: bad, headers });
      expect(answer.headers.get('x-fapi-interaction-id')).toBe(id);
    }
    const headers = { 'x-fapi-interaction-id': 'not-a-uuid' };
    const answer = await server.call(name, { ...request, headers });
    expect(answer.headers.get('x-fapi-interaction-id')).toBeNull();
  });

  it.each(endpoint(name).pathParameters)('refuses $name where it is no UUID', async (parameter) => {
    const path = { [parameter.name]: 'seven' };
    expect(await server.call(name, { ...good(name), token, path })).toMatchObject({
      status: 400,
      body: { errors: [{ path: `path ${parameter.name}` }] },
    });
  });
});

it('accepts an API token where an access token is expected', async () => {
  const apiToken = String(server.state('api-token').token);
  const answer = await server.call('fetch-organisation-preference', { token: apiToken });
  expect(answer.status).toBe(200);
});

it('answers an unknown path with 404 in the usual form', async () => {
  const response = await server.fetch(new Request('http://server.test/api/v6/services/nothing'));
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ status: 'FAILED', message: expect.any(String) });
});

it.each([
  ['/healthz', 'POST', 'GET, HEAD'],
  [pathOf('login'), 'POST', 'PUT'],
  [pathOf('awaiting-payments'), 'DELETE', 'GET, HEAD'],
  ['/api/v1/services/user/repay-loan/seven', 'PATCH', 'POST'],
  ['/extensions/v1/api-tokens', 'PUT', 'GET, HEAD, POST'],
])('answers %s called with %s with 405 and Allow: %s', async (path, method, allow) => {
  const response = await server.fetch(new Request(`http://server.test${path}`, { method }));
  expect([response.status, response.headers.get('Allow')]).toEqual([405, allow]);
  expect(await response.json()).toMatchObject({ status: 'FAILED', message: expect.any(String) });
});

describe('headers of FAPI', () => {
  const request = (headers: Record<string, string>) =>
    server.call('request-loan', { ...good('request-loan'), token, headers });

  it.each([
    'yesterday',
    '2026-13-01',
    '2026-02-30T10:00:00Z',
    '2026-07-01T25:00:00Z',
    '1782900000',
  ])('refuses x-fapi-auth-date %s, which is no ISO 8601', async (date) => {
    expect(await request({ 'x-fapi-auth-date': date })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'header x-fapi-auth-date', message: 'must be ISO 8601' }] },
    });
  });

  it.each(['2026-07-01', '20260701T120000Z', '2026-07-01T12:00:00.123+01:00', '2028-02-29T24:00Z'])(
    'accepts x-fapi-auth-date %s',
    async (date) => {
      expect((await request({ 'x-fapi-auth-date': date })).status).toBe(200);
    },
  );

  it.each(['nowhere', '1.2.3', '1.2.3.456', '10.0.0.1, 10.0.0.2', '10.0.0.1:80'])(
    'refuses x-fapi-customer-ip-address %s, which is no IP address',
    async (address) => {
      expect(await request({ 'x-fapi-customer-ip-address': address })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'header x-fapi-customer-ip-address' }] },
      });
    },
  );

  it.each(['192.0.2.7', '2001:db8::7', '::ffff:192.0.2.7'])(
    'accepts x-fapi-customer-ip-address %s',
    async (address) => {
      expect((await request({ 'x-fapi-customer-ip-address': address })).status).toBe(200);
    },
  );
});

it('tells that it is healthy', async () => {
  const response = await server.fetch(new Request('http://server.test/healthz'));
  expect([response.status, await response.json()]).toEqual([200, { status: 'SUCCESS' }]);
});
