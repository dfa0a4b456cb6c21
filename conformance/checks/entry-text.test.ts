import { expect, it } from 'vitest';
import { textOf } from './entry-text.ts';

it('writes any value of an answer, one that is not there, and one too deep', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 200_000; level += 1) {
    deep = [deep];
  }
  expect(textOf({ toString: 1 })).toBe('{"toString":1}');
  expect(textOf(null)).toBe('null');
  expect(textOf(undefined)).toBe('none');
  expect(textOf(deep)).toContain('too deeply');
});
