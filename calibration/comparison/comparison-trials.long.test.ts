import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { K6 } from '../../load/k6/find-k6.ts';
import { k6InTests } from '../../load/testing/k6-in-tests.ts';
import { type Pairing, runTrial } from './comparison-trials.ts';

const k6 = await k6InTests();

// A short form of `npm run calibrate:comparison`: one comparison whose outcome no busy machine hides.
describe.skipIf(k6 === null)('a trial (needs k6)', () => {
  const addedMs = 20;
  const pairing: Pairing = {
    ...{ id: 'three-times', what: 'a server with one that takes three times as long' },
    ...{ base: { addedMs, factor: 1 }, next: { addedMs, factor: 3 }, right: ['slower'] },
  };

  it('compares two servers of known speed and knows whether the verdict is right', {
    ...{ timeout: 120_000, retry: 1 },
  }, async () => {
    const out = await mkdtemp(join(tmpdir(), 'assay-comparison-trial-'));
    try {
      const trial = await runTrial(pairing, 1, {
        ...{ k6: k6 as K6, repetitions: 3, rate: 40, durationSeconds: 1, out },
      });
      expect(trial).toMatchObject({ pairing: 'three-times', verdict: 'slower', right: true });
      expect(trial.effect).toBeGreaterThan(1);
      expect(trial.effect).toBeLessThan(3);
    } finally {
      await rm(out, { recursive: true });
    }
  });
});
