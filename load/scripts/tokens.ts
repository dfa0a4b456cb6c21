import exec from 'k6/execution';
import http from 'k6/http';
import { deviceHeaders } from './headers.ts';
import { run, type User } from './plan/run.ts';
import { hostOf, ownUsers } from './plan/users.ts';
import { tokenFailures } from './record/counters.ts';
import { type Answer, measure } from './record/judge-answer.ts';
import { parsed } from './record/parsed.ts';
import { sayProblem } from './record/problems.ts';
import { keepSecret } from './record/secrets.ts';
import { fits, holdsToken } from './record/validation.ts';

/** A session as a login gave it. */
export interface Session {
  access: string;
  refresh: string;
  /** milliseconds since 1970 */
  issuedAt: number;
  lifetimeMs: number;
}

const PATH = '/api/v6/services/securitymanagement';

/**
 * Sessions by the index of the user: at first those that `setup` made, shared by all virtual users.
 * A refresh token may be good for one use, and virtual users cannot tell each other the next one, so
 * a shared session is never refreshed: before it expires, each virtual user that goes on using it
 * logs in once, and refreshes its own session from then on.
 */
const own: (Session | undefined)[] = [];
const sharedDied: boolean[] = [];

/** A session with the time from which it must not be used any more without renewal. */
export interface LiveSession extends Session {
  renewAt: number;
}

/** Sessions by the index of the user; null for the users of other k6 processes. */
export type Sessions = (Session | null)[];

/** Logs this process's users in once, before the load; not measured. */
export function openSessions(): Sessions {
  const own = new Set(ownUsers());
  return run.users.map((user, index) => {
    if (!own.has(index)) {
      return null;
    }
    if (user.password === '') {
      throw new Error(`the password of ${user.email} is missing: set ${user.passwordFrom}`);
    }
    const answer = loginRequest(index, user, 'setup-login');
    const session = sessionOf(answer, Date.now());
    if (session === null) {
      throw new Error(`login of ${user.email} gave no token`);
    }
    return session;
  });
}

/** A live session of the user, or null when none can be had (counted as a token failure). */
export function sessionFor(user: number, shared: Sessions): LiveSession | null {
  const mine = own[user];
  if (mine === undefined) {
    remember(shared[user] ?? null);
  }
  const session = mine ?? (sharedDied[user] ? undefined : (shared[user] ?? undefined));
  if (session !== undefined) {
    const renewAt = renewalOf(session, user);
    if (Date.now() < renewAt) {
      return { ...session, renewAt };
    }
  }
  const renewed = (mine && refreshed(mine, user)) ?? login(user);
  own[user] = renewed ?? undefined;
  if (renewed !== null) {
    return { ...renewed, renewAt: renewalOf(renewed, user) };
  }
  tokenFailures.add(1, { endpoint: 'login' });
  sayProblem('login', 'token', 'the token expires and neither refresh nor login gives another');
  return null;
}

/** Forgets a session that the target refused, so that the next use logs in anew. */
export function dropSession(user: number): void {
  own[user] = undefined;
  sharedDied[user] = true;
}

function remember(session: Session | null): Session | null {
  if (session !== null) {
    [session.access, session.refresh].forEach(keepSecret);
  }
  return session;
}

/** The background of both journeys: a login, then a refresh of that session. */
export function loginAndRefresh(): void {
  const own = ownUsers();
  const user = own[exec.scenario.iterationInInstance % own.length] ?? 0;
  const session = login(user);
  if (session !== null) {
    refreshed(session, user);
  }
}

/** Between 70% and 90% of the lifetime, spread over virtual users so that they do not come at once. */
function renewalOf(session: Session, user: number): number {
  const spread = ((exec.vu.idInTest * 0.618 + user * 0.382) % 1) * 0.2;
  return session.issuedAt + session.lifetimeMs * (0.7 + spread);
}

function login(user: number): Session | null {
  const now = Date.now();
  const credentials = run.users[user];
  if (credentials === undefined) {
    throw new Error(`there is no user ${user}`);
  }
  const answer = loginRequest(user, credentials);
  measure('login', answer, holdsToken, { needsToken: false, inFull: fits('session') });
  // An answer that breaks the schema may still hold a token that is good.
  return sessionOf(answer, now);
}

function loginRequest(user: number, { email, password }: User, name = 'login'): Answer {
  return http.request(
    'PUT',
    `${hostOf(user)}${PATH}/login`,
    JSON.stringify({ email, currentPassword: password }),
    { headers: deviceHeaders(null), timeout: run.timeoutMs, tags: { name } },
  ) as Answer;
}

function refreshed(session: Session, user: number): Session | null {
  const now = Date.now();
  const answer = http.request(
    'POST',
    `${hostOf(user)}${PATH}/refresh`,
    JSON.stringify({ refresh_token: session.refresh }),
    { headers: deviceHeaders(session.access), timeout: run.timeoutMs, tags: { name: 'refresh' } },
  ) as Answer;
  measure('refresh', answer, holdsToken, { inFull: fits('refresh-response') });
  const body = parsed(answer) as RefreshBody | null;
  if (typeof body?.access_token !== 'string') {
    return null;
  }
  return remember({
    ...session,
    access: body.access_token,
    refresh: body.refresh_token ?? session.refresh,
    issuedAt: now,
    lifetimeMs: body.expires_in * 1000,
  });
}

interface RefreshBody {
  access_token: string;
  refresh_token?: string;
  expires_in: number;
}

function sessionOf(answer: Answer, issuedAt: number): Session | null {
  const body = parsed(answer) as RefreshBody | null;
  if (typeof body?.access_token !== 'string' || body.refresh_token === undefined) {
    return null;
  }
  return remember({
    access: body.access_token,
    refresh: body.refresh_token,
    issuedAt,
    lifetimeMs: body.expires_in * 1000,
  });
}
