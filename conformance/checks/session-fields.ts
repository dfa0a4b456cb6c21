import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { expectField } from '../expectations.ts';
import { jsonOf, valueAt } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import { USER_NAMES } from '../target/target.ts';

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

/** The login answers of every supplied user who can log in; the others have a check of their own. */
async function loginAnswers(context: CheckContext): Promise<unknown[]> {
  const users = USER_NAMES.filter((user) => context.target.users[user]);
  const sessions = await Promise.allSettled(users.map((user) => context.session(user)));
  return sessions.flatMap((session) =>
    session.status === 'fulfilled' ? [jsonOf(session.value.login)] : [],
  );
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
  ...permissions,
  ...otherPermissions,
];
