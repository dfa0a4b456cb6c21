import type { Check } from '../check.ts';
import type { CheckContext, Session } from '../check-context.ts';
import { expectField } from '../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import { USER_NAMES, type UserName } from '../target/target.ts';
import { claimsOf, expectJoseHeader } from './access-token.ts';

/** Permissions a manager receives (section 2.1). */
const MANAGER_PERMISSIONS = [
  'users:read',
  'users:write',
  'transactions:read',
  'transactions:write',
  'reports:read',
  'settings:write',
  'webhooks:manage',
];

/** How far the clocks of target and suite may be apart, in seconds. */
const SKEW_S = 90;

/** The login answers of every supplied user who can log in; the others have a check of their own. */
async function loginAnswers(context: CheckContext): Promise<unknown[]> {
  return (await sessionsOfAll(context)).map(({ login }) => jsonOf(login));
}

async function sessionsOfAll(context: CheckContext): Promise<(Session & { user: UserName })[]> {
  const users = USER_NAMES.filter((user) => context.target.users[user]);
  const sessions = await Promise.allSettled(
    users.map(async (user) => ({ ...(await context.session(user)), user })),
  );
  return sessions.flatMap((session) => (session.status === 'fulfilled' ? [session.value] : []));
}

interface FieldRule {
  field: string;
  requirement: string;
  /** the field belongs to `user` in the answer */
  ofUser?: boolean;
}

const FIELDS: FieldRule[] = [
  { field: 'access_token', requirement: 'SES-1' },
  { field: 'expires_in', requirement: 'SES-2' },
  { field: 'refresh_token', requirement: 'SES-3' },
  { field: 'id', requirement: 'SES-4', ofUser: true },
  { field: 'email', requirement: 'SES-5', ofUser: true },
  { field: 'role', requirement: 'SES-7', ofUser: true },
  { field: 'tenant_id', requirement: 'SES-8', ofUser: true },
];

const fields: Check[] = FIELDS.map(({ field, requirement, ofUser }) => ({
  id: `session.${ofUser ? 'user.' : ''}${field}`,
  title: `gives ${ofUser ? 'user.' : ''}${field} of the right type at every login`,
  requirements: [requirement],
  level: 'must',
  endpoint: 'login',
  users: ['customer'],
  async run(context) {
    const answers = await loginAnswers(context);
    if (ofUser) {
      const users = answers.map((answer) => valueAt(answer, 'user'));
      expectField(users, 'session', `user/${field}`, 'user of a login answer');
    } else expectField(answers, 'session', field, 'login answer');
    if (field === 'access_token')
      for (const answer of answers) expectJoseHeader(valueAt(answer, field), 'a login');
  },
}));

const emailForm: Check = {
  id: 'session.user.email-form',
  title: 'gives user.email in the form of an e-mail address',
  requirements: ['SES-6'],
  level: 'should',
  endpoint: 'login',
  users: ['customer'],
  after: ['session.user.email'],
  async run(context) {
    for (const answer of await loginAnswers(context)) {
      const email = String(valueAt(answer, 'user', 'email'));
      if (!/^[^@\s]+@[^@\s]+$/.test(email))
        deviate('user.email of the form name@domain', JSON.stringify(email));
    }
  },
};

/** The permissions of every login answer, with those that are no arrays left as they are. */
async function permissionsOfAll(context: CheckContext): Promise<unknown[]> {
  return (await loginAnswers(context)).map((answer) => valueAt(answer, 'user', 'permissions'));
}

const ownEmail: Check = {
  id: 'session.user.email-own',
  title: 'gives the address that logged in as user.email',
  requirements: ['SES-15'],
  level: 'should',
  endpoint: 'login',
  users: ['customer'],
  after: ['session.user.email'],
  async run(context) {
    for (const { user, login } of await sessionsOfAll(context)) {
      const email = valueAt(jsonOf(login), 'user', 'email');
      const own = context.target.users[user]?.email;
      if (String(email).toLowerCase() !== own?.toLowerCase())
        deviate(`user.email of ${user} to be the address that logged in`, 'another one');
    }
  },
};

