import { describe, expect, it } from 'vitest';
import type { ComparisonVerdict } from '../../load/compare/comparison.ts';
import { comparisonTable, figuresOf } from './comparison-figures.ts';
import { type ComparisonTrial, PAIRINGS } from './comparison-trials.ts';

const [itself, , slower] = PAIRINGS;

function trials(pairing: string, ...verdicts: [ComparisonVerdict, boolean, number][]) {
  return verdicts.map(
    ([verdict, right, effect], index): ComparisonTrial => ({
      ...{ pairing, number: index + 1, verdict, right, effect, interval: null },
    }),
  );
}

const times = <T>(count: number, item: T): T[] => Array(count).fill(item);

describe('the figures of compared servers', () => {
  it('need 19 right verdicts of 20', () => {
    if (itself === undefined) {
      throw new Error('there is no pairing');
    }
    const wrong: [ComparisonVerdict, boolean, number] = ['slower', false, 0.06];
    const right: [ComparisonVerdict, boolean, number] = ['same', true, 0];
    const of = (wrongs: number) =>
      figuresOf([itself], trials(itself.id, ...times(20 - wrongs, right), ...times(wrongs, wrong)));
    expect(of(1)).toMatchObject([{ right: 19, trials: 20, ok: true }]);
    expect(of(2)).toMatchObject([{ right: 18, trials: 20, ok: false }]);
  });

  it('are not right where nothing was compared', () => {
    expect(figuresOf(PAIRINGS, []).map(({ ok }) => ok)).toEqual(PAIRINGS.map(() => false));
  });

  it('are shown with every verdict and the spread of the effects', () => {
    if (slower === undefined) {
      throw new Error('there is no pairing');
    }
    const figures = figuresOf(
      [slower],
      trials(
        slower.id,
        ['slower', true, 0.09],
        ['inconclusive', false, 0.04],
        ['slower', true, 0.1],
      ),
    );
    const table = comparisonTable(figures, { repetitions: 12, rate: 150, durationSeconds: 2 });
    expect(table).toContain('| 2 of 3 | 1 inconclusive, 2 slower | +9.0% (+4.0% to +10.0%) |');
    expect(table).toContain('12 pairs of runs of 2 s at 150 iterations per second');
  });
});
