import { describe, expect, it } from 'vitest';
import { drawn, keyed } from './mutant.ts';

const made = (file: string, original: string, replacement: string, line = 1) => ({
  ...{ id: '1', file, line, operator: 'X', original, replacement },
});

describe('the key of a mutant', () => {
  it('stays the same on another line and under another number', () => {
    const [before] = keyed([made('a.ts', 'x > 1', 'x >= 1', 3)]);
    const [after] = keyed([{ ...made('a.ts', 'x > 1', 'x >= 1', 9), id: '7' }]);
    expect(after?.key).toBe(before?.key);
  });

  it.each([
    ['file', made('b.ts', 'x > 1', 'x >= 1')],
    ['original', made('a.ts', 'y > 1', 'x >= 1')],
    ['replacement', made('a.ts', 'x > 1', 'true')],
  ])('differs with the %s', (_what, other) => {
    const keys = keyed([made('a.ts', 'x > 1', 'x >= 1'), other]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });

  it('tells apart what stands twice in a file', () => {
    const twice = made('a.ts', "''", '"x"');
    const [first, second] = keyed([twice, twice]);
    expect(first?.key).not.toBe(second?.key);
    expect(keyed([twice])[0]?.key).toBe(first?.key);
  });
});

describe('a draw', () => {
  const all = Array.from({ length: 200 }, (_, index) => ({ key: `k${index}` }));

  it('is the same with the same seed and another with another', () => {
    expect(drawn(all, 20, 1)).toEqual(drawn(all.toReversed(), 20, 1));
    expect(drawn(all, 20, 2)).not.toEqual(drawn(all, 20, 1));
  });

  it('is part of a larger one', () => {
    expect(drawn(all, 60, 1).slice(0, 20)).toEqual(drawn(all, 20, 1));
  });

  it('changes nowhere but where the source changes', () => {
    const before = drawn(all, 20, 1);
    const gone = before[4];
    const after = drawn(
      all.filter((one) => one !== gone),
      20,
      1,
    );
    expect(after.slice(0, 19)).toEqual(before.filter((one) => one !== gone));
  });
});