/** The second a token was given in: its own `iat`, else the answer's Date, else when it was asked for. */
function givenAt(claims: Record<string, unknown>, { response, startedAt }: Exchange): number {
  if (typeof claims.iat === 'number') return claims.iat;
  const date = Date.parse(response?.headers.date ?? '');
  return (Number.isNaN(date) ? Date.parse(startedAt) : date) / 1000;
}

const expiry: Check = {
  id: 'session.access_token-expiry',
  title: 'puts the hour of expires_in into an access token whose exp can be read',
  requirements: ['AUT-30'],
  level: 'should',
  endpoint: 'login',
  users: ['customer'],
  after: ['session.access_token', 'session.expires_in'],
  async run(context) {
    let read = 0;
    for (const { user, accessToken, login } of await sessionsOfAll(context)) {
      const claims = claimsOf(accessToken);
      if (typeof claims?.exp !== 'number') continue;
      read += 1;
      const lifetime = Math.round(claims.exp - givenAt(claims, login));
      if (Math.abs(lifetime - 3600) > SKEW_S)
        deviate(`exp of ${user}'s access token 3600 seconds after it was given`, `${lifetime}`);
    }
    if (read === 0) context.inconclusive('No access token has an exp that can be read.');
  },
};

const permissions: Check[] = [
  {
    id: 'session.user.permissions',
    title: 'gives user.permissions as an array of strings at every login',
    requirements: ['SES-9'],
    level: 'must',
    endpoint: 'login',
    users: ['customer'],
    async run(context) {
      for (const list of await permissionsOfAll(context))
        if (!Array.isArray(list) || list.some((name) => typeof name !== 'string'))
          deviate('user.permissions to be an array of strings', JSON.stringify(list) ?? 'none');
    },
  },
  {
    id: 'session.user.permission-form',
    title: 'names every permission <area>:<action>',
    requirements: ['SES-10'],
    level: 'must',
    endpoint: 'login',
    users: ['manager'],
    after: ['session.user.permissions'],
    async run(context) {
      const names = (await permissionsOfAll(context)).flat();
      const odd = names.find((name) => !/^[^:]+:.+$/.test(String(name)));
      if (odd !== undefined)
        deviate('permissions of the form <area>:<action>', JSON.stringify(odd));
    },
  },
  {
    id: 'session.user.manager-permissions',
    title: 'gives a manager the seven permissions shown',
    requirements: ['SES-11'],
    level: 'must',
    endpoint: 'login',
    users: ['manager'],
    after: ['session.user.permissions'],
    async run(context) {
      const { login } = await context.session('manager');
      const held = valueAt(jsonOf(login), 'user', 'permissions');
      const missing = MANAGER_PERMISSIONS.filter(
        (name) => !Array.isArray(held) || !held.includes(name),
      );
      if (missing.length > 0)
        deviate(`the permissions ${MANAGER_PERMISSIONS.join(', ')}`, `no ${missing.join(', ')}`);
    },
  },
];

const otherPermissions: Check[] = (['agent', 'cashier', 'customer'] as const).map((user) => ({
  id: `session.observes.permissions.${user}`,
  title: `shows which permissions ${user} receives`,
  requirements: ['SES-12'],
  level: 'open',
  endpoint: 'login',
  users: [user],
  async run(context) {
    const { login } = await context.session(user);
    const held = valueAt(jsonOf(login), 'user', 'permissions');
    context.observe(
      `permissions of ${user}`,
      Array.isArray(held) ? held.map(String).sort().join(' ') : 'none',
    );
  },
}));

/** Section 2.1: the fields of a login's answer, for every user of the target file. */
export const sessionFieldChecks: Check[] = [
  ...fields,
  emailForm,
  ownEmail,
  expiry,
  ...permissions,
  ...otherPermissions,
];
