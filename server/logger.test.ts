import { expect, it } from 'vitest';
import { pathOf } from '../contract/endpoints.ts';
import { STANDARD_LOGINS } from '../fixtures/standard-users.ts';
import { createLogger } from './logger.ts';
import { startServer } from './serve.ts';
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

/** Forms in which a secret may get into a line. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, encodeURIComponent(secret), bytes.toString('base64'), bytes.toString('hex')];
}

it('says nothing secret at the level that says most, over sockets, whatever is sent', async () => {
  const lines: string[] = [];
  const control = { secret: 'a secret of the control port' };
  const logger = createLogger('trace', { write: (line: string) => lines.push(line) });
  const server = await startServer({ db: ':memory:', logger, control });
  const { url, dependencies } = server;
  const { email, password } = STANDARD_LOGINS.manager;
  const secrets = [email, password, control.secret];
  const send = async (
    method: string,
    path: string,
    init: { token?: string; body?: unknown } = {},
  ) => {
    const { token = '', body } = init;
    const response = await fetch(`${path.startsWith('http') ? '' : url}${path}`, {
      method,
      headers: { 'X-Auth-Token': token, Authorization: `Bearer ${control.secret}` },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: read field by field
    return (await response.json()) as any;
  };
  try {
    const session = await send('PUT', pathOf('login'), {
      body: { email, currentPassword: password },
    });
    const { access_token: token, refresh_token } = session;
    secrets.push(token, refresh_token);
    // What is typed into the wrong field, spoilt, or put into paths and queries.
    const spoilt = [
      'not JSON',
      `{"currentPassword": "${password}`,
      [password],
      { email: password, currentPassword: 7 },
    ];
    for (const body of [...spoilt, { email: password, currentPassword: email }]) {
      expect((await send('PUT', pathOf('login'), { body })).status).toBe('FAILED');
    }
    await send('GET', `/${token}?token=${token}`);
    await send('GET', `${pathOf('portfolios', { 'customer-id': token })}?page=${token}`, { token });
    await send('POST', pathOf('refresh'), { token: `${token}x`, body: { refresh_token } });
    secrets.push(
      (await send('POST', pathOf('refresh'), { token, body: { refresh_token } })).refresh_token,
    );
    const made = await send('POST', '/extensions/v1/api-tokens', {
      token,
      body: { name: password, expiry: '1_YEAR' },
    });
    secrets.push(made.data.token);
    // A spent refresh token ends the session, which is logged.
    await send('POST', pathOf('refresh'), { token, body: { refresh_token } });
    secrets.push(
      (await send('POST', `${server.controlUrl}/states`, { body: { state: 'expired-token' } }))
        .token,
    );
    secrets.push(
      (await send('POST', `${server.controlUrl}/states`, { body: { state: 'api-token' } })).token,
    );
    // An unexpected error with all of a request hanging on it.
    dependencies.store.apiTokens.find = () => {
      throw Object.assign(new Error('unexpected'), { code: 'E', token, request: { password } });
    };
    await send('GET', '/extensions/v1/api-tokens', { token: made.data.token });
  } finally {
    await server.close();
  }
  const log = lines.join('');
  expect(log).toContain('a spent refresh token came again');
  expect(log).toContain('unexpected');
  expect(lines.length).toBeGreaterThan(10);
  for (const secret of secrets.flatMap(formsOf)) {
    expect(secret.length).toBeGreaterThan(8);
    expect(log).not.toContain(secret);
  }
});
