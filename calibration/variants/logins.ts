import type { Role } from '../../contract/roles.ts';
import { jsonAnswer, type Layer, type PlainResponse } from '../servers/exchange-layer.ts';
import { objectOf } from '../servers/requests.ts';
import { succeeded } from './succeeded.ts';
import type { Axis } from './variant.ts';

/** A failed login or refresh shows nothing but that no token is given. */
function failedLogin(answer: PlainResponse): Layer {
  return async (request, next, context) => {
    const response = await next(request);
    return context.endpoint === 'login' && !succeeded(response, request, context)
      ? answer
      : response;
  };
}

/** How a failed login is answered (section 7 shows nothing). */
export const loginFailure: Axis = {
  id: 'login-failure',
  open: ['LGN-11'],
  choices: [
    {
      id: 'login-failure.http-200',
      how: 'answers a failed login with HTTP 200, status FAILED and a null token',
      wrapping: () => ({
        layers: [
          failedLogin(jsonAnswer(200, { status: 'FAILED', access_token: null, user: null })),
        ],
      }),
    },
    {
      id: 'login-failure.forbidden',
      how: 'answers a failed login with an empty 403',
      wrapping: () => ({ layers: [failedLogin({ status: 403, headers: {}, body: '' })] }),
    },
  ],
};

/** Counts the wrong logins of each known user and answers them all with a lock after some. */
function lockOut(
  after: number,
  inARow: boolean,
  lock: PlainResponse,
  isFor = (_: Role) => true,
): Layer {
  const wrong = new Map<string, number>();
  return async (request, next, context) => {
    const { passwords, store } = context.dependencies;
    const { email, currentPassword } = objectOf(request.body) ?? {};
    const user =
      context.endpoint === 'login' && typeof email === 'string'
        ? store.users.byEmail(email)
        : undefined;
    if (typeof email !== 'string' || !user || !isFor(user.role)) {
      return next(request);
    }
    const before = wrong.get(email) ?? 0;
    if (before >= after) {
      return lock;
    }
    const response = await next(request);
    // Another variant may refuse a right password, and nobody guesses by that.
    if (!(await passwords.matches(String(currentPassword), user.passwordHash))) {
      wrong.set(email, before + 1);
    } else if (inARow) {
      wrong.delete(email);
    }
    return response;
  };
}

const LOCKED: PlainResponse = { status: 423, headers: {}, body: '' };

/** Guessing passwords may be slowed or stopped; nothing is said of it. */
export const loginLockOut: Axis = {
  id: 'login-lock-out',
  open: ['LGN-11', 'LIM-10'],
  choices: [
    {
      id: 'login-lock-out.in-a-row',
      how: 'answers a user with 429 for a quarter of an hour after two wrong logins in a row',
      wrapping: () => ({
        layers: [lockOut(2, true, { status: 429, headers: { 'retry-after': '900' }, body: '' })],
      }),
    },
    {
      id: 'login-lock-out.in-all',
      how: 'locks a user with 423 after two wrong logins, good ones between or not',
      wrapping: () => ({ layers: [lockOut(2, false, LOCKED)] }),
    },
    {
      id: 'login-lock-out.of-staff',
      how: 'locks staff with 423 after two wrong logins, good ones between or not',
      wrapping: () => ({ layers: [lockOut(2, false, LOCKED, (role) => role !== 'CUSTOMER')] }),
    },
    {
      id: 'login-lock-out.of-customers',
      how: 'locks customers with 423 after two wrong logins, good ones between or not',
      wrapping: () => ({ layers: [lockOut(2, false, LOCKED, (role) => role === 'CUSTOMER')] }),
    },
  ],
};
