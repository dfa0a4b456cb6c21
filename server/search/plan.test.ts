import { describe, expect, it } from 'vitest';
import { MOST_CANDIDATES, planner } from './plan.ts';

/** An index of which these trigrams are rare, each of so many payments, and all others common. */
function indexOf(rare: Readonly<Record<string, number>>) {
  const state = { version: 1, asked: 0 };
  const plan = planner({
    version: () => state.version,
    count: (match, limit) => {
      state.asked += 1;
      const counts = match
        .split(' AND ')
        .map((part) => rare[part.replaceAll('"', '')] ?? Number.POSITIVE_INFINITY);
      return Math.min(limit, ...counts);
    },
  });
  return { state, plan };
}

const RARE = { ABC: 9, BCD: 7, CDE: 8, DEF: 6 };

describe('a plan', () => {
  it('asks for the two rarest trigrams of a text', () => {
    expect(indexOf(RARE).plan('TRF-ABCDEF').exact).toBe('"DEF" AND "BCD"');
    expect(indexOf({ ABC: 9 }).plan('TRF-ABCDEF').exact).toBe('"ABC"');
  });

  it('asks for what tells a long text from others, at its end', () => {
    expect(indexOf(RARE).plan(`TRF-${'O'.repeat(40)}-ABCDEF`).exact).toBe('"DEF" AND "BCD"');
  });

  it('asks for nothing where all trigrams are common', () => {
    expect(indexOf({}).plan('TRF-ABCDEF').exact).toBeUndefined();
    expect(indexOf({ ABC: MOST_CANDIDATES + 1 }).plan('ABC').exact).toBeUndefined();
  });

  it('asks, whichever letter is wrong, for two that are not', () => {
    const text = 'TRF-ABCDEF';
    const near = indexOf({ ...RARE, '-AB': 500 })
      .plan(text)
      .near();
    const pairs = near?.split(' OR ').map((pair) => pair.slice(2, -2).split('" AND "')) ?? [];
    expect(pairs).toHaveLength(6);
    for (let letter = 0; letter < text.length; letter++) {
      const wrong = `${text.slice(0, letter)}?${text.slice(letter + 1)}`;
      const left = pairs.filter((pair) => pair.every((trigram) => wrong.includes(trigram)));
      expect([letter, left.length]).not.toEqual([letter, 0]);
    }
  });

  it('asks for all but one block where the rare ones may all be spoiled', () => {
    const { plan } = indexOf({ ABC: 9 });
    expect(plan('ABCDEFGHI').near()).toBe(
      '("DEF" AND "GHI") OR ("ABC" AND "GHI") OR ("ABC" AND "DEF")',
    );
    expect(plan('ABCDE').near()).toBeUndefined();
  });

  it('counts a trigram once, until there are more payments', () => {
    const { state, plan } = indexOf(RARE);
    plan('ABCDEF');
    const before = state.asked;
    plan('ABCDEF').near();
    expect(state.asked).toBe(before);
    state.version = 2;
    plan('ABCDEF');
    expect(state.asked).toBe(2 * before);
  });
});
