import type { Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { readJson } from '../http/body.ts';
import type { GuardedRoute } from './route.ts';

/**
 * Section 4.3: revokes the token that was sent, and ends its session, so that neither its refresh
 * token nor an access token refreshed earlier lives on. An API token is revoked itself.
 */
export function logout({ store, clock }: Dependencies): GuardedRoute {
  return async (c, { token }) => {
    await readJson(c);
    const now = clock.now();
    if (token.kind === 'api') {
      store.apiTokens.revoke(token.id, now);
    } else {
      store.transaction(() => {
        store.sessions.revoke(token.jti, token.expiresAt, now);
        store.sessions.end(token.sessionId, now);
      });
    }
    return answer(c, { status: 'SUCCESS', message: 'the token is revoked' });
  };
}
