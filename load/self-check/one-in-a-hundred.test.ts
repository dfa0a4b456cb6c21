import { describe, expect, inject, it } from 'vitest';
import type { K6 } from '../k6/find-k6.ts';
import { k6InTests } from '../testing/k6-in-tests.ts';
import { seededRuns, summaryOf } from './one-in-a-hundred.ts';

const k6 = await k6InTests();

/**
 * The long form is what `node load/self-check/one-in-a-hundred.ts` runs, with the seed of this day. Of the
 * short one each run draws half of its answers, as rarely missing the fault as the long ones do.
 */
const LONG = inject('form') === 'long';
const RUNS = LONG ? { runs: 100, rate: 500, seconds: 20 } : { runs: 3, rate: 500, seconds: 4 };
const SEED = Math.floor(Date.now() / 86_400_000);

describe.skipIf(k6 === null)('one wrong answer in a hundred (needs k6)', () => {
  it('is found in 99 of 100 runs', { timeout: 3_600_000 }, async () => {
    const done = await seededRuns({ k6: k6 as K6, seed: SEED, ...RUNS });
    const said = `seeds from ${SEED} on: ${summaryOf(done, RUNS.rate * RUNS.seconds)}`;
    expect(done.filter(({ found }) => found).length, said).toBeGreaterThanOrEqual(0.99 * RUNS.runs);
    // A run that judged all of its answers would find anything, and cost a user three times as much.
    expect(
      done.filter(({ judged, answers }) => judged < 0.75 * answers),
      said,
    ).toEqual(done);
  });
});
