import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resembles } from './resembles.ts';

/** The distance of Levenshtein, by its definition. */
function distance(one: string, other: string): number {
  if (one === '' || other === '') {
    return one.length + other.length;
  }
  const same = one[0] === other[0] ? 0 : 1;
  const [a, b] = [one.slice(1), other.slice(1)];
  return same === 0
    ? distance(a, b)
    : 1 + Math.min(distance(a, b), distance(one, b), distance(a, other));
}

describe('a reference resembles', () => {
  it.each([
    ['itself', 'TRF-OBI-AB12CD'],
    ['a part of itself', 'OBI-AB'],
    ['itself in the other case', 'trf-obi-ab12cd'],
    ['itself with a letter wrong', 'TRF-OBI-AX12CD'],
    ['itself with the first letter wrong', 'XRF-OBI-AB12CD'],
    ['itself with the last letter wrong', 'TRF-OBI-AB12CX'],
    ['itself with a letter missing', 'TRF-OBIAB12CD'],
    ['itself with a letter too many', 'TRF-OBBI-AB12CD'],
    ['itself with one more at its end', 'TRF-OBI-AB12CDX'],
  ])('%s', (_, text) => {
    expect(resembles('TRF-OBI-AB12CD', text)).toBe(true);
  });

  it.each([
    ['two letters wrong', 'TRF-OBI-AX12CX'],
    ['two neighbours exchanged', 'TRF-OBI-BA12CD'],
    ['something else', 'QXZJVWKYF'],
    ['much more', `TRF-OBI-AB12CD${'X'.repeat(100_000)}`],
  ])('not %s', (_, text) => {
    expect(resembles('TRF-OBI-AB12CD', text)).toBe(false);
  });

  it('whatever some part of it is one letter from', () => {
    const text = (maxLength: number) =>
      fc
        .array(fc.constantFrom('a', 'b', 'c'), { minLength: 2, maxLength })
        .map((letters) => letters.join(''));
    fc.assert(
      fc.property(text(7), text(5), (reference, wanted) => {
        const ends = [...reference, ''].flatMap((_, from) =>
          [...reference.slice(from), ''].map((__, length) => reference.slice(from, from + length)),
        );
        const least = Math.min(...ends.map((part) => distance(part, wanted)), wanted.length);
        expect(resembles(reference, wanted)).toBe(
          Math.min(least, distance(reference, wanted)) <= 1,
        );
      }),
      { seed: 1 },
    );
  });
});
