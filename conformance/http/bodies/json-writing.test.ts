import { expect, it } from 'vitest';
import { jsonOf } from './json-writing.ts';

const BODY = { email: 'ada@a.example', 'to-date': '31/01/2026', of: [-5, 'a"b\\', null, '…'] };

it.each([{ indented: true }, { escaped: true }, { indented: true, escaped: true }, {}] as const)(
  'says the same where it is %o',
  (written) => {
    expect(JSON.parse(jsonOf(BODY, written))).toEqual(BODY);
    expect(JSON.parse(jsonOf({}, written))).toEqual({});
  },
);

it('has white space around and in it, or escapes of what some writers escape', () => {
  expect(jsonOf({}, { indented: true })).toBe('\n{ }\n');
  expect(jsonOf({ a: 1 }, { indented: true })).toBe('\n{\n  "a": 1\n}\n');
  expect(jsonOf({ email: 'ada@a.example', name: "O'Łę" }, { escaped: true })).toBe(
    '{"email":"ada\\u0040a.example","name":"O\\u0027\\u0141\\u0119"}',
  );
  expect(jsonOf({ date: '31/01/2026' }, { escaped: true })).toBe('{"date":"31\\/01\\/2026"}');
});
