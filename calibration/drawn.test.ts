import { describe, expect, it } from 'vitest';
import { drawn, drawnBy } from './drawn.ts';

const ITEMS = Array.from({ length: 50 }, (_, index) => ({ id: `fault-${index}` }));
const firstOf = (items: { id: string }[], seed: number) =>
  drawn(items, seed)
    .slice(0, 10)
    .map(({ id }) => id);

describe('a draw', () => {
  it('is the same for the same seed and another for another', () => {
    expect(firstOf(ITEMS, 7)).toEqual(firstOf(ITEMS.toReversed(), 7));
    expect(firstOf(ITEMS, 8)).not.toEqual(firstOf(ITEMS, 7));
  });

  it('depends on the key alone, whatever that is', () => {
    const keyed = ITEMS.map(({ id }) => ({ key: id }));
    expect(drawnBy(keyed, 7, ({ key }) => key)).toEqual(
      drawn(ITEMS, 7).map(({ id }) => ({ key: id })),
    );
  });

  it('keeps an item that was drawn when others go', () => {
    const [chosen = ''] = firstOf(ITEMS, 7);
    const fewer = ITEMS.filter(({ id }, index) => id === chosen || index % 2 === 0);
    expect(firstOf(fewer, 7)[0]).toBe(chosen);
  });

  it('changes nowhere but where an item goes', () => {
    const before = firstOf(ITEMS, 7);
    const fewer = ITEMS.filter(({ id }) => id !== before[4]);
    expect(firstOf(fewer, 7).slice(0, 9)).toEqual(before.filter((id) => id !== before[4]));
  });
});
