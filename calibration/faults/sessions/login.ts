import { STANDARD_LOGINS } from '../../../fixtures/standard-users.ts';
import { USER_NAMES } from '../../../target/target.ts';
import {
  becomes,
  changed,
  edit,
  editBody,
  replace,
  withBody,
  withStatus,
} from '../../servers/answers.ts';
import { failed, jsonAnswer, type PlainRequest } from '../../servers/exchange-layer.ts';
import { objectOf } from '../../servers/requests.ts';
import type { Explanation, Fault } from '../fault.ts';

/** Whether a login is that of a standard user. */
const isBy = (name: keyof typeof STANDARD_LOGINS) => (request: PlainRequest) =>
  objectOf(request.body)?.email === STANDARD_LOGINS[name].email;

/** A login of one user that gives nothing. */
const loginFails: Fault[] = USER_NAMES.map((user) => ({
  id: `login.refuses-right-password.${user}`,
  breaks: 'LGN-1',
  caughtBy: `login.${user}`,
  how: `The login of ${user} is refused though the password is right.`,
  layers: [replace('login', failed(401, 'wrong password'), (_, request) => isBy(user)(request))],
}));

const NOBODY_LOGS_IN: Explanation[] = [
  { checks: ['login.*'], because: 'nobody can log in, and each user has a check' },
];

const shape: Fault[] = [
  {
    id: 'login.body-not-json',
    breaks: 'SVC-12',
    caughtBy: 'login.body-is-json',
    how: 'The answer to a login is preceded by a guard against script inclusion, so it is no JSON.',
    layers: [replace('login', (response) => withBody(response, `)]}',\n${response.body}`))],
    alsoCaughtBy: [
      { checks: ['login.*', 'session.*'], because: 'what is not JSON holds no token either' },
    ],
  },
  {
    id: 'login.wrapped-in-data',
    breaks: 'LGN-7',
    caughtBy: 'login.customer',
    how: 'The session is wrapped in data.',
    layers: [editBody('login', (body) => ({ status: 'SUCCESS', data: body }))],
    alsoCaughtBy: [
      {
        checks: ['login.*'],
        because: 'every user logs in by the same answer, and each has a check',
      },
    ],
  },
  {
    id: 'login.needs-token',
    breaks: 'LGN-10',
    caughtBy: 'login.customer',
    how: 'Login is answered with 401 unless a token is sent along.',
    layers: [
      (request, next, context) =>
        context.endpoint === 'login' && !request.headers['x-auth-token']
          ? Promise.resolve(jsonAnswer(401, { message: 'no token' }))
          : next(request),
    ],
    alsoCaughtBy: NOBODY_LOGS_IN,
  },
  {
    id: 'login.not-found',
    breaks: 'SVC-4',
    caughtBy: 'login.customer',
    how: 'Login is answered with 404, as under another version of the path.',
    layers: [replace('login', jsonAnswer(404, { message: 'no such path' }), () => true)],
    alsoCaughtBy: NOBODY_LOGS_IN,
  },
  {
    id: 'login.by-post-only',
    breaks: 'LGN-1',
    caughtBy: 'login.customer',
    how: 'Login is a POST; PUT is answered with 405.',
    layers: [replace('login', jsonAnswer(405, { message: 'use POST' }), () => true)],
    alsoCaughtBy: NOBODY_LOGS_IN,
  },
  {
    id: 'login.needs-email-first',
    breaks: 'AUT-11',
    caughtBy: 'login.again',
    how: 'The body of a login is read by a pattern that wants email before currentPassword.',
    layers: [
      replace('login', failed(401, 'wrong password'), (_, request) =>
        /^\s*\{\s*"currentPassword"/.test(request.body ?? ''),
      ),
    ],
  },
];

const roles: Fault[] = USER_NAMES.map((user) => ({
  id: `login.role-of-another.${user}`,
  breaks: 'SVC-6',
  caughtBy: `login.role.${user}`,
  how: `The login of ${user} gives another role than the user has.`,
  layers: [
    edit(
      'login',
      'user/role',
      changed((role) => (role === 'AGENT' ? 'CASHIER' : 'AGENT')),
      withStatus(200, isBy(user)),
    ),
  ],
}));

const TENANTS = [
  { user: 'manager', check: 'manager', value: 'another-tenant' },
  { user: 'agent', check: 'agent', value: 'another-tenant' },
  { user: 'cashier', check: 'cashier', value: 'another-tenant' },
  { user: 'otherCustomer', check: 'othercustomer', value: 'another-tenant' },
] as const;

const tenants: Fault[] = [
  ...TENANTS.map(({ user, check, value }) => ({
    id: `login.tenant-differs.${user}`,
    breaks: 'SVC-1',
    caughtBy: `login.tenant.${check}`,
    how: `${user} is of the customer's tenant and gets another tenant_id.`,
    layers: [edit('login', 'user/tenant_id', becomes(value), withStatus(200, isBy(user)))],
  })),
  {
    id: 'login.one-tenant-for-all',
    breaks: 'SVC-1',
    caughtBy: 'login.tenant.othermanager',
    how: 'All users get the same tenant_id.',
    layers: [edit('login', 'user/tenant_id', becomes('the-tenant'))],
  },
];

/** Section 4.1 and what section 1 says of roles and tenants. */
export const loginFaults: Fault[] = [...loginFails, ...shape, ...roles, ...tenants];
