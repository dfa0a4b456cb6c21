import { randomUUID } from 'node:crypto';
import { loanRequest } from '../business-client.ts';
import type { Props, Scenes } from './scene.ts';

async function statuses(answers: Promise<{ status: number }>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ status }) => status);
}

/** Two logins of the customer. */
async function sessions({ client }: Props) {
  const { customer } = client.server.cast;
  const first = (await client.login(customer)).body;
  const second = (await client.login(customer)).body;
  return { first, second };
}

/** Statuses of two requests for a loan under one key; the second may have another body or path. */
async function repeated({ client, token }: Props, changes = {}, firstChanges = {}) {
  const headers = { 'x-idempotency-key': randomUUID() };
  const { customer } = client.server.cast;
  const first = await client.requestLoan(loanRequest(customer, firstChanges), { token, headers });
  const again = await client.requestLoan(loanRequest(customer, changes), { token, headers });
  return [first.status, again.status];
}

async function withHeader({ client, token }: Props, headers: Record<string, string>) {
  const body = loanRequest(client.server.cast.customer);
  return (await client.requestLoan(body, { token, headers })).status;
}

/** Scenes of logging in, tokens, tenants, keys and x-fapi headers. */
export const sessionScenes: Scenes = {
  'lock-out': {
    look: async ({ client, pass }) => {
      const { customer } = client.server.cast;
      for (let times = 0; times < 5; times++) {
        await client.login({ ...customer, password: 'wrong' });
      }
      const locked = await client.login(customer);
      pass(3000);
      const later = await client.login(customer);
      return [locked.status, locked.headers.get('retry-after'), later.status];
    },
    shows: [429, '3', 200],
  },
  'any-case-emails': {
    look: async ({ client }) => {
      const { email, password } = client.server.cast.customer;
      return (await client.login({ email: ` ${email.toUpperCase()}`, password })).status;
    },
    shows: 200,
  },
  'sealed-tokens': {
    look: async ({ client, token }) => [
      token.split('.').length,
      (await client.preference({ token })).status,
      (await client.preference({ token: `${token.slice(0, -4)}AAAA` })).status,
      (await client.preference({ token: token.replace('..', '.AAAA.') })).status,
    ],
    shows: [5, 200, 401, 401],
  },
  'refresh-token-kept': {
    look: async (props) => {
      const { first } = await sessions(props);
      const body = { refresh_token: first.refresh_token };
      const one = await props.client.security('refresh', first.access_token, body);
      const two = await props.client.security('refresh', first.access_token, body);
      return [one.body.refresh_token, two.status];
    },
    shows: [undefined, 200],
  },
  'reuse-ends-session': {
    look: async (props) => {
      const { first } = await sessions(props);
      const body = { refresh_token: first.refresh_token };
      await props.client.security('refresh', first.access_token, body);
      await props.client.security('refresh', first.access_token, body);
      return (await props.client.preference({ token: first.access_token })).status;
    },
    shows: 401,
  },
  'refresh-revokes-token': {
    look: async (props) => {
      const { first } = await sessions(props);
      const body = { refresh_token: first.refresh_token };
      const fresh = await props.client.security('refresh', first.access_token, body);
      return statuses([
        props.client.preference({ token: first.access_token }),
        props.client.preference({ token: fresh.body.access_token }),
      ]);
    },
    shows: [401, 200],
  },
  'one-session': {
    look: async (props) => {
      const { first, second } = await sessions(props);
      return statuses(
        [first, second].map(({ access_token: token }) => props.client.preference({ token })),
      );
    },
    shows: [401, 200],
  },
  'logout-everywhere': {
    look: async (props) => {
      const { first, second } = await sessions(props);
      await props.client.security('logout', first.access_token);
      return (await props.client.preference({ token: second.access_token })).status;
    },
    shows: 401,
  },
  'logout-empty': {
    look: async ({ client, token }) => {
      const { status, text } = await client.security('logout', token);
      return [status, text];
    },
    shows: [204, ''],
  },
  'refresh-tokens-in-any-letters': {
    look: async ({ client }) => {
      const { body } = await client.login(client.server.cast.customer);
      return [String(body.refresh_token).slice(0, 11)];
    },
    shows: ['"оновлення"'],
  },
  'tenants-in-cyrillic': {
    look: async ({ client }) => {
      const { body } = await client.login(client.server.cast.customer);
      return [body.user.tenant_id];
    },
    shows: ['банк zenfin'],
  },
  'tenant-hosts': {
    look: async ({ client }) => {
      const { otherManager } = client.server.cast;
      const { body } = await client.login(otherManager, { host: 'other-tenant' });
      const token = body.access_token;
      return statuses([
        client.login(otherManager),
        client.preference({ token }),
        client.preference({ token, host: 'other-tenant' }),
        client.portfolios(client.server.cast.customer.id, { token }),
      ]);
    },
    shows: [401, 401, 200, 401],
  },
  'tenant-hosts-shared-lending': {
    look: async ({ client }) => {
      const { otherManager } = client.server.cast;
      const { body } = await client.login(otherManager, { host: 'other-tenant' });
      const token = body.access_token;
      return statuses([
        client.preference({ token }),
        client.portfolios(client.server.cast.customer.id, { token }),
      ]);
    },
    shows: [401, 403],
  },
  'known-platforms': {
    look: async ({ client }) => {
      const { customer } = client.server.cast;
      return (await client.login(customer, { headers: { platform: 'FRIDGE' } })).status;
    },
    shows: 400,
  },
  'device-uuid-form': {
    look: async ({ client }) => {
      const { customer } = client.server.cast;
      return (await client.login(customer, { headers: { uuid: 'my phone' } })).status;
    },
    shows: 400,
  },
  'repeated-key-conflicts': { look: (props) => repeated(props), shows: [200, 409] },
  'repeated-key-422': { look: (props) => repeated(props), shows: [200, 422] },
  'repeated-key-replays-always': {
    look: (props) => repeated(props, { loanAmount: 1 }),
    shows: [200, 200],
  },
  'keys-shared': {
    look: async ({ client, token }) => {
      const headers = { 'x-idempotency-key': randomUUID() };
      const { customer, agent } = client.server.cast;
      const other = await client.tokenOf(agent);
      const body = loanRequest(customer);
      await client.requestLoan(body, { token, headers });
      const changed = { ...body, loanAmount: 60_000 };
      return (await client.requestLoan(changed, { token: other, headers })).status;
    },
    shows: 422,
  },
  'failures-spend-keys': {
    look: (props) => repeated(props, {}, { loanAmount: 0 }),
    shows: [400, 422],
  },
  'portfolios-spend-keys': {
    look: async ({ client, token }) => {
      const headers = { 'x-idempotency-key': randomUUID() };
      const { id } = client.server.cast.customer;
      await client.portfolios(id, { token, headers });
      return (await client.portfolios(id, { token, headers }, '?page=2')).status;
    },
    shows: 422,
  },
  'key-form': {
    look: (props) => withHeader(props, { 'x-idempotency-key': 'key-1' }),
    shows: 400,
  },
  'ip-address-form': {
    look: (props) => withHeader(props, { 'x-fapi-customer-ip-address': 'home' }),
    shows: 400,
  },
  'fresh-auth-date': {
    look: (props) => withHeader(props, { 'x-fapi-auth-date': '2020-02-02T02:02:02Z' }),
    shows: 400,
  },
  'fapi-on-portfolios': {
    look: async ({ client, token }) => {
      const headers = { 'x-fapi-auth-date': undefined };
      return (await client.portfolios(client.server.cast.customer.id, { token, headers })).status;
    },
    shows: 400,
  },
};
