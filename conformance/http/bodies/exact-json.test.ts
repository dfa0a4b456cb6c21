import { expect, test } from 'vitest';
import { parseExactly } from './exact-json.ts';

test('integers of 64 bits are told apart', () => {
  expect(parseExactly('[{"id":9007199254740993},{"id":9007199254740992}]')).toEqual([
    { id: '9007199254740993' },
    { id: 9007199254740992 },
  ]);
  expect(parseExactly(`{"id":1${'0'.repeat(400)}}`)).toEqual({ id: `1${'0'.repeat(400)}` });
});

test('what a double keeps is a number, and so is what the specification says to be one', () => {
  const text =
    '{"a":1000000000000000000000,"b":1.7976931348623157e308,"c":0.1234567890123456789,"requestedBankTransferAmount":9007199254740993,"d":"9007199254740993"}';
  expect(parseExactly(text)).toEqual(JSON.parse(text));
});

test('JSON that is nested very deep is parsed', () => {
  const deep = `${'['.repeat(50_000)}9007199254740993${']'.repeat(50_000)}`;
  expect(Array.isArray(parseExactly(deep))).toBe(true);
});

test('what is no JSON is refused', () => {
  expect(() => parseExactly('{"id":9007199254740993')).toThrow(SyntaxError);
});
