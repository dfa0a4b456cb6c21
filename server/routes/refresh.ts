import type { RefreshRequest, RefreshResponse } from '../../contract/types.generated.ts';
import type { Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { tokenOf } from '../http/authenticate.ts';
import { unauthorized } from '../http/refusal.ts';
import { bodyOf } from '../http/validation.ts';
import type { OpenRoute } from './route.ts';

/**
 * Section 4.2: a new access token for a refresh token, which is spent and replaced (section 5.5).
 * The access token in the header may be past its hour, for that is what refreshing is for; it must
 * still be ours, not revoked, and the same user's.
 */
export function refresh({ store, clock, tokens, logger }: Dependencies): OpenRoute {
  const body = bodyOf<RefreshRequest>('refresh-request');

  return async (c) => {
    const claims = tokens.read(tokenOf(c), 'accept');
    if (claims === null || store.sessions.userOf(claims) === undefined) {
      throw unauthorized('the access token is invalid or revoked');
    }
    const { refresh_token } = await body(c);
    const spending = store.sessions.spend(refresh_token, claims.sub, clock.now());
    if (spending.outcome === 'reused') {
      logger.warn({ userId: claims.sub }, 'a spent refresh token came again; the session is ended');
    }
    if (spending.outcome !== 'rotated') {
      throw unauthorized('the refresh token is invalid, expired or spent; log in again');
    }
    const result: RefreshResponse = {
      access_token: tokens.issue(claims.sub, spending.session.id),
      expires_in: tokens.lifetime,
      refresh_token: spending.session.refreshToken,
    };
    return answer(c, result);
  };
}
