import { UsageError } from '../../contract/errors.ts';
import { CUSTOMER_FIRST, type Target, type UserEntry, type UserName } from '../../target/target.ts';
import { createClient } from '../http/client.ts';
import type { Exchange } from '../http/exchange.ts';
import { type BegunSession, logIn } from './logins.ts';

/** A session that was begun to see whether anybody may log in, and the address of its user. */
export interface FirstSession {
  email: string;
  session: BegunSession;
}

/**
 * Logs in the users of a target, one after the other, until one of them is not refused: a run in
 * which nobody may log in says nothing of the target but that the file is wrong. A target that
 * gives no answer, or another than a refusal, is left for the run to judge. `onExchange` is told of all
 * that is sent.
 *
 * @returns the session that began, if one did
 * @throws UsageError when every login is answered as a wrong password is, or one with a redirect
 */
export async function expectLogin(
  target: Target,
  signal: AbortSignal,
  onExchange?: (exchange: Exchange) => void,
): Promise<FirstSession[]> {
  const users = CUSTOMER_FIRST.flatMap((name): [UserName, UserEntry][] => {
    const entry = target.users[name];
    return entry ? [[name, entry]] : [];
  });
  const [first] = users;
  if (!first) {
    return [];
  }
  const client = createClient({ ...target, signal, ...(onExchange && { onExchange }) });
  const statuses: number[] = [];
  try {
    for (const [name, credentials] of users) {
      const { refused, redirected, session } = await logIn(credentials, target, client, () => {});
      if (redirected !== undefined) {
        const key = credentials.baseUrl === undefined ? 'baseUrl' : `users.${name}.baseUrl`;
        throw new UsageError(
          `${credentials.baseUrl ?? target.baseUrl} answers the login of users.${name} with a redirect (${redirected}), ` +
            `and redirects are not followed; write the address that it leads to into ${key}`,
        );
      }
      if (refused === undefined) {
        return session ? [{ email: credentials.email, session }] : [];
      }
      statuses.push(refused);
    }
  } finally {
    await client.close();
  }
  const [name, { email }] = first;
  const others = users.slice(1).map(([other], index) => `users.${other} (${statuses[index + 1]})`);
  const rest = others.length > 0 ? `, and those of ${others.join(', ')}` : '';
  throw new UsageError(
    `${target.baseUrl} refuses the login of ${email}, users.${name} (${statuses[0]})${rest}; ` +
      'look at its password in the target file',
  );
}
