import {
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import type { Clock } from './dependencies.ts';

/** What an access token says (RFC 7519): whom, of which session, and until when. */
export interface Claims {
  /** The user's id. */
  sub: string;
  /** The session that logout ends. */
  sid: string;
  /** The token's own id, by which it is revoked. */
  jti: string;
  /** Seconds since 1970. */
  iat: number;
  /** Seconds since 1970; the token is good until just before. */
  exp: number;
  /** The server that acts for the user (RFC 9068 2.2), where one does. */
  client_id?: string;
}

/** Makes and reads access tokens. */
export interface Tokens {
  /** Lifetime of an access token in seconds; 3600 by section 5.5. */
  readonly lifetime: number;
  /**
   * Signs a token for a user's session; `issuedAt` (milliseconds since 1970) defaults to now.
   *
   * @param clientId the server that acts for the user, where one does
   */
  issue(sub: string, sid: string, issuedAt?: number, clientId?: string): string;
  /**
   * The claims of a token that we signed, or null. An expired one is null too, unless `expired` is
   * `accept` (section 4.2: refresh works after the hour).
   */
  read(token: string, expired?: 'refuse' | 'accept'): Claims | null;
}

/** Access token lifetime in seconds (section 8). */
export const ACCESS_TOKEN_SECONDS = 3600;

/** Lifetime of a refresh token, 30 days in seconds; the specification gives none. */
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 3600;

/** Most tokens whose signature is remembered; some 5 MB. */
const MOST_VERIFIED = 10_000;

/** How far in the future `iat` may lie, in seconds (FAPI 2.0 security profile, clock skew). */
const SKEW_SECONDS = 60;

/**
 * The one header we sign and accept. Comparing the whole segment pins the algorithm (RFC 8725 3.1):
 * `none`, RS256 or a header with a key of the sender's cannot even be parsed.
 */
const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/**
 * HS256 access tokens by node:crypto. The listing verifies one per request: HMAC by node:crypto
 * does some 130,000 a second here, jose (through WebCrypto and promises) 9,000, and the part of RFC
 * 7519 that is needed for one algorithm fits on this page.
 *
 * @param secret at least 32 bytes (RFC 7518 3.2)
 * @param lifetime seconds; default 3600
 */
export function createTokens(
  secret: Buffer,
  clock: Clock,
  lifetime: number = ACCESS_TOKEN_SECONDS,
): Tokens {
  if (secret.length < 32) {
    throw new RangeError('the token secret must be 32 bytes or longer');
  }

  const key = createSecretKey(secret);
  const signatureOf = (signed: string): Buffer => createHmac('sha256', key).update(signed).digest();

  /** The claims of a token that is signed by us, whenever that was. */
  const verify = (token: string): Claims | null => {
    const [header, payload, signature, rest] = token.split('.');
    if (header !== HEADER || payload === undefined || signature === undefined) {
      return null;
    }
    if (rest !== undefined) {
      return null;
    }
    // Our own spelling of the signature is compared, so that no second spelling (padding, stray
    // bits) of one token exists.
    const expected = Buffer.from(signatureOf(`${header}.${payload}`).toString('base64url'));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return null;
    }
    return claimsOf(payload);
  };
  /** Signatures do not change: whoever sends a token a second time needs no second look at it. */
  const verified = new Map<string, Claims>();

  return {
    lifetime,

    issue(sub, sid, issuedAt = clock.now(), clientId = undefined) {
      const iat = Math.floor(issuedAt / 1000);
      const claims: Claims = {
        ...{ sub, sid, jti: randomUUID(), iat, exp: iat + lifetime },
        ...(clientId !== undefined && { client_id: clientId }),
      };
      const signed = `${HEADER}.${encode(claims)}`;
      return `${signed}.${signatureOf(signed).toString('base64url')}`;
    },

    read(token, expired = 'refuse') {
      let claims = verified.get(token) ?? null;
      if (claims === null) {
        claims = verify(token);
        if (claims === null) {
          return null;
        }
        if (verified.size >= MOST_VERIFIED) {
          verified.clear();
        }
        verified.set(token, claims);
      }
      const now = clock.now() / 1000;
      if (claims.iat > now + SKEW_SECONDS) {
        return null;
      }
      if (expired === 'refuse' && now >= claims.exp) {
        return null;
      }
      return claims;
    },
  };
}

/** A secret that cannot be guessed, 256 bits, to be handed to a client once. */
export function opaqueToken(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** What is stored of an opaque token: a fast hash is enough for 256 random bits. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function claimsOf(payload: string): Claims | null {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(payload, 'base64url').toString());
  } catch {
    return null;
  }
  return isClaims(value) ? value : null;
}

/** A signed token without `exp`, `sub` or `jti` would never end or could not be revoked. */
function isClaims(value: unknown): value is Claims {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { sub, sid, jti, iat, exp } = value as Record<string, unknown>;
  return (
    [sub, sid, jti].every((text) => typeof text === 'string' && text !== '') &&
    [iat, exp].every((number) => typeof number === 'number' && Number.isFinite(number))
  );
}
