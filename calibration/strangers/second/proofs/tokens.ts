import { randomUUID } from 'node:crypto';
import type { StandardUserName } from '../../../../fixtures/standard-users.ts';
import { list, logout, repay, request, respond, statusFor, statusOf } from '../../proofs/calls.ts';
import type { Call, Client } from '../../proofs/client.ts';
import type { Proof } from '../../proofs/proof.ts';

const preference = async (client: Client, call: Call) =>
  (await client.call('fetch-organisation-preference', call)).status;

/** The role that each of these is told when he requests a loan. */
async function refusedRoles(client: Client, ...names: StandardUserName[]) {
  const roles: string[] = [];
  for (const name of names) {
    const { token } = await client.login(name);
    roles.push((await request(client, { token })).body.role);
  }
  return roles;
}

/** The status with which an offer is accepted by a customer who leaves a header out. */
async function withoutInteractionId(client: Client, before: boolean) {
  const { token } = await client.login('customer');
  if (before) {
    await respond(client, token, client.state('offer-sent').applicationId, true);
  }
  const path = String(client.state('offer-sent').applicationId);
  const headers = { 'x-fapi-interaction-id': null };
  const query = 'status=true';
  return (await client.call('update-application', { token, path, query, headers })).status;
}

async function withoutKey(client: Client, accepts: boolean) {
  const { token } = await client.login('customer');
  const path = String(client.state('offer-sent').applicationId);
  const headers = { 'x-idempotency-key': null };
  const query = `status=${accepts}`;
  return (await client.call('update-application', { token, path, query, headers })).status;
}

const withoutDevice = (client: Client, bearer: boolean) =>
  statusFor(client, 'customer', ({ token }) =>
    list(client, { token, bearer, headers: { uuid: null } }),
  );

/** The status with which portfolios are answered for a token whose signature is changed. */
async function signed(client: Client, signature: (right: string) => string) {
  const { token, id } = await client.login('customer');
  const [header, payload, right = ''] = token.split('.');
  const changed = `${header}.${payload}.${signature(right)}`;
  return (await client.call('portfolios', { token: changed, path: id })).status;
}

/** The status of a repayment by a token that is changed. */
async function repaidBy(client: Client, change: (token: string) => string) {
  const customer = await client.login('customer');
  const caller = { ...customer, token: change(customer.token) };
  return (await repay(client, caller, client.state('active-loan'))).status;
}

const apiToken = (client: Client) => String(client.state('api-token').token);

const expiredToken = (client: Client) => String(client.state('expired-token').token);

/** Proofs of the faults of tokens, roles and headers. */
export const TOKEN_PROOFS: readonly Proof[] = [
  {
    id: 'second.refusal.second-role.role-of-the-first',
    plain: (client) => refusedRoles(client, 'cashier', 'cashier'),
    plainly: ['CASHIER', 'CASHIER'],
    situation: (client) => refusedRoles(client, 'manager', 'cashier'),
    right: ['MANAGER', 'CASHIER'],
    wrong: ['MANAGER', 'MANAGER'],
  },
  {
    id: 'second.token.missing-for-an-unknown-application.not-found',
    plain: async (client) => {
      const path = String(client.state('offer-sent').applicationId);
      return (await client.call('update-application', { path, query: 'status=true' })).status;
    },
    plainly: 401,
    situation: async (client) => {
      const call = { path: randomUUID(), query: 'status=true' };
      return (await client.call('update-application', call)).status;
    },
    right: 401,
    wrong: 404,
  },
  {
    id: 'second.token.fourth-part.accepted-on-the-lending-host',
    plain: async (client) => [
      await statusOf(client, `${(await client.login('customer')).token}.more`),
      await repaidBy(client, (token) => token.split('.').slice(0, 2).join('.')),
    ],
    plainly: [401, 401],
    situation: (client) => repaidBy(client, (token) => `${token}.more`),
    right: 401,
    wrong: 200,
  },
  {
    id: 'second.token.empty-signature.accepted-on-the-investment-host',
    plain: (client) => signed(client, (right) => [...right].reverse().join('')),
    plainly: 401,
    situation: (client) => signed(client, () => ''),
    right: 401,
    wrong: 200,
  },
  {
    id: 'second.token.expired.logout-succeeds',
    plain: (client) => preference(client, { token: expiredToken(client) }),
    plainly: 401,
    situation: async (client) => (await logout(client, { token: expiredToken(client) })).status,
    right: 401,
    wrong: 200,
  },
  {
    id: 'second.token.api-token.ended-by-a-logout-of-its-user',
    plain: (client) => preference(client, { token: apiToken(client) }),
    plainly: 200,
    situation: async (client) => {
      const token = apiToken(client);
      await logout(client, { token: (await client.login('customer')).token });
      return preference(client, { token });
    },
    right: 200,
    wrong: 401,
  },
  {
    id: 'second.headers.interaction-id.remembered-from-the-call-before',
    plain: (client) => withoutInteractionId(client, false),
    plainly: 400,
    situation: (client) => withoutInteractionId(client, true),
    right: 400,
    wrong: 200,
  },
  {
    id: 'second.headers.bearer.uuid-not-required-for-the-listing',
    plain: (client) => withoutDevice(client, false),
    plainly: 400,
    situation: (client) => withoutDevice(client, true),
    right: 400,
    wrong: 200,
  },
  {
    id: 'second.headers.withdrawing.key-not-required',
    plain: (client) => withoutKey(client, true),
    plainly: 400,
    situation: (client) => withoutKey(client, false),
    right: 400,
    wrong: 200,
  },
];

/** Proofs of the faults of the organisation preference. */
export const PREFERENCE_PROOFS: readonly Proof[] = [
  {
    id: 'second.preference.api-token.good-for-one-call',
    plain: (client) => preference(client, { token: apiToken(client) }),
    plainly: 200,
    situation: async (client) => {
      const token = apiToken(client);
      return [await preference(client, { token }), await preference(client, { token })];
    },
    right: [200, 200],
    wrong: [200, 401],
  },
  {
    id: 'second.preference.platform-android.expired-token-accepted',
    plain: (client) => preference(client, { token: expiredToken(client) }),
    plainly: 401,
    situation: (client) =>
      preference(client, { token: expiredToken(client), headers: { platform: 'ANDROID' } }),
    right: 401,
    wrong: 200,
  },
  {
    id: 'second.preference.device-seen-before.malformed-token-answered',
    plain: (client) => preference(client, { token: 'no-token' }),
    plainly: 401,
    situation: async (client) => {
      await preference(client, { token: (await client.login('customer')).token });
      return preference(client, { token: 'no-token' });
    },
    right: 401,
    wrong: 200,
  },
];
