import { expect, it } from 'vitest';
import { type SeededRun, summaryOf } from './one-in-a-hundred.ts';

it('tells runs of about all answers asked from those of a machine that was too busy', () => {
  const run = (answers: number, found: boolean): SeededRun => ({
    ...{ seed: 1, answers, planted: 10, judged: 100, seen: 1, estimate: 9, found },
  });
  const runs = [run(1000, true), run(900, false), run(300, false), run(899, true)];
  expect(summaryOf(runs, 1000)).toBe(
    'found in 1 of 2 runs with 900 to 1000 answers, and in 1 of 2 for which the machine was too busy, with fewer; 40 wrong answers planted, 4 of them seen, scaled to 36',
  );
});
