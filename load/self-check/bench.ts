import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { pathOf } from '../../contract/endpoints.ts';
import { loginTo } from '../audit/replay.ts';
import { watchCpu } from '../k6/cpu-time.ts';
import { findK6, type K6 } from '../k6/find-k6.ts';
import { garbageCollection, SYSTEM_TAGS } from '../k6/k6-process.ts';
import type { LoadTarget } from '../load-target.ts';
import { scriptOf } from '../run/entry-script.ts';
import { plannedJourneys } from '../run/planned-journeys.ts';
import { SCRIPTS_DIR, writeRunFile } from '../run/run-file.ts';

export interface BenchOptions {
  k6: K6;
  /** of one run of each, interleaved; default 12 */
  rounds?: number;
  /** of each run; default 3 */
  seconds?: number;
  onProgress?: (message: string) => void;
}

/** Iterations in a run: per second, and per second of k6's processor time (Linux only, else 0). */
export interface Speed {
  perSecond: number;
  perCpuSecond: number;
}

/** Over the rounds: half of them lie between the quartiles. */
export interface Spread {
  median: number;
  quartiles: [low: number, high: number];
}

export interface BenchResult {
  rounds: number;
  /** medians over the rounds */
  speeds: Record<Which, Speed>;
  /** each to the bare script of its round, by processor time, or by time where that is not told */
  ratios: Record<Exclude<Which, 'bare'>, Spread>;
}

/** Part of a bare script's iterations that ours must reach, in the median. */
const LEAST_RATIO = 0.85;
const VIRTUAL_USERS = 8;

/**
 * What is measured. `ours` judges as many answers in full as a run of a minute at full speed does, of
 * 180,000; `unjudged` next to none, `dense` as a run of 10,000 answers does; `streamed` is ours with the
 * samples written out, as in every run. What they differ in is what each part costs.
 */
const ANSWERS = {
  bare: 1,
  unjudged: 1_000_000_000,
  ours: 180_000,
  dense: 10_000,
  streamed: 180_000,
} as const;
type Which = keyof typeof ANSWERS;
const WHICH = Object.keys(ANSWERS) as Which[];

/**
 * What our listing script costs: its iterations at full generator load, against a script that only
 * sends such a request, to the same stub. k6 gets one processor and the stub another one, so that
 * the generator is what limits both. Iterations per second of processor time say the same as those
 * per second, but hold on a machine that has other work too. Many short rounds, each turned around
 * against the one before, and their median: a machine that others use is disturbed for seconds.
 */
export async function bench(options: BenchOptions): Promise<BenchResult> {
  const { k6, rounds = 12, seconds = 3, onProgress = () => {} } = options;
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const worker = new Worker(
    new URL(`./bench-stub${extname(import.meta.filename)}`, import.meta.url),
  );
  try {
    const [target] = (await once(worker, 'message')) as [LoadTarget];
    const prepared = await prepare(target, folder);
    // What starting k6 and its scripts costs is no part of a load; it hardly varies.
    const starts = {} as Record<Which, number>;
    for (const which of WHICH) {
      starts[which] = (await runOnce(k6, which, prepared, AT_ONCE)).cpu;
    }
    const measured: Record<Which, Speed>[] = [];
    for (let round = 0; round < rounds; round++) {
      const one = {} as Record<Which, Speed>;
      for (const which of round % 2 === 0 ? WHICH : WHICH.toReversed()) {
        one[which] = await speedOf(k6, which, prepared, { seconds, start: starts[which] });
      }
      onProgress(`round ${round + 1} of ${rounds}: ${JSON.stringify(one)}`);
      measured.push(one);
    }
    return resultOf(measured);
  } finally {
    await worker.terminate();
    await rm(folder, { recursive: true, force: true });
  }
}

const AT_ONCE = ['--iterations', String(VIRTUAL_USERS)];

/** Medians and quartiles of rounds; there must be one at least. */
export function resultOf(measured: readonly Record<Which, Speed>[]): BenchResult {
  const speeds = {} as BenchResult['speeds'];
  const ratios = {} as BenchResult['ratios'];
  for (const which of WHICH) {
    const of = (name: keyof Speed) => measured.map((one) => one[which][name]);
    speeds[which] = {
      perSecond: spread(of('perSecond')).median,
      perCpuSecond: spread(of('perCpuSecond')).median,
    };
    if (which !== 'bare') {
      const told = measured.every(
        ({ bare, [which]: it }) => bare.perCpuSecond * it.perCpuSecond > 0,
      );
      const unit = told ? 'perCpuSecond' : 'perSecond';
      ratios[which] = spread(measured.map((one) => one[which][unit] / one.bare[unit]));
    }
  }
  return { rounds: measured.length, speeds, ratios };
}

