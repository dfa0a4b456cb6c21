import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closestName } from './closest-name.ts';

const NAMES = ['customer', 'otherCustomer', 'cashier', 'agent'];

test.each([
  ['custmer', 'customer'],
  ['csutomer', 'customer'],
  ['other-customer', 'otherCustomer'],
  ['Casheer', 'cashier'],
  ['AGENT', 'agent'],
  ['teller', undefined],
  ['', undefined],
])('takes %j for %s', (misspelt, expected) => {
  expect(closestName(misspelt, NAMES)).toBe(expected);
});

test('takes every name for itself', () => {
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), (name) => {
      expect(closestName(name, NAMES)).toBe(name);
    }),
  );
});

test('is quick for a key of a megabyte', () => {
  expect(closestName('x'.repeat(1_000_000), NAMES)).toBeUndefined();
});
