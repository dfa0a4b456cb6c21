import type { Credentials, UserEntry, UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext, Session } from '../../check-context.ts';
import { sessionOf } from '../../http/session-of.ts';
import { givesNone, LOGGING_IN, noMoreSessions } from './left-sessions.ts';

/** For whom a user logs in, and what of the run matters to that. */
interface LogInOptions {
  /** the check whose session it is, beside the one that all checks share */
  askedBy?: Pick<Check, 'phase' | 'endpoint'> | undefined;
  /** whether checks of sessions go beside each other now */
  isBeside: boolean;
  onSecret(value: string): void;
}

/**
 * Logs a user in: for `askedBy`, beside the session that all checks share, and where it is of the phases that
 * do so, on whichever platform the user is known to log in from, or not known not to.
 *
 * @throws NotSupplied where another session is refused, which checks of logins alone demand, of the target's users
 */
export async function logIn(
  user: UserName | Credentials,
  context: CheckContext,
  { askedBy, isBeside, onSecret }: LogInOptions,
): Promise<Session> {
  const credentials: UserEntry | undefined =
    typeof user === 'string' ? context.target.users[user] : user;
  if (!credentials) {
    throw new Error(`the target file has no user ${user}`);
  }
  onSecret(credentials.password);
  const login = await context.call('login', {
    body: { email: credentials.email, currentPassword: credentials.password },
    ...(credentials.baseUrl !== undefined && { baseUrl: credentials.baseUrl }),
    ...(askedBy && LOGGING_IN.includes(askedBy.phase) && { meantToSucceed: true }),
  });
  // Beside others what a check of sessions finds is doubted, and asked again alone.
  const isDoubted = isBeside && askedBy?.phase === 'sessions';
  const isDemanded = askedBy?.endpoint === 'login' && typeof user === 'string';
  if (askedBy && !isDemanded && !isDoubted && givesNone(login)) {
    throw noMoreSessions(login);
  }
  return sessionOf(typeof user === 'string' ? user : 'state', login);
}
