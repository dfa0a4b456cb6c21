import { createHmac } from 'node:crypto';
import { ROLES } from '../../../contract/roles.ts';
import type { Session } from '../../check-context.ts';
import { claimsOf, headerOf } from '../sessions/access-token.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The first part of a token that is signed with a secret. */
export const HEAD_OF_HS256 = encode({ alg: 'HS256', typ: 'JWT' });

/** Another character of the base64url alphabet. */
const other = (character: string) => (character === 'A' ? 'B' : 'A');

/** The token with one part replaced, counted from its end where the index is negative. */
function withPart(token: string, index: number, change: (part: string) => string): string {
  const parts = token.split('.');
  const changed = index < 0 ? parts.length + index : index;
  return parts.map((part, at) => (at === changed ? change(part) : part)).join('.');
}

/** The token without its last part, which is the signature (RFC 7515 section 7.1). */
export function twoSegments(token: string): string {
  return token.split('.').slice(0, 2).join('.');
}

/**
 * The token with a changed payload and the old signature: a claim is added, so that all claims the
 * target needs are still there. Where the payload cannot be read, its first character is changed; in a
 * JWE of five parts that is the ciphertext (RFC 7516 section 7.1).
 */
export function tamperedPayload(token: string): string {
  const claims = claimsOf(token) ?? {};
  if (Object.keys(claims).length > 0) {
    return withPart(token, 1, () => encode({ ...claims, assay: 'changed' }));
  }
  const parts = token.split('.').length;
  return withPart(token, parts === 5 ? 3 : Math.min(1, parts - 1), changeFirst);
}

/** The token with a signature of no characters, as an unsigned one has it (RFC 7519 section 6.1). */
export const emptySignature = (token: string): string => withPart(token, -1, () => '');

/**
 * The token with another role in its payload and the old signature, for who reads roles from a token before it
 * is looked at. `undefined` where no claim is a role (section 2.1).
 */
export function raisedRole(token: string): string | undefined {
  const claims = claimsOf(token) ?? {};
  const found = Object.entries(claims).find(([, value]) => ROLES.some((role) => role === value));
  if (!found) {
    return undefined;
  }
  const [claim, role] = found;
  const raised = role === 'MANAGER' ? 'AGENT' : 'MANAGER';
  return withPart(token, 1, () => encode({ ...claims, [claim]: raised }));
}

/** How many characters a signature is cut by. */
const TAIL = 4;

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * The token with its last character changed, which a short look passes over: in its first bit, which is in
 * use whatever the length of the signature.
 */
export function tamperedTail(token: string): string {
  const at = BASE64URL.indexOf(token.slice(-1));
  const changed = at < 0 ? other(token.slice(-1)) : BASE64URL.charAt(at ^ 0x20);
  return token.slice(0, -1) + changed;
}

/** The token without the last characters of its signature. */
export function cutSignature(token: string): string {
  return token.slice(0, -TAIL);
}

/** The token with more after its signature, which a look at its beginning passes over. */
export function longerSignature(token: string): string {
  return `${token}${'assay-more'.slice(0, TAIL)}`;
}

/** The token with the letters of its signature in the other case, which a loose look takes for the same. */
export function signatureInOtherCase(token: string): string {
  const swap = (letter: string) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return withPart(token, -1, (part) => part.replace(/[a-z]/gi, swap));
}

/** The token with the characters of its signature in the opposite order. */
export function reversedSignature(token: string): string {
  return withPart(token, -1, (part) => [...part].reverse().join(''));
}

/** The token with a field more in its header, which the signature covers, too (RFC 7515 section 5.1). */
export function tamperedHeader(token: string): string {
  const header = headerOf(token);
  return header === undefined
    ? changeFirst(token)
    : withPart(token, 0, () => encode({ ...header, assay: 'changed' }));
}

/**
 * The token as anybody signs it who has no secret: with HS256 and an empty key (RFC 7518 section 3.2).
 * `undefined` where its claims cannot be read.
 */
export function signedByNobody(token: string): string | undefined {
  if (Object.keys(claimsOf(token) ?? {}).length === 0) {
    return undefined;
  }
  const signed = `${HEAD_OF_HS256}.${token.split('.')[1]}`;
  return `${signed}.${createHmac('sha256', '').update(signed).digest('base64url')}`;
}

/**
 * The token with its signature changed in each way that a loose look passes over; `undefined` for one that needs
 * claims which cannot be read.
 */
export const changedSignatures = (token: string): (string | undefined)[] => [
  ...[tamperedTail, signatureInOtherCase, reversedSignature].map((forge) => forge(token)),
  // Libraries differ in whether they take an encrypted token's tag of another length, so it has its own.
  ...(token.split('.').length === 3 ? [cutSignature(token), longerSignature(token)] : []),
  signedByNobody(token),
];

/** A token in three parts, as a JWT has, of which none can be read. */
export const UNREADABLE_TOKEN = 'assay.is-not.readable';

/** A token in three parts, of which the header can be read, and the payload is no JSON (RFC 7519 section 7.2). */
export const UNREADABLE_PAYLOAD = `${HEAD_OF_HS256}.${Buffer.from('assay').toString('base64url')}.x`;

/** The token with a changed signature; not its last character, whose low bits carry nothing. */
export function tamperedSignature(token: string): string {
  return withPart(token, -1, changeFirst);
}

function changeFirst(part: string): string {
  const first = part[0] ?? '';
  return other(first) + part.slice(1);
}

/** The first part of an unsigned JWT, and the point after it. */
export const unsignedHead = (alg = 'none'): string => `${encode({ alg, typ: 'JWT' })}.`;

/** Spellings of `none` (RFC 7518 section 3.6) that a list of refused algorithms may pass over. */
export const UNSIGNED_SPELLINGS: readonly string[] = ['None', 'NONE', 'nOnE'];

/** An unsigned JWT (RFC 7519 section 6) with the live token's claims, or plausible ones. */
export function unsignedToken(session: Session, alg?: string): string {
  const ofToken = unsignedFrom(session.accessToken, alg);
  if (ofToken !== undefined) {
    return ofToken;
  }
  const now = Math.floor(Date.now() / 1000);
  const plausible = {
    sub: session.userId,
    role: session.role,
    tenant_id: session.tenantId,
    iat: now,
    exp: now + 3600,
  };
  return `${unsignedHead(alg)}${encode(plausible)}.`;
}

/** The claims of a token unsigned, or `undefined` where they cannot be read. */
export function unsignedFrom(token: string, alg?: string): string | undefined {
  return Object.keys(claimsOf(token) ?? {}).length > 0
    ? `${unsignedHead(alg)}${token.split('.')[1]}.`
    : undefined;
}
