import { describe, expect, it } from 'vitest';
import { randomOf } from './scripts/plan/random.ts';
import { drawing, shareJudged } from './scripts/record/sampling.ts';

const VIRTUAL_USERS = 50;

/** Faulty answers drawn in a run: its virtual users answer in turn, each draws for itself. */
function faultsFound(seed: number, answers: number, faultyShare: number): number {
  const share = shareJudged(answers);
  const draws = Array.from({ length: VIRTUAL_USERS }, (_, user) =>
    drawing(share, randomOf(seed, user + 1)),
  );
  const isFaulty = drawing(faultyShare, randomOf(seed + 1_000_000, 0));
  let found = 0;
  for (let answer = 0; answer < answers; answer++) {
    const drawn = draws[answer % VIRTUAL_USERS]?.();
    if (isFaulty() && drawn) {
      found++;
    }
  }
  return found;
}

const runs = (count: number, answers: number, share: number) =>
  Array.from({ length: count }, (_, seed) => faultsFound(seed, answers, share));

describe('answers judged in full', () => {
  it('find a fault in 1% of 10,000 answers in at least 999 of 1,000 runs', () => {
    const missed = runs(1000, 10_000, 0.01).filter((found) => found === 0);
    expect(missed.length).toBeLessThanOrEqual(1);
  });

  it.each([500, 2000, 40_000, 200_000])('find it in %i answers too', (answers) => {
    const missed = runs(5, answers, 0.01).filter((found) => found === 0);
    expect(missed).toEqual([]);
  });

  it('scale to what there is: each answer is drawn with the same chance', () => {
    const answers = 20_000;
    const found = runs(50, answers, 0.1).map((each) => each / shareJudged(answers));
    const mean = found.reduce((sum, each) => sum + each, 0) / found.length;
    // 2,000 are planted; the mean of 50 runs is within 4 standard errors of 28.
    expect(Math.abs(mean - 2000)).toBeLessThan(4 * 28);
  });

  it('are the first ones of virtual users no more often than others', () => {
    const first = Array.from({ length: 5000 }, (_, user) => drawing(0.1, randomOf(1, user + 1))());
    expect(Math.abs(first.filter(Boolean).length - 500)).toBeLessThan(90);
  });

  it('are all of a run that is short, and some 1,000 of a long one', () => {
    expect([0, 25, 1000].map(shareJudged)).toEqual([1, 1, 1]);
    expect(shareJudged(10_000)).toBe(0.1);
    expect(shareJudged(72_000) * 72_000).toBeCloseTo(1000);
  });
});
