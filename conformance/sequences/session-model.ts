import type { UserName } from '../../target/target.ts';
import {
  answerOf,
  expectNoServerError,
  expectServedOrUnauthorised,
  expectSuccess,
  isRejection,
  isSuccess,
  statusOf,
} from '../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../http/exchange.ts';
import { deviate, Inconclusive } from '../outcome.ts';
import type { Done, Model } from './play.ts';

/** An access token that was given out, by its number, with the refresh token to go with it. */
export interface HeldToken {
  number: number;
  user: UserName;
  accessToken: string;
  refreshToken: string | undefined;
}

/** How a token is sent, and from which device. */
export interface Form {
  /** as Authorization: Bearer; whether that is taken has checks of its own */
  bearer: boolean;
  /** under another uuid than all other requests have: it is "unique per device or request" (5.3) */
  otherDevice: boolean;
}

/** A token in X-Auth-Token from the device of the login: the form that has to succeed. */
export const PLAIN: Form = { bearer: false, otherDevice: false };

const isPlain = ({ bearer, otherDevice }: Form) => !bearer && !otherDevice;

/** One request about sessions; `gives` is the number of the token that it may bring. */
export type SessionAction =
  | { kind: 'login'; user: UserName; gives: number }
  | { kind: 'refresh'; token: HeldToken; gives: number; form: Form }
  | { kind: 'logout'; token: HeldToken; form: Form }
  | { kind: 'call'; token: HeldToken; form: Form; what: string };

/**
 * What is known of a token: `alive` has to work, `dead` was logged out and never works again,
 * `open` may do either.
 */
export interface Standing {
  user: UserName;
  is: 'alive' | 'dead' | 'open';
  /** whether its refresh token has to work */
  renewable: boolean;
}

/** The standing of every token, by its number. */
export type Sessions = Readonly<Record<number, Standing>>;

/**
 * What a login, a refresh or a logout may do to the other tokens of the same user: it may end them
 * or not (sections 4.3 and 5.5 say nothing of them), and spend their refresh tokens. It never
 * touches those of another user.
 */
function loosened(sessions: Sessions, user: UserName): Sessions {
  return Object.fromEntries(
    Object.entries(sessions).map(([number, standing]) => [
      number,
      standing.user === user
        ? { ...standing, is: standing.is === 'dead' ? 'dead' : 'open', renewable: false }
        : standing,
    ]),
  );
}

const textAt = (exchange: Exchange, field: string): string | undefined => {
  const value = valueAt(jsonOf(exchange), field);
  return isSuccess(exchange) && typeof value === 'string' && value !== '' ? value : undefined;
};

/** Sessions of a user, with whom another may be refused: how many there may be is not said. */
const MANY = 5;

/** The tokens in an answer of login or refresh; a refresh may leave the refresh token as it is. */
export function tokensIn(exchange: Exchange) {
  return {
    accessToken: textAt(exchange, 'access_token'),
    refreshToken: textAt(exchange, 'refresh_token'),
  };
}

function afterLogin(sessions: Sessions, user: UserName, gives: number, exchange: Exchange) {
  const open = Object.values(sessions).filter((each) => each.user === user && each.is !== 'dead');
  if (isRejection(exchange) && open.length >= MANY) {
    throw new Inconclusive(`A login of a user with ${open.length} sessions was refused.`);
  }
  expectSuccess(exchange, `a login of ${user}`);
  const { accessToken, refreshToken } = tokensIn(exchange);
  if (accessToken === undefined) {
    deviate(`an access token for a login of ${user}`, 'none');
  }
  const given = { user, is: 'alive' as const, renewable: refreshToken !== undefined };
  return { ...loosened(sessions, user), [gives]: given };
}

