import { expect, it } from 'vitest';
import { jsonOf } from './json-writing.ts';

const BODY = {
  email: 'ada@a.example',
  'to-date': '31/01/2026',
  'of 100': [-5, 'a"b\\', null, '…', ' 100 '],
  amounts: [150_000, 10, 0, 100.5, 0.5, 1e21, -20, 20.01, 105],
};

it.each([
  { indented: true },
  { escaped: true },
  { exponents: true },
  { indented: true, escaped: true, exponents: true },
  {},
] as const)('says the same where it is %o', (written) => {
  expect(JSON.parse(jsonOf(BODY, written))).toEqual(BODY);
  expect(JSON.parse(jsonOf({}, written))).toEqual({});
});

it('has white space around and in it, or escapes of what some writers escape', () => {
  expect(jsonOf({}, { indented: true })).toBe('\n{ }\n');
  expect(jsonOf({ a: 1 }, { indented: true })).toBe('\n{\n  "a": 1\n}\n');
  expect(jsonOf({ email: 'ada@a.example', name: "O'Łę" }, { escaped: true })).toBe(
    '{"email":"ada\\u0040a.example","name":"O\\u0027\\u0141\\u0119"}',
  );
  expect(jsonOf({ date: '31/01/2026' }, { escaped: true })).toBe('{"date":"31\\/01\\/2026"}');
});

it('has numbers of ten and more in powers of ten', () => {
  const amounts = [150_000, 10, 0, 100.5, 1e21, -20, 105, 0.55, 5, '100'];
  expect(jsonOf({ amounts }, { exponents: true })).toBe(
    '{"amounts":[1.5e+5,1e+1,0,1.005e+2,1e+21,-2e+1,1.05e+2,0.55,5,"100"]}',
  );
});
