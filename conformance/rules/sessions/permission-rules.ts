import { ROLE_OF_USER } from '../../../target/target.ts';
import { textOf } from '../../checks/entry-text.ts';
import { valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import type { Rule } from '../rule.ts';

import { isSession, ofLogin } from './session-rules.ts';

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

const permissions: Rule[] = [
  {
    ...ofLogin,
    id: 'session.user.permissions',
    title: 'gives user.permissions as an array of strings at every login',
    requirements: ['SES-9'],
    judge(told) {
      if (!isSession(told)) {
        return false;
      }
      const list = valueAt(told.json, 'user', 'permissions');
      if (!Array.isArray(list) || list.some((name) => typeof name !== 'string')) {
        deviate('user.permissions to be an array of strings', textOf(list));
      }
      return true;
    },
  },
  {
    ...ofLogin,
    id: 'session.user.permission-form',
    title: 'names every permission <area>:<action>',
    requirements: ['SES-10'],
    judge(told) {
      const list = valueAt(told.json, 'user', 'permissions');
      if (!isSession(told) || !Array.isArray(list) || list.length === 0) {
        return false;
      }
      const odd = list.find((name) => typeof name === 'string' && !/^[^:]+:.+$/.test(name));
      if (odd !== undefined) {
        deviate('permissions of the form <area>:<action>', JSON.stringify(odd));
      }
      return true;
    },
  },
  {
    ...ofLogin,
    id: 'session.user.manager-permissions',
    title: 'gives a manager the seven permissions shown',
    requirements: ['SES-11'],
    users: ['manager'],
    judge(told, known) {
      const email = valueAt(told.options.body, 'email');
      const user = typeof email === 'string' ? known.userOf(email) : undefined;
      const held = valueAt(told.json, 'user', 'permissions');
      if (!isSession(told) || user === undefined || ROLE_OF_USER[user] !== 'MANAGER') {
        return false;
      }
      const missing = MANAGER_PERMISSIONS.filter(
        (name) => !Array.isArray(held) || !held.includes(name),
      );
      if (missing.length > 0) {
        deviate(`the permissions ${MANAGER_PERMISSIONS.join(', ')}`, `no ${missing.join(', ')}`);
      }
      return true;
    },
  },
];

const samePermissions: Rule = {
  ...ofLogin,
  id: 'session.user.same-permissions',
  title: 'gives a user the same permissions at every login, whoever logged in before',
  requirements: ['SES-21'],
  level: 'should',
  judge(told, known) {
    const email = valueAt(told.options.body, 'email');
    const list = valueAt(told.json, 'user', 'permissions');
    if (!isSession(told) || typeof email !== 'string' || !Array.isArray(list)) {
      return false;
    }
    // Their order says nothing.
    const now = { held: list.map(String).sort().join(', ') };
    const first = known.firstTold(`permissions of ${email.toLowerCase()}`, now);
    if (first.held !== now.held) {
      deviate(`the permissions ${first.held} as at the first login`, now.held || 'none');
    }
    return first !== now;
  },
};

/** Section 2.1: the permissions that every login names. */
export const permissionRules: Rule[] = [...permissions, samePermissions];
