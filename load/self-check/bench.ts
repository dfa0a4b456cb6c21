import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { pathOf } from '../../contract/endpoints.ts';
import { loginTo } from '../audit/replay.ts';
import { watchCpu } from '../k6/cpu-time.ts';
import { findK6, type K6 } from '../k6/find-k6.ts';
import { garbageCollection, SYSTEM_TAGS } from '../k6/k6-process.ts';
import type { LoadTarget } from '../load-target.ts';
import { plannedJourneys } from '../run/planned-journeys.ts';
import { SCRIPTS_DIR, writeRunFile } from '../run/run-file.ts';
import { PARTS, type PartName, writeListing } from './bench-parts.ts';

export interface BenchOptions {
  k6: K6;
  /** of one run of each, interleaved; default 12 */
  rounds?: number;
  /** of each run; default 3 */
  seconds?: number;
  /** also measures ours without each part of it; default false */
  parts?: boolean;
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
  speeds: Partial<Record<Which, Speed>>;
  /** each to the bare script of its round, by processor time, or by time where that is not told */
  ratios: Partial<Record<Which, Spread>>;
  /** what is spared where a part of ours is left out, in shares of a bare request */
  costs: Partial<Record<PartName, Spread>>;
}

/** What each script did in a round. */
export type Round = Partial<Record<Which, Speed>> & Record<'bare' | 'ours', Speed>;

/** Part of a bare script's iterations that ours must reach, in the median. */
const LEAST_RATIO = 0.85;
const VIRTUAL_USERS = 8;

/** For how many answers the sampling is set: of so many, about 1,000 are judged in full. */
const ANSWERS = { minuteAtFullSpeed: 180_000, runOf10000: 10_000 };

/**
 * What is measured. `ours` judges as many answers in full as a run of a minute at full speed does, `dense` as
 * a run of 10,000 answers does; `streamed` is ours with the samples written out, as in every run.
 */
const ALWAYS = ['bare', 'ours', 'dense', 'streamed'] as const;
type Which = (typeof ALWAYS)[number] | PartName;
const PART_NAMES = Object.keys(PARTS) as PartName[];

/**
 * What our listing script costs: its iterations at full generator load, against a script that only
 * sends such a request, to the same stub. k6 gets one processor and the stub another one, so that
 * the generator is what limits both. Iterations per second of processor time say the same as those
 * per second, but hold on a machine that has other work too. Many short rounds, each turned around
 * against the one before, and their median: a machine that others use is disturbed for seconds.
 */
export async function bench(options: BenchOptions): Promise<BenchResult> {
  const { k6, rounds = 12, seconds = 3, parts = false, onProgress = () => {} } = options;
  const measuredOnes: Which[] = [...ALWAYS, ...(parts ? PART_NAMES : [])];
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const worker = new Worker(
    new URL(`./bench-stub${extname(import.meta.filename)}`, import.meta.url),
  );
  try {
    const [target] = (await once(worker, 'message')) as [LoadTarget];
    const prepared = await prepare(target, folder, measuredOnes);
    const starts = await startsOf(k6, prepared);
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      const one: Partial<Round> = {};
      for (const which of round % 2 === 0 ? measuredOnes : measuredOnes.toReversed()) {
        one[which] = await speedOf(k6, which, prepared, {
          ...{ seconds, start: which === 'bare' ? starts.bare : starts.ours },
        });
      }
      onProgress(`round ${round + 1} of ${rounds}: ${JSON.stringify(one)}`);
      measured.push(one as Round);
    }
    return resultOf(measured);
  } finally {
    await worker.terminate();
    await rm(folder, { recursive: true, force: true });
  }
}

const AT_ONCE = ['--iterations', String(VIRTUAL_USERS)];
const STARTS = 5;

/** Seconds of processor time that it takes to start k6 and its scripts, which are no part of a load. */
async function startsOf(k6: K6, prepared: Prepared): Promise<{ bare: number; ours: number }> {
  const bare: number[] = [];
  const ours: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    bare.push((await runOnce(k6, 'bare', prepared, AT_ONCE)).cpu);
    ours.push((await runOnce(k6, 'ours', prepared, AT_ONCE)).cpu);
  }
  return { bare: spread(bare).median, ours: spread(ours).median };
}

