import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { NotSupplied } from '../../../target/states/not-supplied.ts';
import { HookFailed } from '../../../target/states/states.ts';
import { USER_NAMES, type UserName } from '../../../target/target.ts';
import type { CallOptions, CheckContext, Session } from '../../check-context.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NoResponse } from '../../outcome.ts';
import { renewedSession } from '../../situations/renewed-session.ts';
import { Recorder } from '../recorder.ts';
import type { SharedValues } from '../shared-values.ts';

/** Where the session of a user stands among the shared values. */
export const sessionKey = (user: UserName): string => `session ${user}`;

/** Whose sessions are renewed: another tenant's may be unknown at this host. */
const RENEWED: readonly UserName[] = ['customer', 'otherCustomer', 'manager', 'agent', 'cashier'];

/** Sends a request, recorded by a recorder, in forms that are drawn by a name. */
type Call = (
  endpoint: EndpointName,
  options: CallOptions,
  recorder: Recorder,
  drawnBy: string,
) => Promise<Exchange>;

/** What the sessions of a run are renewed with. */
export interface Renewing {
  shared: SharedValues;
  signal: AbortSignal;
  contextFor(id: string, recorder: Recorder): CheckContext;
  call: Call;
  login(user: UserName, context: CheckContext): Promise<Session>;
}

/**
 * Puts renewed sessions in the place of those that a run shares so far.
 *
 * @returns `first`, when that of the first user is renewed, and `livedOn`, when all are: whether every one
 *   lived on when another of its user was begun and ended, and nothing where none was tried
 */
export function renewSessions(run: Renewing): {
  first: Promise<unknown>;
  livedOn: Promise<boolean | undefined>;
} {
  // One after the other at each endpoint: what one user's request shows is known when the next one's is made.
  const call = inTurn(run.call);
  const renewed = RENEWED.map((user) => renew(user, { ...run, call }));
  const livedOn = Promise.all(renewed).then((each) => {
    const known = each.filter((livesOn) => livesOn !== undefined);
    return known.length > 0 ? known.every((livesOn) => livesOn) : undefined;
  });
  return { first: Promise.resolve(renewed[0]), livedOn };
}

/** Sends requests by `send`, to each endpoint one after the other. */
function inTurn(send: Call): Call {
  const last = new Map<EndpointName, Promise<unknown>>();
  return (endpoint, ...rest) => {
    const sent = (last.get(endpoint) ?? Promise.resolve()).then(() => send(endpoint, ...rest));
    last.set(
      endpoint,
      sent.catch(() => {}),
    );
    return sent;
  };
}

/**
 * Renews the session of a user; says whether it lived on when another of theirs was begun and ended,
 * and nothing where nobody knows.
 */
async function renew(
  user: UserName,
  { shared, signal, contextFor, call, login }: Renewing,
): Promise<boolean | undefined> {
  if (!shared.has(sessionKey(user)) || signal.aborted) {
    return undefined;
  }
  const own = new Recorder();
  const id = `renewed session of ${user}`;
  const context: CheckContext = {
    ...contextFor(id, own),
    call: (endpoint, options = {}) => call(endpoint, options, own, id),
  };
  // Where there never was one, why is known already: its first login tells it.
  const session = await context.session(user).catch(() => undefined);
  if (session === undefined) {
    return undefined;
  }
  try {
    const livesOn = await renewedSession(context, session, () => login(user, context));
    const renewed = livesOn ?? (await login(user, context));
    put(session, renewed);
    shared.replace(sessionKey(user), Promise.resolve(session), own);
    return livesOn !== undefined;
  } catch (error) {
    // What is not supplied is asked for before anything is sent, so the session is as it was.
    if (error instanceof NotSupplied) {
      return undefined;
    }
    // Else nobody knows whether it lives on: a later login may have ended it, and be locked out.
    shared.replace(sessionKey(user), Promise.reject(lost(user, error)), own);
    return false;
  }
}

/**
 * Does something while the shared session of the user of an address is ended, and puts another in its place;
 * nothing where no session of theirs is shared.
 */
export async function withoutSession(
  email: string,
  { shared, contextFor, login }: Pick<Renewing, 'shared' | 'contextFor' | 'login'>,
  act: () => Promise<void>,
): Promise<void> {
  const own = new Recorder();
  const { users } = contextFor('', own).target;
  const user = USER_NAMES.find((name) => users[name]?.email === email);
  if (user === undefined || !shared.has(sessionKey(user))) {
    return;
  }
  const context = contextFor(sessionKey(user), own);
  const session = await context.session(user);
  await context.call('logout', { as: session, body: {} });
  await act();
  try {
    put(session, await login(user, context));
    shared.replace(sessionKey(user), Promise.resolve(session), own);
  } catch (error) {
    shared.replace(sessionKey(user), Promise.reject(lost(user, error)), own);
  }
}

/** The same session to whoever holds it, in a call that was made ready before. */
function put(session: Session, renewed: Session): void {
  delete session.refreshToken;
  Object.assign(session, renewed);
}

/** Why a session is missing in the middle of a run. */
function lost(user: UserName, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return error instanceof NoResponse || error instanceof HookFailed
    ? error
    : new NotSupplied(
        `user ${user} who can log in more than once`,
        `is not supplied: in the middle of the run a login failed (${reason})`,
      );
}
