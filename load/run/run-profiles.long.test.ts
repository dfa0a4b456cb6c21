import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { K6 } from '../k6/find-k6.ts';
import { PROFILES } from '../scripts/plan/profiles.ts';
import { startStubTarget } from '../self-check/stub-target.ts';
import { k6InTests } from '../testing/k6-in-tests.ts';
import { runLoad } from './run-load.ts';

const k6 = await k6InTests();
const out = await mkdtemp(join(tmpdir(), 'assay-run-profiles-'));
afterAll(() => rm(out, { recursive: true, force: true }));

/** The short form runs the one that differs most. */
const RUN = inject('form') === 'long' ? PROFILES : (['breakpoint'] as const);

/** These tests are about what a run finds, not how fast this machine is. */
const PATIENT = {
  thresholds: { '*': { p50: 20_000, p95: 20_000, p99: 20_000 } },
  virtualUsers: { preAllocated: 60, max: 100 },
};

describe.skipIf(k6 === null).concurrent('a run against the stub (needs k6)', () => {
  it.each(RUN)('runs the profile %s, shortened', async (profile) => {
    // Of twenty requests the median can be judged, and each step of a search needs as many.
    const size =
      profile === 'breakpoint'
        ? { rate: 30, durationSeconds: 16 }
        : { rate: 16, durationSeconds: 3 };
    const stub = await startStubTarget();
    try {
      const target = { ...stub.target, load: { ...stub.target.load, ...PATIENT } };
      const { report } = await runLoad({
        ...{ journey: 'payment-listing', target, profile, ...size },
        ...{ out: await mkdtemp(join(out, 'run-')), k6: k6 as K6 },
      });
      expect(report.fingerprint.profile).toBe(profile);
      expect(report.totals.requests).toBeGreaterThan(5);
      if (profile === 'breakpoint') {
        expect(report.breakpoint?.highestRate).toBe(30);
      } else {
        expect(report.reasons).toEqual([]);
      }
    } finally {
      await stub.close();
    }
  });
});