/** Medians and quartiles of rounds; there must be one at least, and all must have measured the same. */
export function resultOf(measured: readonly Round[]): BenchResult {
  const result: BenchResult = { rounds: measured.length, speeds: {}, ratios: {}, costs: {} };
  const speeds = measured.flatMap((round) => Object.values(round));
  const unit = speeds.every(({ perCpuSecond }) => perCpuSecond > 0) ? 'perCpuSecond' : 'perSecond';
  for (const which of Object.keys(measured[0] ?? {}) as Which[]) {
    const speedsOf = (name: keyof Speed) => measured.map((round) => round[which]?.[name] ?? 0);
    result.speeds[which] = {
      perSecond: spread(speedsOf('perSecond')).median,
      perCpuSecond: spread(speedsOf('perCpuSecond')).median,
    };
    const own = speedsOf(unit);
    if (which !== 'bare') {
      result.ratios[which] = spread(
        measured.map(({ bare }, round) => (own[round] ?? 0) / bare[unit]),
      );
    }
    if (isPart(which)) {
      // How much longer a request of ours takes than without the part, to how long a bare one takes.
      result.costs[which] = spread(
        measured.map(
          ({ bare, ours }, round) => bare[unit] * (1 / ours[unit] - 1 / (own[round] ?? 1)),
        ),
      );
    }
  }
  return result;
}

function isPart(which: Which): which is PartName {
  return which in PARTS;
}

/** What each part costs, as a table of Markdown. */
export function tableOf({ ratios, costs }: BenchResult): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  const row = (what: string, of: Spread | undefined) =>
    of && `| ${what} | ${percent(of.median)} | ${of.quartiles.map(percent).join(' to ')} |`;
  return [
    ...['| part | of a bare request | middle half |', '| --- | --- | --- |'],
    ...PART_NAMES.map((name) => row(PARTS[name].says, costs[name])),
    ...['', '| our script | of the speed of a bare one | middle half |', '| --- | --- | --- |'],
    row('about 1,000 answers of a minute at full speed judged', ratios.ours),
    row('… and its samples written out, as in every run', ratios.streamed),
    row('one answer in ten judged', ratios.dense),
  ]
    .filter((line) => line !== undefined)
    .join('\n');
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
  scripts: Partial<Record<Which, string>>;
  runFiles: { usual: string; dense: string };
  summaryFile: string;
  bareUrl: string;
  bareToken: string;
}

async function prepare(
  target: LoadTarget,
  folder: string,
  measured: readonly Which[],
): Promise<Prepared> {
  const { customer } = target.users;
  if (customer === undefined) {
    throw new Error('the stub has no customer');
  }
  const runFiles = { usual: join(folder, 'usual.json'), dense: join(folder, 'dense.json') };
  for (const [file, answers] of [
    [runFiles.usual, ANSWERS.minuteAtFullSpeed],
    [runFiles.dense, ANSWERS.runOf10000],
  ] as const) {
    await writeRunFile(file, {
      ...plannedJourneys('payment-listing', 1, 1),
      ...{ target, profile: 'smoke', seed: 1, durationSeconds: answers },
    });
  }
  const whole = await writeListing(join(folder, 'whole'));
  const scripts: Prepared['scripts'] = { ours: whole, dense: whole, streamed: whole };
  scripts.bare = join(SCRIPTS_DIR, `bare-listing${extname(import.meta.filename)}`);
  for (const part of measured.filter(isPart)) {
    scripts[part] = await writeListing(join(folder, part), part);
  }
  const bareUrl = target.baseUrl + pathOf('awaiting-payments');
  const bareToken = await loginTo(target, customer);
  return { scripts, runFiles, summaryFile: join(folder, 'summary.json'), bareUrl, bareToken };
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
  { scripts, runFiles, summaryFile, bareUrl, bareToken }: Prepared,
  length: string[],
): Promise<{ iterations: number; rate: number; cpu: number }> {
  if (k6.path === undefined) {
    throw new Error('the bench needs k6 as a program, not in Docker');
  }
  const args = [
    ...['run', '--no-usage-report', '--quiet', '--no-thresholds'],
    // These replace the scenarios of the script by a closed model: as many iterations as can be.
    ...['--vus', String(VIRTUAL_USERS), ...length],
    ...['--system-tags', SYSTEM_TAGS],
    ...(which === 'streamed' ? ['--out', 'csv=-'] : []),
    scripts[which] ?? '',
  ];
  const child = spawn(k6.path, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      GOMAXPROCS: '1',
      ...garbageCollection(),
      K6_AUTO_EXTENSION_RESOLUTION: 'false',
      ASSAY_LOAD_RUN: which === 'dense' ? runFiles.dense : runFiles.usual,
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
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '12' }, parts: { type: 'boolean' } },
  });
  const result = await bench({
    ...{ k6: await findK6({ onProgress: console.error }), rounds: Number(values.rounds) },
    ...{ parts: values.parts ?? false, onProgress: console.error },
  });
  console.log(`${JSON.stringify(result, null, 1)}\n\n${tableOf(result)}`);
  process.exitCode = (result.ratios.ours?.median ?? 0) >= LEAST_RATIO ? 0 : 1;
}
