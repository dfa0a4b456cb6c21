import { expect, it } from 'vitest';
import { contractDigest, digestOf } from './digest.ts';

it('is a SHA-256 that stays the same', () => {
  expect(contractDigest()).toMatch(/^[0-9a-f]{64}$/);
  expect(contractDigest()).toBe(contractDigest());
});

it('does not depend on the order of keys, but on every value and the order of lists', () => {
  expect(digestOf({ a: 1, b: { c: [1, 2], d: 3 } })).toBe(
    digestOf({ b: { d: 3, c: [1, 2] }, a: 1 }),
  );
  expect(digestOf({ a: [1, 2] })).not.toBe(digestOf({ a: [2, 1] }));
  expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: 2 }));
});

it('is that of sha256sum', () => {
  // printf '{"a":1}' | sha256sum
  expect(digestOf({ a: 1 })).toBe(
    '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862',
  );
});
