import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { positiveNumber, seconds } from './command-context.ts';

test.each(['0', '-1', '', 'soon', 'Infinity'])('%j is no number of seconds', (text) => {
  expect(() => seconds(text)).toThrow(InvalidArgumentError);
  expect(() => positiveNumber(text)).toThrow(InvalidArgumentError);
});

test('a time that no timer can wait for is refused, not over at once', () => {
  expect(seconds('2147483')).toBe(2_147_483);
  expect(() => seconds('2147484')).toThrow('at most 2147483 s, some 24 days');
});
