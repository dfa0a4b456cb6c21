import { expect, it, vi } from 'vitest';
import { argon2Passwords, hashOfTestPassword, inTurns, rememberingPasswords } from './passwords.ts';

it('accepts the password of a hash and no other', async () => {
  const stored = hashOfTestPassword('Ledger-harbour-41');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await argon2Passwords.matches('Ledger-harbour-41', stored)).toBe(true);
  expect(await argon2Passwords.matches('ledger-harbour-41', stored)).toBe(false);
  expect(await argon2Passwords.matches('', stored)).toBe(false);
});

it('computes no hash for the right password of a test user, which is published, but one for each guess', async () => {
  const stored = hashOfTestPassword('Ledger-harbour-42');
  const told: boolean[] = [];
  const compared = ['Ledger-harbour-42', 'Ledger-harbour-43'].map((password) =>
    argon2Passwords.matches(password, stored).then((outcome) => told.push(outcome)),
  );
  // what another thread computes is told in a later turn of the event loop, never among these
  for (let turn = 0; turn < 5; turn += 1) {
    await null;
  }
  expect(told).toEqual([true]);
  await Promise.all(compared);
  expect(told).toEqual([true, false]);
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

it('runs so much at once, and the rest in the order in which it came, whatever fails', async () => {
  const run = inTurns(2);
  const begun: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const works = Array.from({ length: 4 }, (_, at) => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return run(() => {
      begun.push(at);
      return end.promise;
    });
  });
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error('told by the test'));
  await expect(works[1]).rejects.toThrow('told by the test');
  await vi.waitFor(() => expect(begun).toEqual([0, 1, 2]));
  for (const end of ends) {
    end.resolve();
  }
  await Promise.allSettled(works);
  expect(begun).toEqual([0, 1, 2, 3]);
});
