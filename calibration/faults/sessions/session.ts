import { STANDARD_LOGINS } from '../../../fixtures/standard-users.ts';
import {
  becomes,
  type Change,
  changed,
  edit,
  editBody,
  gone,
  renamed,
} from '../../servers/answers.ts';
import type { Layer } from '../../servers/exchange-layer.ts';
import { kept } from '../../servers/memory.ts';
import type { Fault } from '../fault.ts';

/** One way in which a field of the session of section 2.1 is wrong. */
interface Wrong {
  field: string;
  breaks: string;
  check: string;
  ways: Record<string, Change>;
}

const asNumber = becomes(12345);

/** A token of another form that can be read again. */
const opaque = (token: string) => `opaque-${Buffer.from(token).toString('hex')}`;

/** Takes tokens of that form back, so that only the form is wrong. */
const takesOpaque: Layer = (request, next) => {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      value.replace(/opaque-([0-9a-f]+)/, (_, hex: string) => Buffer.from(hex, 'hex').toString()),
    ]),
  );
  return next({ ...request, headers });
};

const WRONG: Wrong[] = [
  {
    field: 'access_token',
    breaks: 'SES-1',
    check: 'session.access_token',
    ways: { 'no-jwt': changed((token) => opaque(String(token))) },
  },
  {
    field: 'expires_in',
    breaks: 'SES-2',
    check: 'session.expires_in',
    ways: {
      missing: gone,
      null: becomes(null),
      'a-string': becomes('3600'),
      'in-minutes': becomes(60),
      'in-milliseconds': becomes(3_600_000),
      'one-less': becomes(3599),
      'in-camel-case': renamed('expiresIn'),
    },
  },
  {
    field: 'refresh_token',
    breaks: 'SES-3',
    check: 'session.refresh_token',
    ways: {
      missing: gone,
      null: becomes(null),
      empty: becomes(''),
      'a-number': asNumber,
      'in-camel-case': renamed('refreshToken'),
    },
  },
  {
    field: 'user/id',
    breaks: 'SES-4',
    check: 'session.user.id',
    ways: { missing: gone, null: becomes(null), 'a-number': asNumber, renamed: renamed('userId') },
  },
  {
    field: 'user/email',
    breaks: 'SES-5',
    check: 'session.user.email',
    ways: { missing: gone, null: becomes(null), 'a-number': asNumber, renamed: renamed('mail') },
  },
  {
    field: 'user/email',
    breaks: 'SES-6',
    check: 'session.user.email-form',
    ways: { 'no-address': changed((email) => String(email).split('@')[0]) },
  },
  {
    field: 'user/role',
    breaks: 'SES-7',
    check: 'session.user.role',
    ways: {
      missing: gone,
      null: becomes(null),
      'a-list': changed((role) => [role]),
      'lower-case': changed((role) => String(role).toLowerCase()),
      unknown: becomes('SUPERVISOR'),
    },
  },
  {
    field: 'user/tenant_id',
    breaks: 'SES-8',
    check: 'session.user.tenant_id',
    ways: {
      missing: gone,
      null: becomes(null),
      'a-number': asNumber,
      'in-camel-case': renamed('tenantId'),
    },
  },
  {
    field: 'user/permissions',
    breaks: 'SES-9',
    check: 'session.user.permissions',
    ways: {
      missing: gone,
      null: becomes(null),
      'a-string': changed((list) => (list as string[]).join(' ')),
      objects: changed((list) => (list as string[]).map((name) => ({ name }))),
    },
  },
  {
    field: 'user/permissions',
    breaks: 'SES-10',
    check: 'session.user.permission-form',
    ways: {
      'with-dots': changed((list) => [...(list as string[]), 'users.read']),
      'without-action': changed((list) => [...(list as string[]), 'settings:']),
      'one-word': changed((list) => [...(list as string[]), 'superuser']),
    },
  },
];

const alsoRole = [
  {
    checks: ['login.role.*'],
    because: 'without a role that is right nobody gets the one role that the user has',
  },
];

