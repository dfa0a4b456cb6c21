import { STANDARD_LOGINS } from '../../../fixtures/standard-users.ts';
import { USER_NAMES } from '../../../target/target.ts';
import { becomes, changed, edit, editBody, replace } from '../../servers/answers.ts';
import { jsonAnswer, type PlainRequest } from '../../servers/exchange-layer.ts';
import { amend, amendBody, objectOf } from '../../servers/requests.ts';
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
  layers: [
    replace(
      'login',
      () => jsonAnswer(401, { status: 'FAILED', message: 'wrong password' }),
      (_, request) => isBy(user)(request),
    ),
  ],
}));

const shape: Fault[] = [
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
    alsoCaughtBy: [
      { checks: ['login.*'], because: 'nobody can log in, and each user has a check' },
    ],
  },
  {
    id: 'login.not-found',
    breaks: 'SVC-4',
    caughtBy: 'login.customer',
    how: 'Login is answered with 404, as under another version of the path.',
    layers: [
      replace(
        'login',
        () => jsonAnswer(404, { message: 'no such path' }),
        () => true,
      ),
    ],
    alsoCaughtBy: [
      { checks: ['login.*'], because: 'nobody can log in, and each user has a check' },
    ],
  },
  {
    id: 'login.by-post-only',
    breaks: 'LGN-1',
    caughtBy: 'login.customer',
    how: 'Login is a POST; PUT is answered with 405.',
    layers: [
      replace(
        'login',
        () => jsonAnswer(405, { message: 'use POST' }),
        () => true,
      ),
    ],
    alsoCaughtBy: [
      { checks: ['login.*'], because: 'nobody can log in, and each user has a check' },
    ],
  },
];

/** Sends the right password of whoever logs in, whatever was sent. */
const rightPassword = (request: PlainRequest): string | undefined => {
  const email = objectOf(request.body)?.email;
  return Object.values(STANDARD_LOGINS).find((each) => each.email === email)?.password;
};

/** What a login may be lax about: when, and the good login that takes its place. */
const LAX: {
  what: string;
  breaks: string;
  caughtBy: string;
  how: string;
  good(r: PlainRequest): object | undefined;
}[] = [
  {
    what: 'any-password',
    breaks: 'LGN-8',
    caughtBy: 'login.refuses.wrong-password',
    how: 'Any text is taken as the password.',
    good(request) {
      const body = objectOf(request.body);
      const password = rightPassword(request);
      return typeof body?.currentPassword === 'string' && password
        ? { email: body.email, currentPassword: password }
        : undefined;
    },
  },
  {
    what: 'password-missing-accepted',
    breaks: 'LGN-6',
    caughtBy: 'login.refuses.password-missing',
    how: 'A login without currentPassword succeeds.',
    good(request) {
      const body = objectOf(request.body);
      const password = rightPassword(request);
      return body && body.currentPassword === undefined && password
        ? { email: body.email, currentPassword: password }
        : undefined;
    },
  },
  {
    what: 'password-of-another-type-accepted',
    breaks: 'LGN-6',
    caughtBy: 'login.refuses.password-not-a-string',
    how: 'A login whose currentPassword is true succeeds.',
    good(request) {
      const body = objectOf(request.body);
      const password = rightPassword(request);
      return body?.currentPassword === true && password
        ? { email: body.email, currentPassword: password }
        : undefined;
    },
  },
  {
    what: 'unknown-email-accepted',
    breaks: 'LGN-9',
    caughtBy: 'login.refuses.unknown-email',
    how: 'The address of nobody logs in as the customer.',
    good(request) {
      const email = objectOf(request.body)?.email;
      return typeof email === 'string' && !rightPassword(request) ? customer : undefined;
    },
  },
  {
    what: 'email-missing-accepted',
    breaks: 'LGN-5',
    caughtBy: 'login.refuses.email-missing',
    how: 'A login without email logs in whoever has the password.',
    good(request) {
      const body = objectOf(request.body);
      return body && body.email === undefined ? customer : undefined;
    },
  },
  {
    what: 'email-of-another-type-accepted',
    breaks: 'LGN-5',
    caughtBy: 'login.refuses.email-not-a-string',
    how: 'A login whose email is a number succeeds.',
    good: (request) => (typeof objectOf(request.body)?.email === 'number' ? customer : undefined),
  },
];

const customer = {
  email: STANDARD_LOGINS.customer.email,
  currentPassword: STANDARD_LOGINS.customer.password,
};

/** What takes or betrays one wrong password does so with every other. */
const ANY_WRONG: Explanation[] = [
  {
    checks: ['login.refuses.*'],
    because: 'every other login that is nearly right is answered alike',
  },
];

const lax: Fault[] = LAX.map(({ what, breaks, caughtBy, how, good }) => ({
  id: `login.${what}`,
  breaks,
  caughtBy,
  how,
  layers: [
    amend('login', (request) => {
      const body = good(request);
      return body && { ...request, body: JSON.stringify(body) };
    }),
  ],
  alsoCaughtBy: ANY_WRONG,
}));

const failsWith500: Fault = {
  id: 'login.wrong-password-answered-with-500',
  breaks: 'LGN-8',
  caughtBy: 'login.refuses.wrong-password',
  how: 'A wrong password of a known user breaks the server: 500.',
  layers: [
    replace(
      'login',
      () => jsonAnswer(500, { message: 'internal error' }),
      (response, request) => response.status === 401 && rightPassword(request) !== undefined,
    ),
  ],
  alsoCaughtBy: ANY_WRONG,
};

const staffByAnyPassword: Fault = {
  id: 'login.staff-with-any-password',
  breaks: 'LGN-8',
  caughtBy: 'login.refuses.wrong-password-of-others',
  how: 'Only the passwords of customers are looked at.',
  layers: [
    amendBody('login', (body, context) => {
      const user = context.dependencies.store.users.byEmail(String(body.email));
      const login = Object.values(STANDARD_LOGINS).find(({ email }) => email === body.email);
      if (user && login && user.role !== 'CUSTOMER' && typeof body.currentPassword === 'string') {
        body.currentPassword = login.password;
      }
    }),
  ],
};

const notJson: Fault[] = [
  staffByAnyPassword,
  {
    id: 'login.token-in-refused-login',
    breaks: 'LGN-8',
    caughtBy: 'login.refuses.wrong-password',
    how: 'A login with a wrong password is answered with 401 and a token all the same.',
    layers: [
      replace(
        'login',
        () => jsonAnswer(401, { message: 'wrong password', access_token: 'a.b.c' }),
        (response, request) => response.status === 401 && rightPassword(request) !== undefined,
      ),
    ],
    alsoCaughtBy: ANY_WRONG,
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
      (response, request) => response.status === 200 && isBy(user)(request),
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
    layers: [
      edit(
        'login',
        'user/tenant_id',
        becomes(value),
        (response, request) => response.status === 200 && isBy(user)(request),
      ),
    ],
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
export const loginFaults: Fault[] = [
  ...loginFails,
  ...shape,
  ...lax,
  failsWith500,
  ...notJson,
  ...roles,
  ...tenants,
];
