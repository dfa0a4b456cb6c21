import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** What an access token says (section 5.1). Times are seconds since 1970. */
export interface Claims {
  /** the user */
  sub: string;
  /** the session, which logout ends */
  sid: string;
  jti: string;
  iat: number;
  exp: number;
}

const SIGNED = { alg: 'HS256', typ: 'JWT' };
const SEALED = { alg: 'dir', enc: 'A256GCM', typ: 'JWT' };

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signature(content: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(content).digest();
}

/** A JWS of three parts (RFC 7515), signed with HS256. The key has 32 bytes. */
export function sign(claims: Claims, key: Buffer): string {
  const content = `${encode(SIGNED)}.${encode(claims)}`;
  return `${content}.${signature(content, key).toString('base64url')}`;
}

/** A JWE of five parts (RFC 7516), the key used directly with A256GCM. The key has 32 bytes. */
export function seal(claims: Claims, key: Buffer): string {
  const head = encode(SEALED);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(head));
  const text = Buffer.concat([cipher.update(JSON.stringify(claims)), cipher.final()]);
  const parts = [nonce, text, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return [head, '', ...parts].join('.');
}

function verify(parts: string[], key: Buffer): string | undefined {
  const [head = '', claims = '', given = ''] = parts;
  const expected = signature(`${head}.${claims}`, key);
  const received = Buffer.from(given, 'base64url');
  const genuine =
    head === encode(SIGNED) &&
    received.length === expected.length &&
    timingSafeEqual(received, expected);
  return genuine ? Buffer.from(claims, 'base64url').toString() : undefined;
}

function unseal(parts: string[], key: Buffer): string | undefined {
  const [head = '', encryptedKey, nonce = '', text = '', tag = ''] = parts;
  // RFC 7516 5.2, step 10: with `dir` there must be none
  if (encryptedKey !== '') {
    return undefined;
  }
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'));
    cipher.setAAD(Buffer.from(head)).setAuthTag(Buffer.from(tag, 'base64url'));
    return cipher.update(text, 'base64url', 'utf8') + cipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** The claims of a token of either form; undefined where this key did not make it. */
export function claimsOf(token: string, key: Buffer): Claims | undefined {
  const parts = token.split('.');
  const text =
    parts.length === 3 ? verify(parts, key) : parts.length === 5 ? unseal(parts, key) : undefined;
  return text === undefined ? undefined : (JSON.parse(text) as Claims);
}
