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

it('writes the same object the same way, in whatever order its names come', () => {
  expect(textOf([{ b: { d: 1, c: [2, 1] }, a: 0 }])).toBe(
    textOf([{ a: 0, b: { c: [2, 1], d: 1 } }]),
  );
  expect(textOf([1, 2])).not.toBe(textOf([2, 1]));
});
