import { expect, it, vi } from 'vitest';
import { argon2Passwords, hashOfTestPassword, rememberingPasswords } from './passwords.ts';

it('accepts the password of a hash and no other', async () => {
  const stored = hashOfTestPassword('Ledger-harbour-41');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await argon2Passwords.matches('Ledger-harbour-41', stored)).toBe(true);
  expect(await argon2Passwords.matches('ledger-harbour-41', stored)).toBe(false);
  expect(await argon2Passwords.matches('', stored)).toBe(false);
});

it('accepts no password where there is no user', async () => {
  expect(await argon2Passwords.matches('Ledger-harbour-41', null)).toBe(false);
});

it('remembers comparisons of the same password with the same hash', async () => {
  const matches = vi.fn(async () => true);
  const passwords = rememberingPasswords({ matches });
  await passwords.matches('a', 'x');
  await passwords.matches('a', 'x');
  await passwords.matches('a', 'y');
  expect(matches).toHaveBeenCalledTimes(2);
});
