import { randomUUID } from 'node:crypto';
import type { UserName } from '../../../target/target.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { isSuccess, statusOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { patientLogin } from './login.ts';

/** The platforms that each user has logged in on. */
export const platformsOfLogins = (context: CheckContext): Promise<Map<UserName, string[]>> =>
  context.shared('platforms of logins', async () => new Map());

/** Logs a user in on a platform, from a device of their own if none is given, and tells of it. */
export async function loginOn(
  context: CheckContext,
  platform: string,
  user: UserName,
  { device = randomUUID(), ...more }: Pick<CallOptions, 'as' | 'turn'> & { device?: string } = {},
): Promise<Exchange> {
  // No login before this one need live on: each may make room for it.
  context.leaveSessions();
  const exchange = await context.call('login', {
    ...patientLogin(context, user),
    headers: { platform, uuid: device },
    ...more,
  });
  if (isSuccess(exchange)) {
    const platforms = await platformsOfLogins(context);
    platforms.set(user, [...new Set([...(platforms.get(user) ?? []), platform])]);
  }
  context.observe(`status of login by ${user} on ${platform}`, statusOf(exchange));
  return exchange;
}
