import { expect, it } from 'vitest';
import { raisedRole } from './forged-tokens.ts';

const tokenOf = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2lnbmVk`;

it('raises a role wherever it stands in the payload, and leaves all else as it is', () => {
  const claims = { sub: 'u-1', 'https://bank.example/role': 'CUSTOMER', exp: 7 };
  const raised = { ...claims, 'https://bank.example/role': 'MANAGER' };
  expect(raisedRole(tokenOf(claims))).toBe(tokenOf(raised));
});

it('gives a manager another role', () => {
  expect(raisedRole(tokenOf({ role: 'MANAGER' }))).toBe(tokenOf({ role: 'AGENT' }));
});

it.each([
  ['no role', tokenOf({ sub: 'u-1' })],
  ['no claims', 'opaque'],
])('gives nothing of a token with %s', (_, token) => {
  expect(raisedRole(token)).toBeUndefined();
});
