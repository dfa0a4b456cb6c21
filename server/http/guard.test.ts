import { beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES } from '../../contract/endpoint-names.ts';
import { endpoint } from '../../contract/endpoints.ts';
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

it('tells that it is healthy', async () => {
  const response = await server.fetch(new Request('http://server.test/healthz'));
  expect([response.status, await response.json()]).toEqual([200, { status: 'SUCCESS' }]);
});
