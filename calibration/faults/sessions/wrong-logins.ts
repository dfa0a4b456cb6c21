import { STANDARD_LOGINS } from '../../../fixtures/standard-users.ts';
import { replace } from '../../servers/answers.ts';
import { jsonAnswer, type PlainRequest } from '../../servers/exchange-layer.ts';
import { absent, amend, amendBody, objectOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Explanation, Fault } from '../fault.ts';

/** Sends the right password of whoever logs in, whatever was sent. */
const rightPassword = (request: PlainRequest): string | undefined => {
  const email = objectOf(request.body)?.email;
  return Object.values(STANDARD_LOGINS).find((each) => each.email === email)?.password;
};

/** The login with the right password where that which was sent is as told. */
const withRightPassword =
  (isTaken: (password: unknown) => boolean) =>
  (request: PlainRequest): object | undefined => {
    const body = objectOf(request.body);
    const password = rightPassword(request);
    return body && isTaken(body.currentPassword) && password
      ? { email: body.email, currentPassword: password }
      : undefined;
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
    good: withRightPassword((password) => typeof password === 'string'),
  },
  {
    what: 'password-missing-accepted',
    breaks: 'LGN-6',
    caughtBy: 'login.refuses.password-missing',
    how: 'A login without currentPassword succeeds.',
    good: withRightPassword(absent),
  },
  {
    what: 'password-of-another-type-accepted',
    breaks: 'LGN-6',
    caughtBy: 'login.refuses.password-not-a-string',
    how: 'A login whose currentPassword is true succeeds.',
    good: withRightPassword((password) => password === true),
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
      jsonAnswer(500, { message: 'internal error' }),
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

/** Users of another tenant, which may have come from elsewhere: when what is sent for one is taken as right. */
const ofAnotherTenant = (
  id: string,
  how: string,
  isTaken: (sent: unknown, right: string) => boolean,
): Fault => ({
  id: `login.another-tenant.${id}`,
  breaks: 'LGN-8',
  caughtBy: 'login.refuses.wrong-password-of-others',
  how,
  layers: [
    amendBody('login', (body) => {
      const { email, password } = STANDARD_LOGINS.otherManager;
      if (body.email === email && isTaken(body.currentPassword, password)) {
        body.currentPassword = password;
      }
    }),
  ],
});

const anotherTenants: Fault[] = [
  ofAnotherTenant(
    'password-in-any-case',
    'The password of a user of another tenant is compared without regard to letter case.',
    (sent, right) => String(sent).toLowerCase() === right.toLowerCase(),
  ),
  ofAnotherTenant(
    'no-password',
    'A user of another tenant is logged in without any password.',
    (sent) => sent === undefined,
  ),
];

const knownByAToken: Fault = {
  id: 'login.any-password-beside-a-token',
  breaks: 'LGN-8',
  caughtBy: 'login.refuses.wrong-password',
  how: 'With the token of a manager anybody is logged in, whatever the password.',
  layers: [
    amend('login', (request, context) => {
      const isKnown = callerOf(request, context)?.role === 'MANAGER';
      const body = { ...objectOf(request.body), currentPassword: rightPassword(request) };
      return isKnown ? { ...request, body: JSON.stringify(body) } : undefined;
    }),
  ],
};

const betraying: Fault[] = [
  {
    id: 'login.token-in-refused-login',
    breaks: 'LGN-8',
    caughtBy: 'login.refuses.wrong-password',
    how: 'A login with a wrong password is answered with 401 and a token all the same.',
    layers: [
      replace(
        'login',
        jsonAnswer(401, { message: 'wrong password', access_token: 'a.b.c' }),
        (response, request) => response.status === 401 && rightPassword(request) !== undefined,
      ),
    ],
    alsoCaughtBy: ANY_WRONG,
  },
];

/** Section 4.1: logins that are wrong, and are taken or tell too much. */
export const wrongLoginFaults: Fault[] = [
  ...lax,
  failsWith500,
  staffByAnyPassword,
  ...anotherTenants,
  knownByAToken,
  ...betraying,
];
