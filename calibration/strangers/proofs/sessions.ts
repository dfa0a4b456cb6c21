import { STANDARD_LOGINS, type StandardUserName } from '../../../fixtures/standard-users.ts';
import { list, logout, refreshed, repay, request, statusFor, statusOf } from './calls.ts';
import type { Client } from './client.ts';
import type { Proof } from './proof.ts';

async function sessionOf(client: Client, name: StandardUserName, headers = {}) {
  const { email, password } = STANDARD_LOGINS[name];
  const body = { email, currentPassword: password };
  return (await client.call('login', { headers, body })).body;
}

const wellFormed = async (client: Client, name: StandardUserName) =>
  (await sessionOf(client, name)).user.permissions.every((permission: string) =>
    /^\w+:\w+$/.test(permission),
  );

const managesWebhooks = async (client: Client, name: StandardUserName) =>
  (await sessionOf(client, name)).user.permissions.includes('webhooks:manage');

const partsOn = async (client: Client, platform: string) =>
  (await sessionOf(client, 'customer', { platform })).access_token.split('.').length;

async function afterLogout(client: Client, call: { bearer?: boolean } = {}) {
  const customer = await client.login('customer');
  await logout(client, { token: customer.token });
  return repay(client, customer, client.state('active-loan'), {}, call);
}

const expired = (client: Client) => {
  const { token, refreshToken } = client.state('expired-token');
  return { token: String(token), refreshToken: String(refreshToken), id: '' };
};

/** Proofs of the faults of logins, refreshes and logouts. */
export const SESSION_PROOFS: readonly Proof[] = [
  {
    id: 'login.cashier.permissions-with-a-dot',
    plain: (client) => wellFormed(client, 'customer'),
    plainly: true,
    situation: (client) => wellFormed(client, 'cashier'),
    right: true,
    wrong: false,
  },
  {
    id: 'login.known-device.expires-in-a-day',
    plain: async (client) => (await sessionOf(client, 'customer')).expires_in,
    plainly: 3600,
    situation: async (client) => {
      await sessionOf(client, 'customer');
      return (await sessionOf(client, 'customer')).expires_in;
    },
    right: 3600,
    wrong: 86_400,
  },
  {
    id: 'login.manager-of-second-organisation.permission-missing',
    plain: (client) => managesWebhooks(client, 'manager'),
    plainly: true,
    situation: (client) => managesWebhooks(client, 'otherManager'),
    right: true,
    wrong: false,
  },
  {
    id: 'login.platform-ios.opaque-access-token',
    plain: (client) => partsOn(client, 'WEB'),
    plainly: 3,
    situation: async (client) => {
      const { access_token: token } = await sessionOf(client, 'customer', { platform: 'IOS' });
      return [token.split('.').length, await statusOf(client, token)];
    },
    right: [3, 200],
    wrong: [1, 200],
  },
  {
    id: 'refresh.second-refresh.refresh-token-kept',
    plain: async (client) => {
      const first = await client.login('customer');
      return (await refreshed(client, first)).refreshToken === first.refreshToken;
    },
    plainly: false,
    situation: async (client) => {
      const second = await refreshed(client, await client.login('customer'));
      const third = await refreshed(client, second);
      const again = await refreshed(client, { ...third, refreshToken: second.refreshToken });
      return [third.refreshToken === second.refreshToken, typeof again.token];
    },
    right: [false, 'undefined'],
    wrong: [true, 'string'],
  },
  {
    id: 'refresh.expired-access-token.refused-as-bearer',
    plain: async (client) => typeof (await refreshed(client, expired(client))).token,
    plainly: 'string',
    situation: async (client) => {
      const { token, refreshToken } = expired(client);
      const body = { refresh_token: refreshToken };
      return (await client.call('refresh', { token, bearer: true, body })).status;
    },
    right: 200,
    wrong: 401,
  },
  {
    id: 'refresh.expired-access-token.answered-with-expired-one',
    plain: async (client) =>
      statusOf(client, (await refreshed(client, await client.login('customer'))).token),
    plainly: 200,
    situation: async (client) => statusOf(client, (await refreshed(client, expired(client))).token),
    right: 200,
    wrong: 401,
  },
  {
    id: 'refresh.refresh-token-of-a-colleague.his-session',
    plain: async (client) => typeof (await refreshed(client, await client.login('customer'))).token,
    plainly: 'string',
    situation: async (client) => {
      const { token } = await client.login('customer');
      const { refreshToken } = await client.login('otherCustomer');
      const body = { refresh_token: refreshToken };
      return (await client.call('refresh', { token, body })).status;
    },
    right: 401,
    wrong: 200,
  },
  {
    id: 'refresh.cashier.may-list-payments',
    plain: (client) => statusFor(client, 'cashier', ({ token }) => list(client, { token })),
    plainly: 403,
    situation: async (client) => {
      const { token } = await refreshed(client, await client.login('cashier'));
      return (await list(client, { token })).status;
    },
    right: 403,
    wrong: 200,
  },
  {
    id: 'request-loan.refreshed-token.customer-forbidden',
    plain: (client) => statusFor(client, 'customer', ({ token }) => request(client, { token })),
    plainly: 200,
    situation: async (client) => {
      const { token } = await refreshed(client, await client.login('customer'));
      return (await request(client, { token })).status;
    },
    right: 200,
    wrong: 403,
  },
  {
    id: 'logout.refreshed-token.lives-on',
    plain: async (client) => {
      const { token } = await client.login('customer');
      await logout(client, { token });
      return statusOf(client, token);
    },
    plainly: 401,
    situation: async (client) => {
      const { token } = await refreshed(client, await client.login('customer'));
      await logout(client, { token });
      return statusOf(client, token);
    },
    right: 401,
    wrong: 200,
  },
  {
    id: 'logout.older-of-two-sessions.newest-ended',
    plain: async (client) => {
      const { token } = await client.login('customer');
      await logout(client, { token });
      return statusOf(client, token);
    },
    plainly: 401,
    situation: async (client) => {
      const first = await client.login('customer');
      const second = await client.login('customer');
      await logout(client, { token: first.token });
      return [await statusOf(client, first.token), await statusOf(client, second.token)];
    },
    right: [401, 200],
    wrong: [200, 401],
  },
  {
    id: 'logout.revoked-token.accepted-as-bearer-for-lending',
    plain: async (client) => (await afterLogout(client)).status,
    plainly: 401,
    situation: async (client) => {
      const customer = await client.login('customer');
      const loan = client.state('active-loan');
      await logout(client, { token: customer.token });
      return (await repay(client, customer, loan, {}, { bearer: true })).status;
    },
    right: 401,
    wrong: 200,
  },
  {
    id: 'logout.other-uuid.nothing-revoked',
    plain: async (client) => (await afterLogout(client)).status,
    plainly: 401,
    situation: async (client) => {
      const { token } = await client.login('customer');
      await logout(client, { token, headers: { uuid: '5b0f3a52-62c0-4f0b-9b0e-0c3b0c0e2f11' } });
      return statusOf(client, token);
    },
    right: 401,
    wrong: 200,
  },
];
