import { CUSTOMER_FIRST, ROLE_OF_USER, USER_NAMES, type UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { expectSuccess } from '../../expectations.ts';
import { sessionOf } from '../../http/session-of.ts';
import { deviate } from '../../outcome.ts';
import { preferenceCaller } from './organisation-preference.ts';

/** What checks of logins that come after all others have in common. */
export const ofLogin = {
  endpoint: 'login' as const,
  users: ['customer' as const],
  phase: 'logins' as const,
};

/** The body of a login by a user of the target file. */
export function loginBody(context: CheckContext, user: UserName) {
  const credentials = context.target.users[user];
  if (!credentials) {
    throw new Error(`the target file has no user ${user}`);
  }
  return { email: credentials.email, currentPassword: credentials.password };
}

/** The host where a user logs in, where that is not the target's own. */
export function ownHost(context: CheckContext, user: UserName): { baseUrl?: string } {
  const baseUrl = context.target.users[user]?.baseUrl;
  return baseUrl === undefined ? {} : { baseUrl };
}

/** A rate limit for everybody asks for a second or so; who asks for more locks the user. */
export const PATIENCE_MS = 5_000;

/** A right login of a user, of which a few that are refused may lock them. */
export const patientLogin = (context: CheckContext, user: UserName) => ({
  body: loginBody(context, user),
  ...ownHost(context, user),
  patienceMs: PATIENCE_MS,
});

/**
 * A login for everybody else: each user's shared session rests on one of these. The customer's comes first, so that
 * what is kept for the tenant of who came first is nothing that a manager has.
 */
const logins: Check[] = CUSTOMER_FIRST.map((user) => ({
  id: `login.${user}`,
  title: `logs ${user} in and gives an access token`,
  requirements: ['LGN-1', 'LGN-7', 'LGN-10', 'SVC-4', 'SVC-12'],
  level: 'must',
  endpoint: 'login',
  users: [user],
  cause: 'login gives no access token',
  async run(context) {
    await context.session(user);
  },
}));

const roles: Check[] = USER_NAMES.map((user) => ({
  id: `login.role.${user}`,
  title: `gives ${user} the role ${ROLE_OF_USER[user]}`,
  requirements: ['SVC-6'],
  level: 'must',
  endpoint: 'login',
  users: [user],
  async run(context) {
    const { role } = await context.session(user);
    if (role !== ROLE_OF_USER[user]) {
      deviate(
        `user.role ${ROLE_OF_USER[user]} for the user that the target file names ${user}`,
        role === undefined ? 'none' : JSON.stringify(role),
      );
    }
  },
}));

/** The one user who is of another tenant than the customer. */
const OF_ANOTHER_TENANT: UserName = 'otherManager';

const OTHERS = USER_NAMES.filter((user) => user !== 'customer');

const tenants: Check[] = OTHERS.map((other) => ({
  id: `login.tenant.${other.toLowerCase()}`,
  title: `gives customer and ${other} ${other === OF_ANOTHER_TENANT ? 'different tenant_ids' : 'one tenant_id'}`,
  requirements: ['SVC-1'],
  level: 'must',
  endpoint: 'login',
  users: ['customer', other],
  after: ['session.user.tenant_id'],
  async run(context) {
    const customer = await context.session('customer');
    const { tenantId } = await context.session(other);
    const same = other !== OF_ANOTHER_TENANT;
    if ((customer.tenantId === tenantId) !== same) {
      deviate(
        `${same ? 'the same' : 'another'} user.tenant_id for ${other} ${same ? 'as' : 'than'} for customer`,
        same ? 'another one' : 'the same one',
      );
    }
  },
}));

const again: Check = {
  id: 'login.again',
  title: 'gives a working token at a second login, whose password comes before its email',
  requirements: ['AUT-11'],
  level: 'must',
  endpoint: 'login',
  users: ['manager'],
  after: ['fetch-organisation-preference.succeeds'],
  phase: 'sessions',
  async run(context) {
    const { user } = await preferenceCaller(context);
    const { email, currentPassword } = loginBody(context, user);
    const login = await context.call('login', {
      // An object has no order (RFC 8259 section 4).
      body: { currentPassword, email },
      ...ownHost(context, user),
      meantToSucceed: true,
    });
    const session = sessionOf(user, login);
    const exchange = await context.call('fetch-organisation-preference', { as: session });
    expectSuccess(exchange, 'a request with the token of a second login');
  },
};

/** Section 4.1, and what section 1 says of roles and tenants. */
export const loginChecks: Check[] = [...logins, ...roles, ...tenants, again];
