import type { StandardUserName } from '../../../../fixtures/standard-users.ts';
import { list, logout, paymentsOf, refreshed, statusOf } from '../../proofs/calls.ts';
import type { Client } from '../../proofs/client.ts';
import type { Proof } from '../../proofs/proof.ts';

/** The answer to a refresh with these two tokens. */
const refresh = (client: Client, token: string, refreshToken: string, bearer = false) =>
  client.call('refresh', { token, bearer, body: { refresh_token: refreshToken } });

/** Whether a manager lists the same before and after he refreshes. */
async function listsTheSame(client: Client, name: 'manager' | 'otherManager') {
  const before = await client.login(name);
  const query = 'size=500';
  const first = paymentsOf(await list(client, { token: before.token, query }));
  const { token } = await refreshed(client, before);
  const then = paymentsOf(await list(client, { token, query }));
  return first.map(({ id }) => id).join() === then.map(({ id }) => id).join();
}

/** The statuses of tokens of two sessions that are logged out. */
async function twoLogouts(client: Client, atOnce: boolean) {
  const sessions = [await client.login('customer'), await client.login('customer')];
  const tokens = sessions.map(({ token }) => token);
  if (atOnce) {
    await Promise.all(tokens.map((token) => logout(client, { token })));
  } else {
    for (const token of tokens) {
      await logout(client, { token });
    }
  }
  return [await statusOf(client, tokens[0] ?? ''), await statusOf(client, tokens[1] ?? '')];
}

/** The status of a token where the preference is fetched, after its logout. */
async function afterLogout(client: Client, name: StandardUserName, bearer = false) {
  const { token } = await client.login(name);
  await logout(client, { token, bearer });
  return statusOf(client, token);
}

const expired = (client: Client) => {
  const { token, refreshToken } = client.state('expired-token');
  return { token: String(token), refreshToken: String(refreshToken), id: '' };
};

/** Proofs of the faults of refreshes. */
export const REFRESH_PROOFS: readonly Proof[] = [
  {
    id: 'second.refresh.expired-access-token.expires-in-zero',
    plain: async (client) => {
      const { token, refreshToken } = await client.login('customer');
      return (await refresh(client, token, refreshToken)).body.expires_in;
    },
    plainly: 3600,
    situation: async (client) => {
      const { token, refreshToken } = expired(client);
      return (await refresh(client, token, refreshToken)).body.expires_in;
    },
    right: 3600,
    wrong: 0,
  },
  {
    id: 'second.refresh.second-of-a-session.expires-in-milliseconds',
    plain: async (client) => {
      const { token, refreshToken } = await client.login('customer');
      return (await refresh(client, token, refreshToken)).body.expires_in;
    },
    plainly: 3600,
    situation: async (client) => {
      const { token, refreshToken } = await refreshed(client, await client.login('customer'));
      return (await refresh(client, token, refreshToken)).body.expires_in;
    },
    right: 3600,
    wrong: 3_600_000,
  },
  {
    id: 'second.refresh.two-sessions.access-token-of-the-other',
    plain: async (client) =>
      statusOf(client, (await refreshed(client, await client.login('customer'))).token),
    plainly: 200,
    situation: async (client) => {
      const [one, other] = [await client.login('customer'), await client.login('customer')];
      const first = await refreshed(client, one);
      const second = await refreshed(client, other);
      await logout(client, { token: first.token });
      return statusOf(client, second.token);
    },
    right: 200,
    wrong: 401,
  },
  {
    id: 'second.refresh.second-organisation.listing-of-the-first',
    plain: (client) => listsTheSame(client, 'manager'),
    plainly: true,
    situation: (client) => listsTheSame(client, 'otherManager'),
    right: true,
    wrong: false,
  },
  {
    id: 'second.refresh.token-before-the-last.accepted-again',
    plain: async (client) => {
      const first = await client.login('customer');
      const { token } = await refreshed(client, first);
      return (await refresh(client, token, first.refreshToken)).status;
    },
    plainly: 401,
    situation: async (client) => {
      const first = await client.login('customer');
      const { token } = await refreshed(client, await refreshed(client, first));
      return (await refresh(client, token, first.refreshToken)).status;
    },
    right: 401,
    wrong: 200,
  },
  {
    id: 'second.refresh.malformed-access-token.accepted-as-bearer',
    plain: async (client) =>
      (await refresh(client, 'no-token', (await client.login('customer')).refreshToken)).status,
    plainly: 401,
    situation: async (client) =>
      (await refresh(client, 'no-token', (await client.login('customer')).refreshToken, true))
        .status,
    right: 401,
    wrong: 200,
  },
];

/** Proofs of the faults of logouts. */
export const LOGOUT_PROOFS: readonly Proof[] = [
  {
    id: 'second.logout.again-with-the-revoked-token.succeeds',
    plain: (client) => afterLogout(client, 'customer'),
    plainly: 401,
    situation: async (client) => {
      const { token } = await client.login('customer');
      await logout(client, { token });
      return (await logout(client, { token })).status;
    },
    right: 401,
    wrong: 200,
  },
  {
    id: 'second.logout.bearer.nothing-revoked',
    plain: (client) => afterLogout(client, 'customer'),
    plainly: 401,
    situation: (client) => afterLogout(client, 'customer', true),
    right: 401,
    wrong: 200,
  },
  {
    id: 'second.logout.two-at-once.one-lives-on',
    plain: (client) => twoLogouts(client, false),
    plainly: [401, 401],
    situation: (client) => twoLogouts(client, true),
    right: [401, 401],
    wrong: [401, 200],
  },
  {
    id: 'second.logout.agent.token-good-for-the-preference',
    plain: (client) => afterLogout(client, 'manager'),
    plainly: 401,
    situation: (client) => afterLogout(client, 'agent'),
    right: 401,
    wrong: 200,
  },
  {
    id: 'second.logout.token-of-before-the-refresh.lives-on',
    plain: (client) => afterLogout(client, 'customer'),
    plainly: 401,
    situation: async (client) => {
      const first = await client.login('customer');
      await refreshed(client, first);
      await logout(client, { token: first.token });
      return statusOf(client, first.token);
    },
    right: 401,
    wrong: 200,
  },
];