function spread(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return low + (high - low) * (place - Math.floor(place));
  };
  const [median, low, high] = [at(0.5), at(0.25), at(0.75)].map((it) => Number(it.toPrecision(4)));
  return { median: median ?? 0, quartiles: [low ?? 0, high ?? 0] };
}

interface Prepared {
  runFiles: Record<Which, string>;
  summaryFile: string;
  bareUrl: string;
  bareToken: string;
}

async function prepare(target: LoadTarget, folder: string): Promise<Prepared> {
  const { customer } = target.users;
  if (customer === undefined) {
    throw new Error('the stub has no customer');
  }
  const runFiles = {} as Prepared['runFiles'];
  for (const which of WHICH) {
    runFiles[which] = join(folder, `${which}.json`);
    await writeRunFile(runFiles[which], {
      ...plannedJourneys('payment-listing', 1, 1),
      ...{ target, profile: 'smoke', seed: 1, durationSeconds: ANSWERS[which] },
    });
  }
  const bareUrl = target.baseUrl + pathOf('awaiting-payments');
  const bareToken = await loginTo(target, customer);
  return { runFiles, summaryFile: join(folder, 'summary.json'), bareUrl, bareToken };
}

async function speedOf(
  k6: K6,
  which: Which,
  prepared: Prepared,
  { seconds, start }: { seconds: number; start: number },
): Promise<Speed> {
  const length = ['--duration', `${seconds}s`];
  const { iterations, rate, cpu } = await runOnce(k6, which, prepared, length);
  const spent = cpu - start;
  return {
    perSecond: Math.round(rate),
    perCpuSecond: spent > 0 ? Math.round((iterations - VIRTUAL_USERS) / spent) : 0,
  };
}

async function runOnce(
  k6: K6,
  which: Which,
  { runFiles, summaryFile, bareUrl, bareToken }: Prepared,
  length: string[],
): Promise<{ iterations: number; rate: number; cpu: number }> {
  if (k6.path === undefined) {
    throw new Error('the bench needs k6 as a program, not in Docker');
  }
  const bare = join(SCRIPTS_DIR, `bare-listing${extname(import.meta.filename)}`);
  const args = [
    ...['run', '--no-usage-report', '--quiet', '--no-thresholds'],
    // These replace the scenarios of the script by a closed model: as many iterations as can be.
    ...['--vus', String(VIRTUAL_USERS), ...length],
    ...['--system-tags', SYSTEM_TAGS],
    ...(which === 'streamed' ? ['--out', 'csv=-'] : []),
    which === 'bare' ? bare : scriptOf({ name: 'payment-listing', script: null }),
  ];
  const child = spawn(k6.path, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      GOMAXPROCS: '1',
      ...garbageCollection(),
      K6_AUTO_EXTENSION_RESOLUTION: 'false',
      ASSAY_LOAD_RUN: runFiles[which],
      ASSAY_LOAD_SUMMARY: summaryFile,
      ASSAY_BARE_URL: bareUrl,
      ASSAY_BARE_TOKEN: bareToken,
    },
  });
  const cpu = watchCpu(child.pid);
  child.stdout.resume();
  const [exitCode] = (await once(child, 'close')) as [number | null];
  const seconds = cpu() ?? 0;
  if (exitCode !== 0) {
    throw new Error(`k6 ended with ${exitCode} in the bench of ${which}`);
  }
  const { metrics } = JSON.parse(await readFile(summaryFile, 'utf8')) as {
    metrics: Record<string, { values: { rate: number; count: number } }>;
  };
  const { rate = 0, count = 0 } = metrics.iterations?.values ?? {};
  return { iterations: count, rate, cpu: seconds };
}

if (import.meta.main) {
  const result = await bench({
    k6: await findK6({ onProgress: console.error }),
    rounds: Number(process.argv[2] ?? 12),
    onProgress: console.error,
  });
  console.log(JSON.stringify(result, null, 1));
  process.exitCode = result.ratios.ours.median >= LEAST_RATIO ? 0 : 1;
}
