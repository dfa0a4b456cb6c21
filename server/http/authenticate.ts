import type { Context } from 'hono';
import type { AppEnv, Dependencies } from '../dependencies.ts';
import type { User } from '../store/users.ts';
import { tokenHash } from '../tokens.ts';
import { headerOf } from './header.ts';
import { unauthorized } from './refusal.ts';

/** Who sent a request, and by what: a session's access token or an API token. */
export interface Caller {
  user: User;
  token:
    | {
        kind: 'access';
        jti: string;
        sessionId: string;
        expiresAt: number;
        /** The server that acts for the user, where no login began the session. */
        clientId?: string | undefined;
      }
    | { kind: 'api'; id: string };
}

/**
 * The token of a request: X-Auth-Token or, where that is absent, `Authorization: Bearer` (section
 * 5.2).
 *
 * @throws Refusal 401 when there is none
 */
export function tokenOf(c: Context<AppEnv>): string {
  const token = headerOf(c, 'x-auth-token') ?? bearer(c.req.header('Authorization'));
  if (token === undefined || token === '') {
    throw unauthorized('the token is missing: send X-Auth-Token or Authorization: Bearer');
  }
  return token;
}

/** API tokens are marked, so that one look tells which kind a token is. */
export const API_TOKEN_PREFIX = 'assay';

/**
 * The caller whom the token names (section 5). One message for everything that is wrong with a
 * token: what exactly helps only an attacker.
 *
 * @throws Refusal 401 when the token is missing, malformed, not ours, expired or revoked
 */
export function authenticate(c: Context<AppEnv>, dependencies: Dependencies): Caller {
  const { store, clock, tokens } = dependencies;
  const token = tokenOf(c);
  if (token.startsWith(`${API_TOKEN_PREFIX}_`)) {
    const found = store.apiTokens.find(tokenHash(token), clock.now());
    if (found === undefined) {
      throw refused();
    }
    noteUse(found, dependencies);
    return { user: found.user, token: { kind: 'api', id: found.id } };
  }
  const claims = tokens.read(token);
  if (claims === null) {
    throw refused();
  }
  const user = store.sessions.userOf(claims);
  if (user === undefined) {
    throw refused();
  }
  const { jti, sid, exp, client_id: clientId } = claims;
  return { user, token: { kind: 'access', jti, sessionId: sid, expiresAt: exp * 1000, clientId } };
}

/** How exactly the last use of an API token is told, in milliseconds: GitHub and GitLab tell it less so. */
const USE_NOTED = 60_000;

/** Writes when a token was used, once a minute at most, so that reading stays reading. */
function noteUse(
  { id, lastUsedAt }: { id: string; lastUsedAt: number | null },
  { store, clock, logger }: Dependencies,
): void {
  const now = clock.now();
  if (lastUsedAt !== null && now - lastUsedAt < USE_NOTED) {
    return;
  }
  try {
    store.apiTokens.noteUse(id, now);
  } catch (error) {
    // Locked, full or read-only: no reason to refuse who only reads. Whoever writes will be told.
    logger.warn({ err: error }, 'the use of an API token was not noted');
  }
}

function refused() {
  return unauthorized('the token is invalid, expired or revoked');
}

function bearer(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}
