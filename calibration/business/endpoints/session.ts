import { randomUUID } from 'node:crypto';
import { type Ask, header, unauthorized } from '../exchange.ts';
import type { User } from '../records/people.ts';
import type { Session, Store } from '../records/store.ts';
import type { Rules } from '../rules.ts';
import { type Claims, claimsOf, seal, sign } from '../token.ts';

/** Seconds that an access token lives (section 8). */
export const LIFETIME = 3600;

/** What every endpoint works with. */
export interface World {
  store: Store;
  rules: Rules;
  /** 32 bytes that access tokens are signed or sealed with */
  key: Buffer;
  /** milliseconds since 1970 */
  now: () => number;
  /** answers by idempotency key, for `once` */
  keys: Map<string, { body: string; answer: import('../exchange.ts').Answer }>;
}

/** A caller with the session of his token; an API token has none. */
export interface Caller {
  user: User;
  session?: Session;
  claims?: Claims;
}

/** A new access token of a session, issued `age` seconds ago. */
export function accessToken(world: World, session: Session, age = 0): string {
  const iat = Math.floor(world.now() / 1000) - age;
  const claims = {
    sub: session.userId,
    sid: session.id,
    jti: randomUUID(),
    iat,
    exp: iat + LIFETIME,
  };
  return world.rules.sealTokens ? seal(claims, world.key) : sign(claims, world.key);
}

/** Opens a session for a user. */
export function openSession(world: World, user: User): Session {
  const session = {
    id: randomUUID(),
    userId: user.id,
    refreshToken: world.rules.newRefreshToken(),
    spent: new Set<string>(),
    ended: false,
    revoked: new Set<string>(),
  };
  world.store.sessions.set(session.id, session);
  return session;
}

/** Ends the sessions of a user, all but the one named. */
export function endSessions(world: World, userId: string, except?: Session): void {
  for (const session of world.store.sessions.values()) {
    if (session.userId === userId && session !== except) {
      session.ended = true;
    }
  }
}

function sentToken(ask: Ask, world: World): string {
  const own = header(ask, 'x-auth-token');
  const bearer = /^Bearer +(\S+)$/i.exec(header(ask, 'authorization') ?? '')?.[1];
  const token = own === undefined ? bearer : world.rules.readToken(own);
  if (!token) {
    throw unauthorized('no access token');
  }
  return token;
}

/**
 * The caller of a request, by X-Auth-Token or else by Authorization: Bearer (section 5.2).
 * `expiredToo` lets in a token past its hour, for the refresh.
 *
 * @throws {Refusal} 401
 */
export function authenticate(ask: Ask, world: World, expiredToo = false): Caller {
  const token = sentToken(ask, world);
  const { store } = world;
  const api = store.apiTokens.find((known) => known.token === token);
  if (api) {
    const user = store.user(api.userId);
    if (api.revoked || api.expires <= world.now() || !user || !known(user, ask, world)) {
      throw unauthorized('this API token is not valid');
    }
    return { user };
  }
  const claims = claimsOf(token, world.key);
  const session = claims && store.sessions.get(claims.sid);
  const user = session && store.user(session.userId);
  if (!user || session.ended || session.revoked.has(claims.jti) || !known(user, ask, world)) {
    throw unauthorized('this access token is not valid');
  }
  if (!expiredToo && claims.exp * 1000 <= world.now()) {
    throw unauthorized('this access token has expired');
  }
  return { user, session, claims };
}

/** Whether the host that was asked knows the tenant of the user. */
export function known(user: User, ask: Ask, world: World): boolean {
  return world.rules.tenantsOf(ask.host)?.includes(user.tenantId) ?? true;
}
