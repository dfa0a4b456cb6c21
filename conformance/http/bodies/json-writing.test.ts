import { expect, it } from 'vitest';
import { jsonOf } from './json-writing.ts';

const BODY = { email: 'ada@a.example', 'to-date': '31/01/2026', of: [-5, 'a"b\\', null, '…'] };

it.each(['indented', 'escaped', undefined] as const)('says the same where it is %s', (written) => {
  expect(JSON.parse(jsonOf(BODY, written))).toEqual(BODY);
  expect(JSON.parse(jsonOf({}, written))).toEqual({});
});

it('has white space around and in it, or escapes of signs and of the first letter', () => {
  expect(jsonOf({}, 'indented')).toBe('\n{ }\n');
  expect(jsonOf({ a: 1 }, 'indented')).toBe('\n{\n  "a": 1\n}\n');
  expect(jsonOf({ email: 'ada@a/b' }, 'escaped')).toBe('{"\\u0065mail":"\\u0061da\\u0040a\\/b"}');
  expect(jsonOf({ a: -5 }, 'escaped')).toBe('{"\\u0061":-5}');
});
