import { NotSupplied } from '../../../target/states/not-supplied.ts';
import { ROLE_OF_USER, USER_NAMES, type UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, expectSuccess, isSuccess, leavesOf, statusOf } from '../../expectations.ts';
import { type Exchange, jsonOf } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { bodyFields, wrongValues } from '../kinds/body-fields.ts';
import { preferenceCaller } from './organisation-preference.ts';

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

/** A login for everybody else: each user's shared session rests on one of these. */
const logins: Check[] = USER_NAMES.map((user) => ({
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

const TENANT_PAIRS: { other: UserName; same: boolean }[] = [
  { other: 'manager', same: true },
  { other: 'agent', same: true },
  { other: 'cashier', same: true },
  { other: 'otherCustomer', same: true },
  { other: 'otherManager', same: false },
];

const tenants: Check[] = TENANT_PAIRS.map(({ other, same }) => ({
  id: `login.tenant.${other.toLowerCase()}`,
  title: `gives customer and ${other} ${same ? 'one tenant_id' : 'different tenant_ids'}`,
  requirements: ['SVC-1'],
  level: 'must',
  endpoint: 'login',
  users: ['customer', other],
  after: ['session.user.tenant_id'],
  async run(context) {
    const customer = await context.session('customer');
    const { tenantId } = await context.session(other);
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
  title: 'gives a working token at a second login',
  requirements: ['AUT-11'],
  level: 'must',
  endpoint: 'login',
  users: ['manager'],
  after: ['fetch-organisation-preference.succeeds'],
  phase: 'sessions',
  async run(context) {
    const { user } = await preferenceCaller(context);
    const session = await context.freshSession(user);
    const exchange = await context.call('fetch-organisation-preference', { as: session });
    expectSuccess(exchange, 'a request with the token of a second login');
  },
};

const LISTED_HEADERS = [
  { header: 'Content-Type', requirement: 'LGN-2' },
  { header: 'platform', requirement: 'LGN-3' },
  { header: 'uuid', requirement: 'LGN-4' },
];

const withoutListed: Check[] = LISTED_HEADERS.map(({ header, requirement }) => ({
  id: `login.observes.${header.toLowerCase()}`,
  title: `shows what login does without ${header}`,
  requirements: [requirement],
  level: 'open',
  endpoint: 'login',
  users: ['customer'],
  phase: 'sessions',
  async run(context) {
    const exchange = await context.call('login', {
      body: loginBody(context, 'customer'),
      ...ownHost(context, 'customer'),
      headers: { [header]: null },
      // Where the header is demanded, a few of these may lock the user.
      patienceMs: PATIENCE_MS,
    });
    context.observe(`status of login without ${header}`, statusOf(exchange));
  },
}));

/** A rate limit for everybody asks for a second or so; who asks for more locks the user. */
export const PATIENCE_MS = 5_000;

/** How the wrong logins of a run stand. */
interface WrongLogins {
  /** what came that may be a lock; nothing more is tried then */
  ended: string;
  /** the user whose good login came last, with no wrong one after it */
  ready: UserName | undefined;
}

/**
 * A login of a user that is to be refused, sent while another user logs in. A good login of the user
 * comes before each, so that there are never two wrong ones in a row. What cannot be told from a lock
 * ends them all as not tested: 429 (RFC 6585 section 4), 423 (RFC 4918 section 11.3), or a good
 * login that is refused; to go on would lock the user for longer.
 */
async function wrongLogin(
  context: CheckContext,
  change: Record<string, unknown>,
  user: UserName = 'customer',
  next: UserName = user,
): Promise<Exchange> {
  const series = await context.shared(
    'wrong logins',
    async (): Promise<WrongLogins> => ({ ended: '', ready: undefined }),
  );
  const login = async (who: UserName, body: object) => {
    const own = ownHost(context, who);
    const exchange = await context.call('login', { body, patienceMs: PATIENCE_MS, ...own });
    if ([423, 429].includes(statusOf(exchange))) {
      series.ended ||= answerOf(exchange);
    }
    return exchange;
  };
  const goodLogin = async (who: UserName) => {
    const exchange = await login(who, loginBody(context, who));
    if (!isSuccess(exchange)) {
      series.ended ||= answerOf(exchange);
    }
    series.ready = who;
  };
  if (series.ended === '' && series.ready !== user) {
    await goodLogin(user);
  }
  if (series.ended === '') {
    const wrong = login(user, { ...loginBody(context, user), ...change });
    const [exchange] = await Promise.all([wrong, next !== user && goodLogin(next)]);
    series.ready = next === user ? undefined : next;
    if (![423, 429].includes(statusOf(exchange))) {
      return exchange;
    }
  }
  throw new NotSupplied(
    'user customer whom wrong passwords do not lock',
    `is not supplied: the target locks or slows logins after wrong passwords (${series.ended})`,
  );
}

/** Demands that nothing in the answer is a token (section 7 shows no more of a failed login). */
function expectNoToken(exchange: Exchange, what: string): void {
  if (statusOf(exchange) >= 500) {
    deviate(`${what} to be rejected`, answerOf(exchange));
  }
  const token = leavesOf(jsonOf(exchange)).find(
    ({ path, value }) =>
      /\/(access|refresh)_?token$/i.test(path) && typeof value === 'string' && value !== '',
  );
  if (token) {
    deviate(`no token for ${what}`, `${answerOf(exchange)} with ${token.path.slice(1)}`);
  }
}

interface WrongLogin {
  variant: string;
  requirement: string;
  what: string;
  /** says more of a rule that is tested already, so that a lock before it leaves nothing untested */
  isFurther?: true;
  /** is about other users already, so that the customer is the one who logs in rightly between */
  onlyCustomer?: true;
  /** one for each login, given the right values */
  changes(right: ReturnType<typeof loginBody>, context: CheckContext): Record<string, unknown>[];
}

/** The field of a login with values that are no text, whatever reads them. */
const notText = (field: 'email' | 'currentPassword', first: unknown): WrongLogin['changes'] => {
  const about = bodyFields('login').filter((each) => each.field === field);
  return (right) =>
    [first, ...about.flatMap((each) => wrongValues(each, right[field]))].map((value) => ({
      [field]: value,
    }));
};

const otherCase = (text: string) => {
  const upper = text.toUpperCase();
  return upper === text ? text.toLowerCase() : upper;
};

const WRONG_LOGINS: WrongLogin[] = [
  {
    variant: 'unknown-email',
    requirement: 'LGN-9',
    what: 'the address of nobody',
    // Then near misses of the right one: as a part, with a letter more, and as a pattern.
    changes: ({ email: right }) =>
      ['nobody-at-all@assay.invalid', `${right}x`, `x${right}`, `%${right.slice(1)}`].map(
        (email) => ({ email }),
      ),
  },
  {
    variant: 'email-missing',
    requirement: 'LGN-5',
    what: 'a login without email',
    changes: () => [{ email: undefined }],
  },
  {
    variant: 'password-missing',
    requirement: 'LGN-6',
    what: 'a login without currentPassword',
    changes: () => [{ currentPassword: undefined }],
  },
  {
    variant: 'wrong-password',
    requirement: 'LGN-8',
    what: 'a wrong password',
    changes: () => [{ currentPassword: 'this-is-not-the-password-of-anybody' }],
  },
  {
    variant: 'email-not-a-string',
    requirement: 'LGN-5',
    what: 'a login whose email is no text',
    changes: notText('email', 12345),
  },
  {
    variant: 'password-not-a-string',
    requirement: 'LGN-6',
    what: 'a login whose currentPassword is no text',
    changes: notText('currentPassword', true),
  },
  {
    variant: 'password-near-miss',
    requirement: 'LGN-8',
    what: 'a password that is nearly right',
    isFurther: true,
    // A password without letters is the same in any case. Blanks around it are not tried: a target may
    // take them for slips of who types.
    changes: ({ currentPassword: right }) =>
      [otherCase(right), right.slice(0, -1), `${right}x`, '']
        .filter((near) => near !== right)
        .map((currentPassword) => ({ currentPassword })),
  },
  {
    variant: 'wrong-password-of-others',
    requirement: 'LGN-8',
    what: 'a wrong or nearly right password of other users',
    isFurther: true,
    // One of each kind, and one a user: nobody is locked for it.
    onlyCustomer: true,
    changes: (_, { target: { users } }) =>
      (['manager', 'agent', 'cashier', 'otherCustomer'] as const).flatMap((user, index) => {
        const { email, password = '' } = users[user] ?? {};
        const wrong = [
          'nobody-has-this-one',
          otherCase(password),
          `${password}x`,
          password.slice(1),
        ];
        const currentPassword = wrong[index] ?? '';
        return email === undefined || currentPassword === password
          ? []
          : [{ email, currentPassword }];
      }),
  },
  {
    variant: 'password-of-another',
    requirement: 'LGN-8',
    what: "a password of another user's",
    isFurther: true,
    onlyCustomer: true,
    changes: ({ currentPassword: right }, { target: { users } }) =>
      [users.otherCustomer?.password, users.manager?.password]
        .filter((password) => password !== undefined && password !== right)
        .map((currentPassword) => ({ currentPassword })),
  },
];

/** Who logs in wrongly, in turn. */
const IN_TURN: readonly UserName[] = ['customer', 'manager', 'otherCustomer', 'agent'];

/** Each rule is tried on so many users at least. */
const LEAST_TRIED = 3;

const refusals: Check[] = WRONG_LOGINS.map(
  ({ variant, requirement, what, isFurther, onlyCustomer, changes }) => ({
    id: `login.refuses.${variant}`,
    title: `gives no token for ${what}`,
    requirements: [requirement],
    level: 'must',
    endpoint: 'login',
    users: ['customer'],
    phase: 'sessions',
    async run(context) {
      const users = IN_TURN.filter(
        (user) => user === 'customer' || (!onlyCustomer && context.target.users[user]),
      );
      const ofCustomer = changes(loginBody(context, 'customer'), context);
      if (ofCustomer.length === 0) {
        context.inconclusive('All users have the same password.');
      }
      const count = onlyCustomer ? ofCustomer.length : Math.max(ofCustomer.length, LEAST_TRIED);
      for (let index = 0; index < count; index += 1) {
        const [user = 'customer', next = user] = [index, index + 1].map(
          (turn) => users[turn % users.length],
        );
        const own = changes(loginBody(context, user), context);
        const change = own[index % own.length];
        const exchange =
          change &&
          (await wrongLogin(context, change, user, next).catch((error) => {
            if (!(error instanceof NotSupplied) || (index === 0 && !isFurther)) {
              throw error;
            }
            if (index === 0) {
              return context.inconclusive('The target locks the user before this.');
            }
          }));
        if (exchange === undefined) {
          return;
        }
        expectNoToken(
          exchange,
          index === 0 ? what : `${what} by ${user} (${index + 1} of ${count})`,
        );
      }
    },
  }),
);

const emailInCapitals: Check = {
  id: 'login.observes.email-in-capitals',
  title: 'shows whether an e-mail address in other case logs in',
  requirements: ['LGN-20'],
  level: 'open',
  endpoint: 'login',
  users: ['customer'],
  phase: 'sessions',
  async run(context) {
    const { email } = loginBody(context, 'customer');
    const exchange = await wrongLogin(context, { email: otherCase(email) });
    context.observe('login with the e-mail address in other case', answerOf(exchange));
    const others = USER_NAMES.filter((user) => user !== 'customer' && context.target.users[user]);
    // Where it logs in it is no wrong login, and what it says of anybody is judged by the rules.
    for (const user of isSuccess(exchange) ? others : []) {
      const right = loginBody(context, user);
      await context.call('login', {
        body: { ...right, email: otherCase(right.email) },
        patienceMs: PATIENCE_MS,
        ...ownHost(context, user),
      });
    }
  },
};

const failure: Check = {
  id: 'login.observes.failure',
  title: 'shows how a failed login is answered',
  requirements: ['LGN-11'],
  level: 'open',
  endpoint: 'login',
  users: ['customer'],
  phase: 'sessions',
  async run(context) {
    const exchange = await context.call('login', {
      body: { email: 'nobody-at-all@assay.invalid', currentPassword: 'wrong' },
      patienceMs: PATIENCE_MS,
    });
    context.observe('answer to a failed login', answerOf(exchange));
  },
};

/** Section 4.1, and what section 1 says of roles and tenants. */
export const loginChecks: Check[] = [...logins, ...roles, ...tenants, again];

/** Failed logins come last of all, since a target may lock a user after some of them. */
export const loginRefusalChecks: Check[] = [
  ...withoutListed,
  ...refusals,
  emailInCapitals,
  failure,
];
