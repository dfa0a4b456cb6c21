import { list, logout, repay, statusFor, statusOf } from './calls.ts';
import type { Client } from './client.ts';
import type { Proof } from './proof.ts';

const preference = async (client: Client, token?: string, bearer = false) =>
  (await client.call('fetch-organisation-preference', { bearer, ...(token && { token }) })).status;

/** The status with which portfolios of the customer are answered. */
async function portfolios(client: Client, token: string, bearer: boolean) {
  const path = String(client.state('portfolios').customerId);
  return (await client.call('portfolios', { token, bearer, path })).status;
}

async function altered(client: Client, from: number, to?: number) {
  const { token } = await client.login('customer');
  const wrong = [...token.slice(from, to)].map((letter) => (letter === 'A' ? 'B' : 'A')).join('');
  return statusOf(client, token.slice(0, from) + wrong + (to === undefined ? '' : token.slice(to)));
}

async function listedAfterLogout(client: Client, before: boolean) {
  const { token } = await client.login('customer');
  if (before) {
    await list(client, { token });
  }
  await logout(client, { token });
  return (await list(client, { token })).status;
}

/** Proofs of the faults of tokens and of the preference. */
export const TOKEN_PROOFS: readonly Proof[] = [
  {
    id: 'token.tail-of-signature.not-compared',
    plain: (client) => altered(client, -40, -30),
    plainly: 401,
    situation: (client) => altered(client, -3),
    right: 401,
    wrong: 200,
  },
  {
    id: 'token.expired.accepted-as-bearer-for-portfolios',
    plain: (client) => portfolios(client, String(client.state('expired-token').token), false),
    plainly: 401,
    situation: (client) => portfolios(client, String(client.state('expired-token').token), true),
    right: 401,
    wrong: 200,
  },
  {
    id: 'token.api-token.refused-for-lending',
    plain: (client) => statusOf(client, String(client.state('api-token').token)),
    plainly: 200,
    situation: async (client) => {
      const loan = client.state('active-loan');
      const token = String(client.state('api-token').token);
      const caller = { token, refreshToken: '', id: String(loan.customerId) };
      return (await repay(client, caller, loan)).status;
    },
    right: 200,
    wrong: 401,
  },
  {
    id: 'token.api-token.revoked-accepted-as-bearer',
    plain: (client) => statusOf(client, String(client.state('revoked-api-token').token)),
    plainly: 401,
    situation: (client) =>
      preference(client, String(client.state('revoked-api-token').token), true),
    right: 401,
    wrong: 200,
  },
  {
    id: 'token.api-token.second-ends-the-first',
    plain: (client) => statusOf(client, String(client.state('api-token').token)),
    plainly: 200,
    situation: async (client) => {
      const [first, second] = [client.state('api-token'), client.state('api-token')];
      const statuses: number[] = [];
      for (const { token } of [first, second, first]) {
        statuses.push(await statusOf(client, String(token)));
      }
      return statuses;
    },
    right: [200, 200, 200],
    wrong: [200, 200, 401],
  },
  {
    id: 'token.payload-no-json.server-error',
    plain: (client) => statusOf(client, 'no-token'),
    plainly: 401,
    situation: async (client) => {
      const [header, , signature] = (await client.login('customer')).token.split('.');
      return statusOf(client, `${header}.bm90LWpzb24.${signature}`);
    },
    right: 401,
    wrong: 500,
  },
  {
    id: 'token.verified-before.accepted-after-logout',
    plain: (client) => listedAfterLogout(client, false),
    plainly: 401,
    situation: (client) => listedAfterLogout(client, true),
    right: 401,
    wrong: 200,
  },
  {
    id: 'preference.no-token.answered-from-the-cache',
    plain: (client) => preference(client),
    plainly: 401,
    situation: async (client) => {
      await preference(client, (await client.login('customer')).token);
      return preference(client);
    },
    right: 401,
    wrong: 200,
  },
  {
    id: 'preference.cashier.bearer-refused',
    plain: (client) =>
      statusFor(client, 'manager', ({ token }) =>
        client.call('fetch-organisation-preference', { token, bearer: true }),
      ),
    plainly: 200,
    situation: (client) =>
      statusFor(client, 'cashier', ({ token }) =>
        client.call('fetch-organisation-preference', { token, bearer: true }),
      ),
    right: 200,
    wrong: 401,
  },
];
