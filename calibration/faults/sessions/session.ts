import { STANDARD_LOGINS } from '../../../fixtures/standard-users.ts';
import { becomes, type Change, changed, edit, gone, renamed } from '../../servers/answers.ts';
import type { Layer } from '../../servers/exchange-layer.ts';
import { objectOf } from '../../servers/requests.ts';
import { sentToken, withToken } from '../../servers/tokens.ts';
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

const base64url = (text: string) => Buffer.from(text).toString('base64url');

/** Gives tokens of another form out and takes them back as those of the reference server. */
function reformed(endpoint: 'login' | 'refresh', reform: (token: string) => string): Layer {
  return async (request, next, context) => {
    const sent = sentToken(request)?.token ?? '';
    const real = context.memory.get(`reformed ${sent}`);
    const response = await next(typeof real === 'string' ? withToken(request, real) : request);
    const body = objectOf(response.body);
    if (context.endpoint !== endpoint || typeof body?.access_token !== 'string') {
      return response;
    }
    const token = reform(body.access_token);
    context.memory.set(`reformed ${token}`, body.access_token);
    return { ...response, body: JSON.stringify({ ...body, access_token: token }) };
  };
}

const withPart = (token: string, index: number, part: string) =>
  token.split('.').with(index, part).join('.');

/** Tokens of three parts that are no JWTs all the same, or say another hour than expires_in. */
const ODD_TOKENS = [
  { way: 'header-without-alg', header: '{"typ":"JWT"}', how: 'has no alg in its first part' },
  { way: 'header-alg-no-text', header: '{"alg":256}', how: 'has a number as alg' },
  { way: 'header-no-json', header: 'HS256', how: 'has a first part that is no JSON' },
  { way: 'header-no-object', header: '["HS256"]', how: 'has a list as its first part' },
];

const oddHeaders: Fault[] = ODD_TOKENS.flatMap(({ way, header, how }) =>
  (['login', 'refresh'] as const).map((endpoint) => ({
    id: `${endpoint === 'login' ? 'session' : 'refresh'}.access_token.${way}`,
    breaks: endpoint === 'login' ? 'SES-1' : 'RFR-7',
    caughtBy: endpoint === 'login' ? 'session.access_token' : 'refresh.access_token',
    how: `The access token of a ${endpoint} ${how}, though it works.`,
    layers: [reformed(endpoint, (token) => withPart(token, 0, base64url(header)))],
  })),
);

const fourParts: Fault = {
  id: 'session.access_token.four-parts',
  breaks: 'SES-1',
  caughtBy: 'session.access_token',
  how: 'The access token of a login has four parts, though it works.',
  layers: [reformed('login', (token) => `${token}.${base64url('one more')}`)],
};

const EXPIRIES = [
  { way: 'in-a-day', hours: 24, how: 'expires after a day' },
  { way: 'after-half-an-hour', hours: 0.5, how: 'expires after half an hour' },
];

const expiries: Fault[] = EXPIRIES.flatMap(({ way, hours, how }) =>
  [true, false].map((iat) => ({
    id: `session.access_token.${way}${iat ? '' : '-without-iat'}`,
    breaks: 'AUT-30',
    caughtBy: 'session.access_token-expiry',
    how: `The access token of a login ${how}, as its exp says${iat ? '' : ', with no iat beside it'}.`,
    layers: [
      reformed('login', (token) => {
        const { iat: given, ...claims } = claimsIn(token);
        const exp = Number(given) + hours * 3600;
        return withPart(
          token,
          1,
          base64url(JSON.stringify({ ...claims, exp, ...(iat && { iat: given }) })),
        );
      }),
    ],
  })),
);

const refreshedExpiries: Fault[] = EXPIRIES.map(({ way, hours, how }) => ({
  id: `refresh.access_token.${way}`,
  breaks: 'AUT-30',
  caughtBy: 'refresh.access_token-expiry',
  how: `The access token of a refresh ${how}, as its exp says.`,
  layers: [
    reformed('refresh', (token) => {
      const claims = claimsIn(token);
      const exp = Number(claims.iat) + hours * 3600;
      return withPart(token, 1, base64url(JSON.stringify({ ...claims, exp })));
    }),
  ],
}));

const claimsIn = (token: string) =>
  objectOf(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) ?? {};

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

/** Section 2.1: the fields of a login's answer. */
export const sessionFaults: Fault[] = [
  ...wrongFields,
  ...onlyOneUser,
  ...managerLacks,
  ...oddHeaders,
  fourParts,
  ...expiries,
  anotherEmail,
  othersEmail,
  ...refreshedExpiries,
];
