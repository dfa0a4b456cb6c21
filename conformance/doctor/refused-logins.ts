import { UsageError } from '../../contract/errors.ts';
import type { Credentials, Target, UserName } from '../../target/target.ts';
import { createClient } from '../http/client.ts';
import type { Exchange } from '../http/exchange.ts';
import { logIn } from './logins.ts';

/**
 * Logs in the users of a target, one after the other, until one of them is not refused: a run in
 * which nobody may log in says nothing of the target but that the file is wrong. A target that
 * gives no answer, or another than a refusal, is left for the run to judge. `onExchange` is told of all
 * that is sent.
 *
 * @throws UsageError when every login is answered as a wrong password is
 */
export async function expectLogin(
  target: Target,
  signal: AbortSignal,
  onExchange?: (exchange: Exchange) => void,
): Promise<void> {
  const users = Object.entries(target.users) as [UserName, Credentials][];
  const [first] = users;
  if (!first) {
    return;
  }
  const client = createClient({ ...target, signal, ...(onExchange && { onExchange }) });
  const statuses: number[] = [];
  try {
    for (const [, credentials] of users) {
      const { refused } = await logIn(credentials, target, client, () => {});
      if (refused === undefined) {
        return;
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
