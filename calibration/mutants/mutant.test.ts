import { describe, expect, it } from 'vitest';
import { keyed } from './mutant.ts';

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
