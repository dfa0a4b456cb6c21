import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UnavailableError, UsageError } from '../../contract/errors.ts';
import { writeWhole } from '../../contract/write-whole.ts';
import { findK6 } from '../k6/find-k6.ts';
import type { LoadTarget } from '../load-target.ts';
import type { Journey, LoadReport } from '../report/load-report.ts';
import { thisMachine } from '../run/machine.ts';
import { planOf } from '../run/plan-of-run.ts';
import { hasRates, nameOf, plannedJourneys } from '../run/planned-journeys.ts';
import { poolsInTurn } from '../run/pools-in-turn.ts';
import { scriptDigest } from '../run/run-file.ts';
import { type LoadOptions, runLoad } from '../run/run-load.ts';
import { PROFILES, type ProfileName } from '../scripts/plan/profiles.ts';
import {
  type CompareOptions,
  compareRuns,
  DEFAULT_REPETITIONS,
  demandUsable,
} from './compare-runs.ts';
import type { Comparison } from './comparison.ts';
import { demandSameFingerprint } from './fingerprint.ts';

/** Which run of a comparison is at work. */
export interface ComparisonStep {
  side: 'base' | 'next';
  /** from 1; 0 is the run that warms up and does not count */
  repetition: number;
  repetitions: number;
}

type RunOptions = Omit<LoadOptions, 'target' | 'out'>;

export interface RunComparisonOptions extends RunOptions, CompareOptions {
  base: LoadTarget;
  next: LoadTarget;
  /** pairs of runs; default 12 */
  repetitions?: number | undefined;
  /** folder: reports in `base/`, `next/` and `warm-up/`, one folder for each repetition */
  out: string;
  onStep?: (step: ComparisonStep) => void;
}

export interface Compared {
  comparison: Comparison;
  base: LoadReport[];
  next: LoadReport[];
}

/**
 * Measures two targets in turn, in the order A B B A, so that a machine that gets slower favours
 * neither, and compares the pairs. Every run has the same profile, rate, duration and seed. Before
 * them each target is run once to warm up: caches and compilers that are cold would make the first
 * pair differ by a tenth and more.
 *
 * @throws UsageError as `runLoad` and `compareRuns` do
 * @throws UnavailableError as `runLoad` does
 */
export async function runComparison(options: RunComparisonOptions): Promise<Compared> {
  const { base, next, repetitions = DEFAULT_REPETITIONS, out, onStep, ...shared } = options;
  demandRepetitions(repetitions);
  const { minimumEffect, significance, ...load } = shared;
  const k6 = load.k6 ?? (await findK6(load.findK6));
  const reports = { base: [] as LoadReport[], next: [] as LoadReport[] };
  const targets = { base, next };
  const pools = poolsInTurn(Array.from({ length: repetitions + 1 }, () => [base, next]).flat());
  for (let repetition = firstOf(load); repetition <= repetitions; repetition++) {
    if (repetition === 1) {
      await removeEarlier(out, ['base', 'next'], nameIn(load));
    }
    const order = repetition % 2 === 1 ? (['base', 'next'] as const) : (['next', 'base'] as const);
    for (const side of order) {
      onStep?.({ side, repetition, repetitions });
      const folder = folderOf(out, side, repetition);
      const target = targets[side];
      const { report } = await runLoad({
        ...{ ...load, k6, out: folder, target: pools.shareOf(target) },
      });
      // A part of a run is no repetition; its report is in its folder.
      load.signal?.throwIfAborted();
      pools.used(target, report);
      demandSameFingerprint([report, ...reports.base, ...reports.next]);
      if (repetition > 0) {
        reports[side].push(report);
      }
    }
  }
  const comparison = compareRuns(reports.base, reports.next, { minimumEffect, significance });
  return { comparison, ...reports };
}

export interface RunAgainstOptions extends RunOptions, CompareOptions {
  baseline: readonly LoadReport[];
  target: LoadTarget;
  out: string;
  onStep?: (step: ComparisonStep) => void;
}

/**
 * Measures a target as often and as long as a baseline was, and compares both. What the options do
 * not say (profile, rate, duration, seed) is the baseline's. The sides are not interleaved, so the
 * machine must be as it was: the fingerprint tells part of that, a quiet machine the rest.
 *
 * @throws UsageError as `runLoad` and `compareRuns` do
 * @throws UnavailableError as `runLoad` does
 */
export async function runAgainst(options: RunAgainstOptions): Promise<Compared> {
  const { baseline, out, onStep, minimumEffect, significance, ...given } = options;
  const [first] = baseline;
  if (first === undefined) {
    throw new UsageError('the baseline holds no run');
  }
  demandUsable(baseline);
  demandSameFingerprint(baseline);
  const { rate, durationSeconds, warmUpSeconds, instances, seed } = first.fingerprint;
  const { journeys, rate: planned } = plannedJourneys(given.journey, given.rate, rate);
  const settings = {
    profile: given.profile ?? profileOf(first),
    durationSeconds: given.durationSeconds ?? durationSeconds,
    warmUpSeconds: given.warmUpSeconds ?? warmUpSeconds,
    instances: given.instances ?? instances,
    seed: given.seed ?? seed,
  };
  const k6 = given.k6 ?? (await findK6(given.findK6));
  // Before anything is run, so that nobody waits for a warm-up to learn that all is in vain.
  const coming = {
    journey: nameOf(journeys),
    startedAt: new Date().toISOString(),
    fingerprint: {
      ...{ ...settings, rate: planned, k6Version: k6.version, machine: thisMachine() },
      ...planOf(journeys, given.target),
      scriptDigest: await scriptDigest(journeys),
    },
  };
  demandSameFingerprint([first, coming]);
  const next: LoadReport[] = [];
  const pools = poolsInTurn(Array(baseline.length + 1).fill(given.target));
  for (let repetition = firstOf(given); repetition <= baseline.length; repetition++) {
    if (repetition === 1) {
      await removeEarlier(out, ['next'], nameOf(journeys));
    }
    onStep?.({ side: 'next', repetition, repetitions: baseline.length });
    const folder = folderOf(out, 'next', repetition);
    const target = pools.shareOf(given.target);
    const { report } = await runLoad({
      ...{ ...given, ...settings, k6, target, out: folder },
      ...(!hasRates(given.journey) && { rate: planned }),
    });
    given.signal?.throwIfAborted();
    pools.used(given.target, report);
    demandSameFingerprint([first, report]);
    if (repetition > 0) {
      next.push(report);
    }
  }
  const comparison = compareRuns(baseline, next, { minimumEffect, significance });
  return { comparison, base: [...baseline], next };
}

