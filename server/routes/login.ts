import type { LoginRequest, Session } from '../../contract/types.generated.ts';
import { PERMISSIONS } from '../authorization/permissions.ts';
import type { Dependencies } from '../dependencies.ts';
import { failedLogins } from '../failed-logins.ts';
import { answer } from '../http/answer.ts';
import { whenUnlocked } from '../http/patience.ts';
import { unauthorized } from '../http/refusal.ts';
import { bodyOf } from '../http/validation.ts';
import type { OpenRoute } from './route.ts';

/**
 * Section 4.1: starts a session for an e-mail address and its password. Failed tries are slowed
 * with 429, of users that exist and of others alike.
 */
export function login({ store, clock, tokens, passwords, logger }: Dependencies): OpenRoute {
  const body = bodyOf<LoginRequest>('login-request');
  const tries = failedLogins(clock);
  const note = async (userId: string | undefined): Promise<void> => {
    try {
      await whenUnlocked(() => store.failedLoginEvents.note(userId));
    } catch (error) {
      // Locked, full or read-only: no reason to answer a wrong password in another way.
      logger.error({ err: error }, 'a failed login was not written down');
    }
  };

  return async (c) => {
    const { email, currentPassword } = await body(c);
    const user = store.users.byEmail(email);
    const matches = await tries.attempt(email, c.env?.address, () =>
      passwords.matches(currentPassword, user?.passwordHash ?? null),
    );
    // One answer for both, and one way to it: nobody learns which addresses have an account.
    if (user === undefined || !matches) {
      await note(user?.id);
      throw unauthorized('the e-mail or the password is wrong');
    }

    const session = await store.syncedApart(() => store.sessions.start(user.id, clock.now()));
    const result: Session = {
      access_token: tokens.issue(user.id, session.id),
      expires_in: tokens.lifetime,
      refresh_token: session.refreshToken,
      user: {
        id: user.id,
        email: user.email,
        role: user.role,
        tenant_id: user.tenantId,
        permissions: [...PERMISSIONS[user.role]],
      },
    };
    return answer(c, result);
  };
}
