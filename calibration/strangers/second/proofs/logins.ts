import { STANDARD_LOGINS, type StandardUserName } from '../../../../fixtures/standard-users.ts';
import { logout, refreshed } from '../../proofs/calls.ts';
import type { Client, LoggedIn } from '../../proofs/client.ts';
import type { Proof } from '../../proofs/proof.ts';

/** The session object of a login. */
async function sessionOf(
  client: Client,
  name: StandardUserName,
  email = STANDARD_LOGINS[name].email,
  headers = {},
) {
  const body = { email, currentPassword: STANDARD_LOGINS[name].password };
  return (await client.call('login', { headers, body })).body;
}

const expiresIn = async (client: Client, platform: string) =>
  (await sessionOf(client, 'agent', undefined, { platform })).expires_in;

const managesWebhooks = async (client: Client, email?: string) =>
  (await sessionOf(client, 'manager', email)).user.permissions.includes('webhooks:manage');

const issued = async (client: Client, session: LoggedIn) =>
  typeof (await refreshed(client, session)).token;

/** The users that two logins tell of. */
async function twoUsers(client: Client, atOnce: boolean) {
  const names = ['manager', 'customer'] as const;
  const sessions = atOnce
    ? await Promise.all(names.map((name) => sessionOf(client, name)))
    : [await sessionOf(client, names[0]), await sessionOf(client, names[1])];
  return sessions.map(({ user }, place) => {
    const name = names[place] ?? 'customer';
    return user.email === STANDARD_LOGINS[name].email;
  });
}

/** Proofs of the faults of logins. */
export const LOGIN_PROOFS: readonly Proof[] = [
  {
    id: 'second.login.after-logout.refresh-token-of-the-ended-session',
    plain: async (client) => issued(client, await client.login('customer')),
    plainly: 'string',
    situation: async (client) => {
      await logout(client, { token: (await client.login('customer')).token });
      return issued(client, await client.login('customer'));
    },
    right: 'string',
    wrong: 'undefined',
  },
  {
    id: 'second.login.platform-android.expires-in-as-text',
    plain: (client) => expiresIn(client, 'WEB'),
    plainly: 3600,
    situation: (client) => expiresIn(client, 'ANDROID'),
    right: 3600,
    wrong: '3600',
  },
  {
    id: 'second.login.manager-after-a-cashier.permissions-of-the-cashier',
    plain: (client) => managesWebhooks(client),
    plainly: true,
    situation: async (client) => {
      await client.login('cashier');
      return managesWebhooks(client);
    },
    right: true,
    wrong: false,
  },
  {
    id: 'second.login.after-another-organisation.its-tenant-id',
    plain: async (client) => {
      const first = await sessionOf(client, 'customer');
      return first.user.tenant_id === (await sessionOf(client, 'manager')).user.tenant_id;
    },
    plainly: true,
    situation: async (client) => {
      const first = await sessionOf(client, 'customer');
      await client.login('otherManager');
      return first.user.tenant_id === (await sessionOf(client, 'customer')).user.tenant_id;
    },
    right: true,
    wrong: false,
  },
  {
    id: 'second.login.two-at-once.user-of-the-other',
    plain: (client) => twoUsers(client, false),
    plainly: [true, true],
    situation: (client) => twoUsers(client, true),
    right: [true, true],
    wrong: [false, true],
  },
  {
    id: 'second.login.manager-in-capitals.no-permissions',
    plain: (client) => managesWebhooks(client),
    plainly: true,
    situation: (client) => managesWebhooks(client, STANDARD_LOGINS.manager.email.toUpperCase()),
    right: true,
    wrong: false,
  },
];
