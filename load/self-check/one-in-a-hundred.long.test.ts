import { describe, expect, inject, it } from 'vitest';
import type { K6 } from '../k6/find-k6.ts';
import { k6InTests } from '../testing/k6-in-tests.ts';
import { byWholeness, seededRuns, summaryOf } from './one-in-a-hundred.ts';

const k6 = await k6InTests();

/**
 * A dozen runs, or two in CI, by the seed of this day. The command makes a hundred, which take a quarter of an
 * hour and more.
 */
const LONG = inject('form') === 'long';
const RUNS = LONG ? { runs: 12, rate: 500, seconds: 6 } : { runs: 2, rate: 500, seconds: 4 };
const ASKED = RUNS.rate * RUNS.seconds;
const SEED = Math.floor(Date.now() / 86_400_000);

describe.skipIf(k6 === null)('one wrong answer in a hundred (needs k6)', () => {
  it('is found in all but one run of a hundred', { timeout: 900_000 }, async () => {
    const done = await seededRuns({ k6: k6 as K6, seed: SEED, ...RUNS });
    const said = `seeds from ${SEED} on: ${summaryOf(done, ASKED)}`;
    expect(done, said).toHaveLength(RUNS.runs);
    // A machine that starves k6 gives runs of too few answers, of which nothing is promised.
    const missed = byWholeness(done, ASKED).whole.filter(({ found }) => !found);
    expect(missed.length, said).toBeLessThanOrEqual(0.01 * RUNS.runs);
    expect(done.filter(({ found }) => found).length, said).toBeGreaterThan(RUNS.runs / 2);
    // A run that judged all of its answers would find anything, and cost a user three times as much.
    expect(
      done.filter(({ judged, answers }) => judged < 0.75 * answers),
      said,
    ).toEqual(done);
  });
});