function afterRefresh(
  sessions: Sessions,
  { token, gives, form }: SessionAction & { kind: 'refresh' },
  exchange: Exchange,
) {
  const { user, is, renewable } = standingOf(sessions, token);
  const { accessToken, refreshToken } = tokensIn(exchange);
  expectNoServerError(exchange, 'a refresh');
  if (is === 'dead' && accessToken !== undefined) {
    deviate(`no token for a refresh with ${nameOf(token)}, which was logged out`, 'one');
  }
  if (is === 'alive' && renewable && isPlain(form) && accessToken === undefined) {
    deviate(`a token for a refresh with ${nameOf(token)} of a living session`, answerOf(exchange));
  }
  const others = loosened(sessions, user);
  if (accessToken === undefined) {
    return others;
  }
  const rotated = refreshToken !== undefined && refreshToken !== token.refreshToken;
  // A target may hold a token to the device that it was given to.
  const given: Standing = form.otherDevice
    ? { user, is: 'open', renewable: false }
    : { user, is: 'alive', renewable: rotated };
  return { ...others, [gives]: given };
}

function afterLogout(
  sessions: Sessions,
  { token, form }: SessionAction & { kind: 'logout' },
  exchange: Exchange,
) {
  const { user, is } = standingOf(sessions, token);
  expectNoServerError(exchange, 'a logout');
  if (is === 'alive' && isPlain(form)) {
    expectSuccess(exchange, `a logout with ${nameOf(token)}`);
  }
  if (is === 'dead') {
    expectDead(token, exchange);
  }
  if (is === 'open' && isPlain(form)) {
    expectServedOrUnauthorised(exchange, `a logout with ${nameOf(token)}`);
  }
  const others = loosened(sessions, user);
  if (!isSuccess(exchange)) {
    return others;
  }
  return { ...others, [token.number]: { user, is: 'dead' as const, renewable: false } };
}

function afterCall(
  sessions: Sessions,
  { token, form }: SessionAction & { kind: 'call' },
  exchange: Exchange,
) {
  const standing = standingOf(sessions, token);
  expectNoServerError(exchange, 'a call');
  if (standing.is === 'dead') {
    expectDead(token, exchange);
  }
  if (standing.is === 'alive' && isPlain(form)) {
    expectSuccess(exchange, `a call with ${nameOf(token)}, which nothing has ended,`);
  }
  if (standing.is === 'open' && isPlain(form)) {
    expectServedOrUnauthorised(exchange, `a call with ${nameOf(token)}`);
  }
  return standing.is === 'open' && isSuccess(exchange)
    ? { ...sessions, [token.number]: { ...standing, is: 'alive' as const } }
    : sessions;
}

function expectDead(token: HeldToken, exchange: Exchange): void {
  if (statusOf(exchange) !== 401) {
    deviate(`HTTP 401 for ${nameOf(token)}, which was logged out`, answerOf(exchange));
  }
}

function standingOf(sessions: Sessions, { number, user }: HeldToken): Standing {
  return sessions[number] ?? { user, is: 'open', renewable: false };
}

const nameOf = ({ number, user }: HeldToken) => `token ${number} of ${user}`;

const formOf = ({ bearer, otherDevice }: Form) =>
  `${bearer ? ' as Bearer' : ''}${otherDevice ? ' under another uuid' : ''}`;

/** Sections 4.1 to 4.3 and 5.5, 5.6: whose token it is, and whether it is alive. */
export const sessionModel: Model<Sessions, SessionAction> = {
  next(sessions, { action, exchange }: Done<SessionAction>) {
    switch (action.kind) {
      case 'login':
        return afterLogin(sessions, action.user, action.gives, exchange);
      case 'refresh':
        return afterRefresh(sessions, action, exchange);
      case 'logout':
        return afterLogout(sessions, action, exchange);
      case 'call':
        return afterCall(sessions, action, exchange);
    }
  },
  text(action) {
    switch (action.kind) {
      case 'login':
        return `login ${action.user} (gives token ${action.gives})`;
      case 'refresh':
        return `refresh with ${nameOf(action.token)}${formOf(action.form)} (gives token ${action.gives})`;
      case 'logout':
        return `logout with ${nameOf(action.token)}${formOf(action.form)}`;
      case 'call':
        return `${action.what} with ${nameOf(action.token)}${formOf(action.form)}`;
    }
  },
};
