import { expect, it } from 'vitest';
import { STANDARD_LOGINS } from '../fixtures/standard-users.ts';
import { repaymentBody, testServer } from './test-client.ts';

it('logs each request and never a token, a password, a person or a body', async () => {
  const lines: string[] = [];
  const server = testServer({ log: (line) => lines.push(line) });
  const { body: session } = await server.login('customer');
  const { access_token: token, refresh_token } = session;
  const loan = server.state('active-loan');
  await server.call('repay-loan', {
    token,
    path: { 'user-id': String(loan.customerId) },
    body: repaymentBody(loan),
  });
  const refresh = { token, body: { refresh_token } };
  const { body: next } = await server.call('refresh', refresh);
  await server.call('refresh', refresh);
  await server.call('login', { body: '{"currentPassword": "Quote-meadow-85"' });
  const apiToken = String(server.state('api-token').token);
  await server.call('logout', { token: apiToken, body: {} });

  const requests = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request');
  expect(requests.map((line) => [line.method, line.status])).toEqual([
    ['PUT', 200],
    ['POST', 200],
    ['POST', 200],
    ['POST', 401],
    ['PUT', 400],
    ['POST', 200],
  ]);
  expect(lines.some((line) => line.includes('a spent refresh token came again'))).toBe(true);
  const log = lines.join('');
  const { email, password } = STANDARD_LOGINS.customer;
  const secrets = [token, refresh_token, next.access_token, next.refresh_token, apiToken];
  for (const secret of [...secrets, email, password, 'Quote-meadow', loan.repaymentReference]) {
    expect(log).not.toContain(String(secret));
  }
});

it('logs no path but as the pattern that it matched', async () => {
  const lines: string[] = [];
  const server = testServer({ log: (line) => lines.push(line) });
  const token = await server.tokenOf('customer');
  const known = { 'loan-application-id': token };
  await server.call('update-application', { token, path: known, query: `status=${token}` });
  for (const path of [`/${token}`, `/healthz/${token}`, `/api/v1/user/portfolios/${token}/x`]) {
    expect((await server.fetch(new Request(`http://server.test${path}`))).status).toBe(404);
  }
  server.dependencies.store.ping = () => {
    throw new Error('no answer');
  };
  await server.fetch(new Request(`http://server.test/healthz?token=${token}`));
  expect(lines.join('')).not.toContain(token);
  const paths = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request');
  expect(paths.map((line) => line.path)).toEqual([
    '/api/v6/services/securitymanagement/login',
    '/api/v1/services/user/update-application/:loan-application-id',
    'unknown',
    'unknown',
    'unknown',
    '/healthz',
  ]);
});

it('logs an unexpected error and answers with 500 without its details', async () => {
  const lines: string[] = [];
  const server = testServer({ log: (line) => lines.push(line) });
  const token = await server.tokenOf('customer');
  server.dependencies.store.tenants.byId = () => {
    throw new Error('secret detail');
  };
  const answer = await server.call('fetch-organisation-preference', { token });
  expect(answer).toMatchObject({ status: 500, body: { status: 'FAILED' } });
  expect(JSON.stringify(answer.body)).not.toContain('secret detail');
  expect(lines.join('')).toContain('secret detail');
});
