import { tokenHash } from '../../../server/tokens.ts';
import { issueFor, sentToken, withToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { PROTECTED } from './refused-tokens.ts';

/** Section 4.2: refresh tokens that are taken for access tokens. */
export const refreshTokenFaults: Fault[] = PROTECTED.filter(
  (endpoint) => endpoint !== 'refresh',
).map((endpoint) => ({
  id: `authentication.refresh-token-taken.${endpoint}`,
  breaks: 'ERR-21',
  caughtBy: `authentication.refresh-token.${endpoint}`,
  how: `${endpoint} takes a refresh token for an access token.`,
  layers: [
    (request, next, context) => {
      const hash = tokenHash(sentToken(request)?.token ?? '');
      const found =
        context.endpoint === endpoint
          ? (context.db
              .prepare(
                `SELECT user_id AS userId FROM refresh_tokens
                   JOIN sessions ON sessions.id = session_id WHERE hash = ?`,
              )
              .get(hash) as { userId: string } | undefined)
          : undefined;
      return next(found ? withToken(request, issueFor(context, found.userId)) : request);
    },
  ],
}));
