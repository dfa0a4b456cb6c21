import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTokens } from './tokens.ts';

const secret = Buffer.alloc(32, 7);
const start = Date.parse('2026-07-01T12:00:00Z');
const clock = { time: start, now: () => clock.time };
const tokens = createTokens(secret, clock);

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
function signed(header: unknown, payload: unknown): string {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
const HS256 = { alg: 'HS256', typ: 'JWT' };
const claims = { sub: 'u', sid: 's', jti: 'j', iat: start / 1000, exp: start / 1000 + 10 };

describe('access tokens', () => {
  it('read back as they were issued', () => {
    expect(tokens.read(tokens.issue('user', 'session'))).toMatchObject({
      sub: 'user',
      sid: 'session',
      iat: start / 1000,
      exp: start / 1000 + 3600,
    });
  });

  it('are accepted when signed elsewhere with the same key and header', () => {
    expect(tokens.read(signed(HS256, claims))).toEqual(claims);
  });

  it('expire exactly after their lifetime', () => {
    const token = tokens.issue('user', 'session', start - 3600_000 + 1000);
    const expired = tokens.issue('user', 'session', start - 3600_000);
    expect(tokens.read(token)).not.toBeNull();
    expect(tokens.read(expired)).toBeNull();
    expect(tokens.read(expired, 'accept')).toMatchObject({ sub: 'user' });
  });

  it.each([
    ['is empty', ''],
    ['is garbage', 'garbage'],
    ['has two segments', `${encode(HS256)}.${encode(claims)}`],
    ['has four segments', `${signed(HS256, claims)}.x`],
    ['says alg none', `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`],
    ['says another algorithm', signed({ alg: 'HS512', typ: 'JWT' }, claims)],
    ['has no exp', signed(HS256, { ...claims, exp: undefined })],
    ['has no sub', signed(HS256, { ...claims, sub: undefined })],
    ['has no jti', signed(HS256, { ...claims, jti: undefined })],
    ['has an array as payload', signed(HS256, [claims])],
    ['has a text as exp', signed(HS256, { ...claims, exp: '9999999999' })],
    ['was issued in the future', signed(HS256, { ...claims, iat: start / 1000 + 61 })],
    ['ends in padding', `${signed(HS256, claims)}=`],
  ])('are refused where the token %s', (_, token) => {
    expect(tokens.read(token)).toBeNull();
    expect(tokens.read(token, 'accept')).toBeNull();
  });

  it('are refused with any single character changed', () => {
    const token = signed(HS256, claims);
    for (let place = 0; place < token.length; place++) {
      const other = token[place] === 'A' ? 'B' : 'A';
      expect(tokens.read(token.slice(0, place) + other + token.slice(place + 1))).toBeNull();
    }
  });

  it('are refused under another key', () => {
    const others = createTokens(Buffer.alloc(32, 8), clock);
    expect(others.read(tokens.issue('user', 'session'))).toBeNull();
  });

  it('need a key of 256 bits', () => {
    expect(() => createTokens(Buffer.alloc(31), clock)).toThrow('32 bytes');
  });
});
