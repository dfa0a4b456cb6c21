import { isObject } from '../../expectations.ts';
import { deviate } from '../../outcome.ts';
import { textOf } from '../entry-text.ts';

/** The JSON object that a part of a token holds in base64url, or `undefined`. */
function objectIn(part: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The claims of an access token that is a JWS of three parts (RFC 7515 section 7.1). Those of a JWE
 * of five (RFC 7516 section 7.1) cannot be read.
 */
export function claimsOf(token: string): Record<string, unknown> | undefined {
  const parts = token.split('.');
  return parts.length === 3 ? objectIn(parts[1]) : undefined;
}

/** The header of a JWT (RFC 7515 section 4), or `undefined` where it cannot be read. */
export const headerOf = (token: string): Record<string, unknown> | undefined =>
  objectIn(token.split('.')[0]);

/**
 * Demands what every JWT has (RFC 7519 section 5, and section 7.2 on how one is recognised): three
 * parts, or five where it is encrypted, of which the first is JSON with `alg`.
 */
export function expectJoseHeader(token: unknown, what: string): void {
  const parts = String(token).split('.');
  if (![3, 5].includes(parts.length)) {
    deviate(`a JWT of three or five parts as access_token of ${what}`, `${parts.length} parts`);
  }
  const header = objectIn(parts[0]);
  if (!header) {
    deviate(`a first part of JSON in access_token of ${what}`, 'something that is no JSON object');
  }
  if (typeof header.alg !== 'string') {
    deviate(`alg in the first part of access_token of ${what}`, textOf(header.alg));
  }
}