const alsoTenant = [
  {
    checks: ['login.tenant.*'],
    because: 'without tenant_id nothing shows who belongs together',
  },
];

const wrongFields: Fault[] = WRONG.flatMap(({ field, breaks, check, ways }) =>
  Object.entries(ways).map(([way, change]) => ({
    id: `session.${field.replace('/', '.')}.${way}`,
    breaks,
    caughtBy: check,
    how: `${field.replace('/', '.')} of a login's answer is ${way.replaceAll('-', ' ')}.`,
    layers: [takesOpaque, edit('login', field, change)],
    ...(field === 'user/role' && { alsoCaughtBy: alsoRole }),
    ...(field === 'user/tenant_id' && { alsoCaughtBy: alsoTenant }),
  })),
);

/** Wrong for one user only, who is not the first to log in. */
const onlyOneUser: Fault[] = [
  { field: 'expires_in', breaks: 'SES-2', check: 'session.expires_in', change: becomes(7200) },
  { field: 'user/id', breaks: 'SES-4', check: 'session.user.id', change: gone },
  {
    field: 'user/permissions',
    breaks: 'SES-9',
    check: 'session.user.permissions',
    change: becomes('none'),
  },
].map(({ field, breaks, check, change }) => ({
  id: `session.${field.replace('/', '.')}.wrong-for-agents`,
  breaks,
  caughtBy: check,
  how: `${field.replace('/', '.')} is wrong in the logins of agents only.`,
  layers: [
    edit('login', field, change, ({ status, body }) => status === 200 && /"AGENT"/.test(body)),
  ],
}));

const MANAGER_PERMISSIONS = [
  'users:read',
  'users:write',
  'transactions:read',
  'transactions:write',
  'reports:read',
  'settings:write',
  'webhooks:manage',
];

const managerLacks: Fault[] = MANAGER_PERMISSIONS.map((permission) => ({
  id: `session.user.permissions.manager-lacks-${permission.replace(':', '-')}`,
  breaks: 'SES-11',
  caughtBy: 'session.user.manager-permissions',
  how: `A manager does not receive ${permission}.`,
  layers: [
    edit(
      'login',
      'user/permissions',
      changed((list) => (list as string[]).filter((name) => name !== permission)),
      ({ status, body }) => status === 200 && /"MANAGER"/.test(body),
    ),
  ],
}));

const anotherEmail: Fault = {
  id: 'session.user.email.of-nobody-known',
  breaks: 'SES-15',
  caughtBy: 'session.user.email-own',
  how: 'user.email is an address that nobody logs in with.',
  layers: [edit('login', 'user/email', becomes('info@assay.invalid'))],
};

const othersEmail: Fault = {
  id: 'session.user.email.of-somebody-else',
  breaks: 'SES-22',
  caughtBy: 'session.user.email-of-nobody-else',
  alsoCaughtBy: [
    { checks: ['session.user.email-own'], because: 'the address is not the one that logged in' },
  ],
  how: 'user.email is that of the customer in the login of an agent.',
  layers: [
    edit(
      'login',
      'user/email',
      becomes(STANDARD_LOGINS.customer.email),
      ({ status, body }) => status === 200 && /"AGENT"/.test(body),
    ),
  ],
};

/** What a tenant's first user may is kept for all of them. */
const permissionsOfTheFirst: Fault = {
  id: 'session.user.permissions.of-who-came-first',
  breaks: 'SES-11',
  caughtBy: 'session.user.manager-permissions',
  how: 'Whoever logs in is told the permissions of the first of the tenant who did.',
  layers: [
    editBody('login', (body, _request, context) => {
      const { user } = body as { user: { tenant_id: string; permissions: unknown } };
      user.permissions = kept(context, `permissions ${user.tenant_id}`, () => user.permissions);
    }),
  ],
};

/** Section 2.1: the fields of a login's answer. */
export const sessionFaults: Fault[] = [
  ...wrongFields,
  ...onlyOneUser,
  ...managerLacks,
  permissionsOfTheFirst,
  anotherEmail,
  othersEmail,
];
