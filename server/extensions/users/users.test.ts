import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { EXTENSIONS } from '../../../contract/extensions/index.ts';
import { STANDARD_LOGINS } from '../../../fixtures/standard-users.ts';
import { type TestServer, testServer } from '../../test-client.ts';
import { extensionsOf } from '../testing/call-extension.ts';

let server: TestServer;
beforeEach(() => {
  server = testServer();
});
const call = extensionsOf(() => server);

const NGOZI = EXTENSIONS['create-user'].request?.example as Record<string, string>;
const idOf = (email: string) => server.dependencies.store.users.byEmail(email)?.id ?? 'nobody';
const login = (email: string, currentPassword: string) =>
  server.call('login', { body: { email, currentPassword } });

describe('a user', () => {
  it('is created in the organisation of the manager, and logs in with the password', async () => {
    const created = (await call('create-user', 'manager', { body: NGOZI })).body.data;
    expect(created).toMatchObject({ email: NGOZI.email, role: 'AGENT', userStatus: 'ACTIVE' });
    const { status, body } = await login(String(NGOZI.email), String(NGOZI.password));
    const manager = await server.login('manager');
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      id: created.id,
      role: 'AGENT',
      tenant_id: manager.body.user.tenant_id,
    });
    expect((await login(String(NGOZI.email), 'another password')).status).toBe(401);
    expect(server.db.serialize().includes(String(NGOZI.password))).toBe(false);
  });

  it('has an e-mail address that no other has, in whatever case and organisation', async () => {
    for (const email of ['CUSTOMER@savannah.example', 'customer@lagoon.example']) {
      const told = await call('create-user', 'manager', { body: { ...NGOZI, email } });
      expect(told.status).toBe(409);
    }
  });

  it.each([
    { email: 'nobody' },
    { password: 'short' },
    { role: 'ADMIN' },
    { firstName: '' },
    { phoneNumber: 'none' },
    { bvn: '123' },
    { dateOfBirth: '1990-02-30' },
  ])('is refused with %j', async (wrong) => {
    const told = await call('create-user', 'manager', { body: { ...NGOZI, ...wrong } });
    expect(told.status).toBe(400);
  });

  it('is shown to managers, and to agents where he is a customer', async () => {
    const [customer, cashier] = ['customer', 'cashier'].map((name) =>
      idOf(`${name}@savannah.example`),
    );
    expect((await call('view-user', 'manager', { id: cashier })).status).toBe(200);
    expect((await call('view-user', 'agent', { id: customer })).status).toBe(200);
    expect((await call('view-user', 'agent', { id: cashier })).status).toBe(403);
    expect((await call('view-user', 'manager', { id: randomUUID() })).status).toBe(404);
  });
});

describe('the list of users', () => {
  it('is of the organisation, in pages, and of one role where it is named', async () => {
    const all = (await call('list-users', 'manager')).body.data;
    const own = Object.values(STANDARD_LOGINS).filter(({ tenant }) => tenant === 0);
    expect(all).toMatchObject({ page: 1, size: 20, total: own.length });
    const emails = (data: { users: { email: string }[] }) => data.users.map(({ email }) => email);
    expect(emails(all)).toEqual(own.map(({ email }) => email).toSorted());
    const second = (await call('list-users', 'manager', { query: 'page=2&size=4' })).body.data;
    expect(emails(second)).toEqual(emails(all).slice(4, 8));
    const agents = (await call('list-users', 'manager', { query: 'role=AGENT' })).body.data;
    expect(agents).toMatchObject({ total: 1, users: [{ email: 'agent@savannah.example' }] });
  });

  it.each([
    ['page=0', 'query page must be >= 1'],
    ['size=501', 'query size must be <= 500'],
    ['size=two', 'query size must be integer'],
    ['role=ADMIN', 'query role must be one of MANAGER, AGENT, CASHIER, CUSTOMER'],
  ])('is refused for %s', async (query, message) => {
    const told = await call('list-users', 'manager', { query });
    expect(told).toMatchObject({ status: 400, body: { message } });
  });
});

describe('a user who is disabled', () => {
  const { email, password } = STANDARD_LOGINS.agent;
  const preference = (token: string) =>
    server.call('fetch-organisation-preference', { token }).then(({ status }) => status);
  const change = (userStatus: string) =>
    call('change-user-status', 'manager', { id: agent, body: { userStatus } });
  let agent: string;
  beforeEach(() => {
    agent = idOf(email);
  });

  it('is out at once: sessions, refreshing, API tokens and logins', async () => {
    const { access_token, refresh_token } = (await server.login('agent')).body;
    const wanted = { name: 'ci', expiry: '1_MONTH' };
    const { token } = (await call('create-api-token', 'agent', { body: wanted })).body.data;
    expect([await preference(access_token), await preference(token)]).toEqual([200, 200]);
    expect((await change('DISABLED')).body.data.userStatus).toBe('DISABLED');
    expect([await preference(access_token), await preference(token)]).toEqual([401, 401]);
    const refreshed = await server.call('refresh', {
      token: access_token,
      body: { refresh_token },
    });
    expect(refreshed.status).toBe(401);
    const [disabled, unknown] = [await login(email, password), await login('x@y.example', 'x')];
    expect([disabled.status, disabled.body]).toEqual([401, unknown.body]);
  });

  it('is let in again, by a login; what ended stays ended', async () => {
    const { access_token, refresh_token } = (await server.login('agent')).body;
    await change('DISABLED');
    expect((await change('ACTIVE')).body.data.userStatus).toBe('ACTIVE');
    expect(await preference(access_token)).toBe(401);
    const refreshed = await server.call('refresh', {
      token: access_token,
      body: { refresh_token },
    });
    expect(refreshed.status).toBe(401);
    const again = (await login(email, password)).body.access_token;
    expect(await preference(again)).toBe(200);
  });

  it('stays in the list, and can be disabled again to no effect', async () => {
    await change('DISABLED');
    expect((await change('DISABLED')).status).toBe(200);
    const { users } = (await call('list-users', 'manager', { query: 'role=AGENT' })).body.data;
    expect(users).toMatchObject([{ id: agent, userStatus: 'DISABLED' }]);
  });

  it('is never the manager himself', async () => {
    const id = idOf('manager@savannah.example');
    const told = await call('change-user-status', 'manager', {
      id,
      body: { userStatus: 'DISABLED' },
    });
    expect(told.status).toBe(403);
    expect((await server.login('manager')).status).toBe(200);
  });
});

describe('a profile', () => {
  it('is the caller’s, and changed as far as it is named', async () => {
    const before = (await call('view-profile', 'customer')).body.data;
    const body = { phoneNumber: '+2348099999999', role: 'MANAGER', email: 'x@y.example' };
    const after = (await call('update-profile', 'customer', { body })).body.data;
    expect(after).toEqual({ ...before, phoneNumber: '+2348099999999' });
    expect((await call('view-profile', 'customer')).body.data).toEqual(after);
    const refused = await call('update-profile', 'customer', { body: { firstName: '' } });
    expect(refused.status).toBe(400);
  });
});
