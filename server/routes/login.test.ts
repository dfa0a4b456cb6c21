import { beforeAll, expect, it, vi } from 'vitest';
import { ROLES } from '../../contract/roles.ts';
import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import { PERMISSIONS } from '../authorization/permissions.ts';
import { type TestServer, testServer } from '../test-client.ts';

let server: TestServer;
beforeAll(() => {
  server = testServer();
});

it('gives a manager his session with the permissions that the specification lists', async () => {
  const { status, body, headers } = await server.login('manager');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toEqual({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    expires_in: 3600,
    refresh_token: expect.any(String),
    user: {
      id: expect.any(String),
      email: STANDARD_LOGINS.manager.email,
      role: 'MANAGER',
      tenant_id: expect.any(String),
      permissions: [
        'users:read',
        'users:write',
        'transactions:read',
        'transactions:write',
        'reports:read',
        'settings:write',
        'webhooks:manage',
      ],
    },
  });
});

it('has permissions of the form area:action for every role', () => {
  for (const role of ROLES) {
    expect(PERMISSIONS[role].length).toBeGreaterThan(0);
    for (const permission of PERMISSIONS[role]) {
      expect(permission).toMatch(/^[a-z]+:[a-z]+$/);
    }
  }
});

it('knows e-mail addresses in any case', async () => {
  const { email, password } = STANDARD_LOGINS.customer;
  const body = { email: email.toUpperCase(), currentPassword: password };
  expect((await server.call('login', { body })).status).toBe(200);
});

it('answers a wrong password and an unknown user alike, and looks at a hash for both', async () => {
  const matches = vi.spyOn(server.dependencies.passwords, 'matches');
  const { email, password } = STANDARD_LOGINS.customer;
  const wrong = await server.call('login', { body: { email, currentPassword: `${password}x` } });
  const unknown = await server.call('login', {
    body: { email: 'nobody@savannah.example', currentPassword: password },
  });
  expect(wrong.status).toBe(401);
  expect(wrong.body).not.toHaveProperty('access_token');
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  expect(matches).toHaveBeenCalledTimes(2);
  matches.mockRestore();
});

it.each([
  ['no body', undefined],
  ['no JSON', '{'],
  ['no password', { email: 'a@b.example' }],
  ['a number as password', { email: 'a@b.example', currentPassword: 7 }],
  ['a list', []],
])('refuses %s with 400', async (_, body) => {
  const answer = await server.call('login', { body });
  expect(answer).toMatchObject({ status: 400, body: { status: 'FAILED' } });
});
