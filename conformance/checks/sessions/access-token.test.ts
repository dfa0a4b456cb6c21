import { describe, expect, it } from 'vitest';
import { tamperedPayload, tamperedSignature } from '../tokens/forged-tokens.ts';
import { claimsOf, expectJoseHeader } from './access-token.ts';

const part = (text: string) => Buffer.from(text).toString('base64url');

/** The JWS of RFC 7515 appendix A.1, and a JWE whose encrypted key is empty (RFC 7518 section 4.5). */
const JWS = `${part('{"typ":"JWT","alg":"HS256"}')}.${part('{"iss":"joe","exp":1300819380}')}.dBjftJeZ4CVP`;
const JWE = `${part('{"alg":"dir","enc":"A256GCM"}')}..aXY.Y2lwaGVydGV4dA.dGFn`;

describe('an access token', () => {
  it.each([JWS, JWE])('may be %s', (token) => {
    expect(() => expectJoseHeader(token, 'a login')).not.toThrow();
  });

  it.each([
    ['two parts', 'e30.e30', 'three or five parts'],
    ['four parts', `${JWS}.more`, 'three or five parts'],
    ['a first part that is no JSON', `abc.${part('{}')}.x`, 'JSON'],
    ['a first part that is a list', `${part('[]')}.${part('{}')}.x`, 'JSON'],
    ['no alg', `${part('{"typ":"JWT"}')}.${part('{}')}.x`, 'alg'],
    ['a number as alg', `${part('{"alg":256}')}.${part('{}')}.x`, 'alg'],
  ])('may not have %s', (_, token, named) => {
    expect(() => expectJoseHeader(token, 'a login')).toThrow(named);
  });

  it('shows its claims where it is not encrypted', () => {
    expect(claimsOf(JWS)).toEqual({ iss: 'joe', exp: 1300819380 });
    expect(claimsOf(JWE)).toBeUndefined();
  });

  it('is forged in its ciphertext and its tag where it is encrypted', () => {
    const [header, key, iv, text, tag] = JWE.split('.');
    expect(tamperedPayload(JWE)).toBe([header, key, iv, `A${text?.slice(1)}`, tag].join('.'));
    expect(tamperedSignature(JWE)).toBe([header, key, iv, text, `A${tag?.slice(1)}`].join('.'));
  });
});
