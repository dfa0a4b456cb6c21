import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { Role } from '../../contract/roles.ts';
import { STANDARD_LOGINS, type StandardUserName } from '../../fixtures/standard-users.ts';
import { API_TOKEN_PREFIX } from '../../server/http/authenticate.ts';
import type { User } from '../../server/store/users.ts';
import { tokenHash } from '../../server/tokens.ts';
import type { IsMeant, Layer, LayerContext, PlainRequest } from './exchange-layer.ts';
import { amend, objectOf } from './requests.ts';

/** What a request carries as its token, and in which header. */
export interface SentToken {
  header: 'x-auth-token' | 'authorization';
  token: string;
}

/** The token of a request, whether it is good or not; undefined where no header is there. */
export function sentToken({ headers }: PlainRequest): SentToken | undefined {
  const token = headers['x-auth-token'];
  if (token !== undefined) {
    return { header: 'x-auth-token', token };
  }
  const bearer = headers.authorization;
  return bearer === undefined
    ? undefined
    : { header: 'authorization', token: bearer.replace(/^Bearer +/i, '') };
}

/** Whether a request has its token as Bearer: in Authorization, and none in X-Auth-Token. */
export const sendsBearer = (request: PlainRequest): boolean =>
  sentToken(request)?.header === 'authorization';

/** The request with a token in X-Auth-Token and nowhere else. */
export function withToken(request: PlainRequest, token: string): PlainRequest {
  const { authorization: _, ...headers } = request.headers;
  return { ...request, headers: { ...headers, 'x-auth-token': token } };
}

/** A good access token of a new session. */
export function issueFor({ dependencies }: LayerContext, userId: string): string {
  const { store, tokens, clock } = dependencies;
  return tokens.issue(userId, store.sessions.start(userId, clock.now()).id);
}

/** A user of the standard data. */
export function standardUser({ dependencies }: LayerContext, name: StandardUserName): User {
  const user = dependencies.store.users.byEmail(STANDARD_LOGINS[name].email);
  if (user === undefined) {
    throw new Error(`the standard data has no ${name}`);
  }
  return user;
}

/** The user whom a request's token names, if the token is good. */
export function callerOf(request: PlainRequest, context: LayerContext): User | undefined {
  const { store, tokens, clock } = context.dependencies;
  const token = sentToken(request)?.token ?? '';
  if (isApiToken(token)) {
    return store.apiTokens.find(tokenHash(token), clock.now())?.user;
  }
  const claims = tokens.read(token);
  return claims ? store.sessions.userOf(claims) : undefined;
}

/** Whether the caller has a role. */
export const hasRole =
  (role: Role) =>
  (request: PlainRequest, context: LayerContext): boolean =>
    callerOf(request, context)?.role === role;

/** Whether the caller is that user of the standard data. */
export const isUser =
  (name: StandardUserName) =>
  (request: PlainRequest, context: LayerContext): boolean =>
    callerOf(request, context)?.id === standardUser(context, name).id;

/** Serves requests that are meant as if a user of the standard data had sent them. */
export const servedAs = (endpoint: EndpointName, name: StandardUserName, isMeant: IsMeant): Layer =>
  amend(endpoint, (request, context) =>
    isMeant(request, context)
      ? withToken(request, issueFor(context, standardUser(context, name).id))
      : undefined,
  );

/** What a JWT says, whatever its signature; undefined where that is no JSON object. */
export function payloadOf(token: string): Record<string, unknown> | undefined {
  return objectOf(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** The user whose id the payload of a JWT names, whatever its signature. */
export function claimedUser(token: string, { dependencies }: LayerContext): User | undefined {
  const claims = payloadOf(token);
  return claims && dependencies.store.users.byId(String(claims.sub));
}

/** Whether a token is an API token (section 5.7) rather than one of a login. */
export function isApiToken(token: string): boolean {
  return token.startsWith(`${API_TOKEN_PREFIX}_`);
}

/** Whether a request has an API token as its token, be it good or not. */
export const sendsApiToken = (request: PlainRequest): boolean =>
  isApiToken(sentToken(request)?.token ?? '');

/** What the database says of an API token, be it expired or revoked. */
export function apiTokenRow(
  token: string,
  { db }: LayerContext,
): { userId: string; expired: boolean; revoked: boolean } | undefined {
  const row = db
    .prepare<[Buffer], { userId: string; expiresAt: number; revokedAt: number | null }>(
      `SELECT user_id AS userId, expires_at AS expiresAt, revoked_at AS revokedAt
       FROM api_tokens WHERE hash = ?`,
    )
    .get(tokenHash(token));
  return (
    row && {
      userId: row.userId,
      expired: row.expiresAt <= Date.now(),
      revoked: row.revokedAt !== null,
    }
  );
}
