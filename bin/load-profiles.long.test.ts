import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { LoadTarget } from '../load/load-target.ts';
import { JOURNEYS } from '../load/report/load-report.ts';
import { runLoad } from '../load/run/run-load.ts';
import { PROFILES, type ProfileName } from '../load/scripts/plan/profiles.ts';
import { startStubTarget } from '../load/self-check/stub-target.ts';
import { k6InTests } from '../load/testing/k6-in-tests.ts';
import { createLogger } from '../server/logger.ts';
import { rememberingPasswords } from '../server/passwords.ts';
import { startServer } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';
import { parseTarget } from '../target/target-file.ts';
import { LOAD_OF_BUSY_MACHINE } from './testing/k6.ts';

const k6 = await k6InTests();

interface Started {
  target: LoadTarget;
  close(): Promise<void>;
}

/** The long form runs every profile once, `ASSAY_PROFILES=all` runs each against both targets. */
const ALL = process.env.ASSAY_PROFILES === 'all';
const LONG = ALL || inject('form') === 'long';

/** What the journeys are run against: our own server, and a stub that nobody tuned for them. */
const TARGETS: { name: string; profiles: readonly ProfileName[]; start(): Promise<Started> }[] = [
  {
    name: 'the reference server',
    profiles: LONG ? PROFILES : ['smoke'],
    async start() {
      const running = await startServer({
        db: ':memory:',
        control: { secret: 'a secret of the test alone' },
        logger: createLogger('silent'),
        passwords: rememberingPasswords(),
      });
      return { target: parseTarget(targetFor(running)), close: running.close };
    },
  },
  {
    name: 'a stub',
    // the shapes that differ most
    profiles: ALL ? PROFILES : [...(LONG ? (['smoke'] as const) : []), 'breakpoint'],
    start: () => startStubTarget(),
  },
];

/** Runs as short as these have requests enough for no more than a median. */
const JUDGED = {
  ...LOAD_OF_BUSY_MACHINE,
  thresholds: { '*': { ...LOAD_OF_BUSY_MACHINE.thresholds['*'], p50: 30_000 } },
};

/** A spike leaves no time to make virtual users while it lasts: what they cannot take is dropped. */
const SPIKED = { ...JUDGED, virtualUsers: { preAllocated: 80, max: 200 } };

describe.skipIf(!k6).each(TARGETS)('profiles against $name (needs k6)', ({ start, profiles }) => {
  let folder: string;
  let started: Started;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-load-profiles-'));
    started = await start();
  });
  afterAll(async () => {
    await started.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const courses = profiles.flatMap((profile) =>
    JOURNEYS.map((journey) => [profile, journey] as const),
  );

  it.concurrent.each(courses)('runs %s of %s, shortened, and passes', async (profile, journey) => {
    const { report, exitCode } = await runLoad({
      journey,
      target: { ...started.target, load: profile === 'spike' ? SPIKED : JUDGED },
      profile,
      // Of twenty requests the median can be judged, also in the last step of a search.
      rate: profile === 'smoke' ? 5 : profile === 'breakpoint' ? 24 : 15,
      durationSeconds: profile === 'breakpoint' ? 1 : 2,
      out: join(folder, `${profile}-${journey}`),
      ...(k6 && { k6 }),
    });
    expect(report.reasons).toEqual([]);
    expect({ verdict: report.verdict, exitCode }).toEqual({ verdict: 'passed', exitCode: 0 });
    expect(report.fingerprint.profile).toBe(profile);
    expect(report.totals.requests).toBeGreaterThan(3);
    expect(report.totals.errors).toBe(0);
  });
});
