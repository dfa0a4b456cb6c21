import { ROLE_OF_USER, USER_NAMES } from '../../target/target.ts';
import { textOf } from '../checks/entry-text.ts';
import { claimsOf, expectJoseHeader } from '../checks/sessions/access-token.ts';
import { expectField } from '../expectations.ts';
import { type Exchange, valueAt } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import type { Rule, Told } from './rule.ts';

/** A login that gave a token: section 7 shows nothing of any other answer. */
export const isSession = ({ succeeded, json }: Told) =>
  succeeded && typeof valueAt(json, 'access_token') === 'string';

/** What every rule of the session has in common. */
export const ofLogin = {
  endpoint: 'login',
  level: 'must',
  users: ['customer'],
  async ask(context) {
    const users = USER_NAMES.filter((user) => context.target.users[user]);
    await Promise.allSettled(users.map((user) => context.session(user)));
  },
} satisfies Partial<Rule>;

const OF_ANSWER = [
  // "Not wrapped": where it is, the token is the first that is missed.
  { field: 'access_token', requirements: ['SES-1', 'LGN-7'] },
  { field: 'expires_in', requirements: ['SES-2'] },
  { field: 'refresh_token', requirements: ['SES-3'] },
];

const OF_USER = [
  { field: 'id', requirement: 'SES-4' },
  { field: 'email', requirement: 'SES-5' },
  { field: 'role', requirement: 'SES-7' },
  { field: 'tenant_id', requirement: 'SES-8' },
];

const ofAnswer = OF_ANSWER.map(
  ({ field, requirements }): Rule => ({
    ...ofLogin,
    id: `session.${field}`,
    title: `gives ${field} of the right type at every login`,
    requirements,
    judge(told, known) {
      // An answer without a usable token is the business of the login itself, and of this field; how a
      // wrong login is answered is open.
      const isWrong = known.isRightPassword(told.options.body) !== true;
      if (!told.succeeded || (isWrong && valueAt(told.json, 'access_token') === undefined)) {
        return false;
      }
      expectField([told.json], 'session', field, 'login answer');
      if (field === 'access_token') {
        expectJoseHeader(valueAt(told.json, field), 'a login');
      }
      return true;
    },
  }),
);

const ofUser = OF_USER.map(
  ({ field, requirement }): Rule => ({
    ...ofLogin,
    id: `session.user.${field}`,
    title: `gives user.${field} of the right type at every login`,
    requirements: [requirement],
    judge(told) {
      if (!isSession(told)) {
        return false;
      }
      expectField(
        [valueAt(told.json, 'user')],
        'session',
        `user/${field}`,
        'user of a login answer',
      );
      return true;
    },
  }),
);

const emailForm: Rule = {
  ...ofLogin,
  id: 'session.user.email-form',
  title: 'gives user.email in the form of an e-mail address',
  requirements: ['SES-6'],
  level: 'should',
  judge(told) {
    const email = valueAt(told.json, 'user', 'email');
    if (!isSession(told) || typeof email !== 'string') {
      return false;
    }
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) {
      deviate('user.email of the form name@domain', JSON.stringify(email));
    }
    return true;
  },
};

const ownEmail: Rule = {
  ...ofLogin,
  id: 'session.user.email-own',
  title: 'gives the address that logged in as user.email',
  requirements: ['SES-15'],
  level: 'should',
  judge(told) {
    const email = valueAt(told.json, 'user', 'email');
    const sent = valueAt(told.options.body, 'email');
    if (!isSession(told) || typeof email !== 'string' || typeof sent !== 'string') {
      return false;
    }
    if (email.toLowerCase() !== sent.toLowerCase()) {
      deviate('user.email to be the address that logged in', 'another one');
    }
    return true;
  },
};

const nobodyElse: Rule = {
  ...ofLogin,
  id: 'session.user.email-of-nobody-else',
  title: 'gives nobody the address of another user as user.email',
  requirements: ['SES-22'],
  judge(told, known) {
    const email = valueAt(told.json, 'user', 'email');
    const sent = valueAt(told.options.body, 'email');
    if (!isSession(told) || typeof email !== 'string' || typeof sent !== 'string') {
      return false;
    }
    const other = known.userOf(email);
    if (other !== undefined && other !== known.userOf(sent)) {
      deviate(`user.email of ${known.userOf(sent) ?? 'who logged in'}`, `that of ${other}`);
    }
    return true;
  },
};

/** How far the clocks of target and suite may be apart, in seconds. */
const SKEW_S = 90;

/** The second a token was given in: its own `iat`, else the answer's Date, else when it was asked for. */
function givenAt(claims: Record<string, unknown>, { response, startedAt }: Exchange): number {
  if (typeof claims.iat === 'number') {
    return claims.iat;
  }
  const date = Date.parse(response?.headers.date ?? '');
  return (Number.isNaN(date) ? Date.parse(startedAt) : date) / 1000;
}

/** What a login and a refresh say of the hour of their token. */
export const ofExpiry = {
  requirements: ['AUT-30'],
  level: 'should',
  unseen: 'No access token has an exp that can be read.',
  judge({ json, succeeded, exchange }) {
    const token = valueAt(json, 'access_token');
    const claims = typeof token === 'string' ? claimsOf(token) : undefined;
    if (!succeeded || typeof claims?.exp !== 'number') {
      return false;
    }
    const lifetime = Math.round(claims.exp - givenAt(claims, exchange));
    if (Math.abs(lifetime - 3600) > SKEW_S) {
      deviate('exp of an access token 3600 seconds after it was given', `${lifetime}`);
    }
    return true;
  },
} satisfies Partial<Rule>;

const expiry: Rule = {
  ...ofLogin,
  ...ofExpiry,
  id: 'session.access_token-expiry',
  title: 'puts the hour of expires_in into an access token whose exp can be read',
};

const identity: Rule[] = [
  {
    ...ofLogin,
    id: 'session.user.role-of-user',
    title: 'gives each user the role it has at every login',
    requirements: ['SVC-6'],
    judge(told, known) {
      const email = valueAt(told.options.body, 'email');
      const user = typeof email === 'string' ? known.userOf(email) : undefined;
      const role = valueAt(told.json, 'user', 'role');
      if (!isSession(told) || user === undefined || typeof role !== 'string') {
        return false;
      }
      if (role !== ROLE_OF_USER[user]) {
        deviate(
          `user.role ${ROLE_OF_USER[user]} for the user that the target file names ${user}`,
          JSON.stringify(role),
        );
      }
      return true;
    },
  },
  {
    ...ofLogin,
    id: 'session.user.same-user',
    title: 'tells the same id and tenant_id of a user at every login',
    requirements: ['SES-20'],
    judge(told, known) {
      const email = valueAt(told.options.body, 'email');
      if (!isSession(told) || typeof email !== 'string') {
        return false;
      }
      const now = {
        id: valueAt(told.json, 'user', 'id'),
        tenantId: valueAt(told.json, 'user', 'tenant_id'),
      };
      const first = known.firstTold(`identity of ${email.toLowerCase()}`, now);
      if (first.id !== now.id) {
        deviate(`user.id ${textOf(first.id)} as at the first login`, textOf(now.id));
      }
      if (first.tenantId !== now.tenantId) {
        deviate(
          `user.tenant_id ${textOf(first.tenantId)} as at the first login`,
          textOf(now.tenantId),
        );
      }
      return first !== now;
    },
  },
];

/** Section 2.1: the session object of every login of every user. */
export const sessionRules: Rule[] = [
  ...ofAnswer,
  ...ofUser,
  emailForm,
  ownEmail,
  nobodyElse,
  expiry,
  ...identity,
];