/**
 * Runs a target once to warm up, then several times, and gives the reports: with `writeBaseline`, a
 * baseline to commit.
 *
 * @throws UsageError and UnavailableError as `runLoad` does
 */
export async function runRepetitions(
  options: LoadOptions & { repetitions: number; onStep?: (step: ComparisonStep) => void },
): Promise<LoadReport[]> {
  const { repetitions, onStep, out, ...load } = options;
  demandRepetitions(repetitions);
  const k6 = load.k6 ?? (await findK6(load.findK6));
  const reports: LoadReport[] = [];
  const pools = poolsInTurn(Array(repetitions + 1).fill(load.target));
  for (let repetition = firstOf(load); repetition <= repetitions; repetition++) {
    if (repetition === 1) {
      await removeEarlier(out, ['base'], nameIn(load));
    }
    onStep?.({ side: 'base', repetition, repetitions });
    const folder = folderOf(out, 'base', repetition);
    const target = pools.shareOf(load.target);
    const { report } = await runLoad({ ...load, k6, target, out: folder });
    load.signal?.throwIfAborted();
    pools.used(load.target, report);
    if (repetition > 0) {
      reports.push(report);
    }
  }
  return reports;
}

/** What reports of these runs are called. */
function nameIn({ journey, rate }: Pick<LoadOptions, 'journey' | 'rate'>): string {
  return nameOf(plannedJourneys(journey, rate, 1).journeys);
}

/** An uncounted run comes first, but where each run leaves out seconds of its own, if only 0. */
function firstOf({ warmUpSeconds }: Pick<LoadOptions, 'warmUpSeconds'>): 0 | 1 {
  return warmUpSeconds === undefined ? 0 : 1;
}

/**
 * Writes repetitions as one file, to be committed. Without their timelines, which a comparison does
 * not read: only the totals per bucket stay, for the rates.
 *
 * @throws UsageError when a run is broken, incomplete, a part, of a saturated generator or a breakpoint
 *   search: nothing could be compared with it, and a file that is there already may be better
 * @throws UnavailableError when it cannot be written
 */
export async function writeBaseline(file: string, reports: readonly LoadReport[]): Promise<void> {
  demandUsable(reports);
  const busy = reports.find(({ generator }) => generator.saturated);
  if (busy) {
    throw new UsageError(
      `the run of ${busy.startedAt} tells of a saturated generator; measure the baseline on a larger machine or at a lower rate`,
    );
  }
  const lean = reports.map(({ timeline, ...report }) => ({
    ...report,
    timeline: {
      ...timeline,
      buckets: timeline.buckets.map((bucket) => ({ ...bucket, latency: null, endpoints: {} })),
    },
  }));
  await writeWhole(file, `[\n${lean.map((report) => JSON.stringify(report)).join(',\n')}\n]\n`);
}

/**
 * Removes the reports that an earlier series of this journey left: a longer one had repetitions that
 * this one does not overwrite, and who reads the folder would take them for its own. Nothing else is
 * removed, since the folder is the user's.
 *
 * @throws UnavailableError when one cannot be removed
 */
async function removeEarlier(
  out: string,
  sides: readonly ComparisonStep['side'][],
  journey: Journey,
): Promise<void> {
  for (const side of sides) {
    const folder = join(out, side);
    const repetitions = (await readdir(folder).catch(() => [])).filter((name) =>
      /^\d+$/.test(name),
    );
    for (const file of repetitions.map((name) => join(folder, name, `load-${journey}.json`))) {
      await rm(file, { force: true }).catch((error: Error) => {
        throw new UnavailableError(`cannot remove the earlier report ${file}: ${error.message}`);
      });
    }
  }
}

/** The reports of warm-ups are kept apart from what is compared. */
function folderOf(out: string, side: ComparisonStep['side'], repetition: number): string {
  return repetition === 0 ? join(out, 'warm-up', side) : join(out, side, String(repetition));
}

function profileOf({ fingerprint }: LoadReport): ProfileName {
  const profile = PROFILES.find((name) => name === fingerprint.profile);
  if (profile === undefined) {
    throw new UsageError(`the baseline's profile ${fingerprint.profile} is unknown here`);
  }
  return profile;
}

function demandRepetitions(repetitions: number): void {
  if (!(Number.isInteger(repetitions) && repetitions >= 1 && repetitions <= 1000)) {
    throw new UsageError(
      `the repetitions are ${repetitions}; expected a whole number from 1 to 1000`,
    );
  }
}
