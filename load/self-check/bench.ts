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
import { SCRIPTS_DIR, scriptOf, writeRunFile } from '../run/run-file.ts';

export interface BenchOptions {
  k6: K6;
  /** pairs of runs, interleaved; the median ratio counts; default 3 */
  rounds?: number;
  /** of each run; default 4 */
  seconds?: number;
  onProgress?: (message: string) => void;
}

/** Iterations in a run: per second, and per second of k6's processor time (Linux only, else 0). */
export interface Speed {
  perSecond: number;
  perCpuSecond: number;
}

export interface BenchResult {
  /** our script, a bare one, and ours with the samples streamed out: medians over the rounds */
  ours: Speed;
  bare: Speed;
  streamed: Speed;
  /** ours to bare: medians of the ratios of each round */
  ratio: Speed;
  streamedRatio: Speed;
}

/** Part of a bare script's iterations per second that ours must reach. */
const LEAST_RATIO = 0.85;
const VIRTUAL_USERS = 8;
const WHICH = ['bare', 'ours', 'streamed'] as const;
type Which = (typeof WHICH)[number];

/**
 * What our listing script costs: its iterations at full generator load, against a script that only
 * sends such a request, to the same stub. k6 gets one processor and the stub another one, so that
 * the generator is what limits both. Iterations per second of processor time say the same as those
 * per second, but hold on a machine that has other work too.
 */
export async function bench(options: BenchOptions): Promise<BenchResult> {
  const { k6, rounds = 3, seconds = 4, onProgress = () => {} } = options;
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const worker = new Worker(
    new URL(`./bench-stub${extname(import.meta.filename)}`, import.meta.url),
  );
  try {
    const [target] = (await once(worker, 'message')) as [LoadTarget];
    const prepared = await prepare(target, folder, seconds);
    const measured: Record<Which, Speed>[] = [];
    for (let round = 0; round < rounds; round++) {
      const one: Partial<Record<Which, Speed>> = {};
      // Turned around each time, so that a machine that gets slower favours none.
      for (const which of round % 2 === 0 ? WHICH : WHICH.toReversed()) {
        one[which] = await speedOf(k6, which, prepared, seconds);
      }
      onProgress(`round ${round + 1} of ${rounds}: ${JSON.stringify(one)}`);
      measured.push(one as Record<Which, Speed>);
    }
    const over = (of: (one: Record<Which, Speed>) => Speed): Speed => ({
      perSecond: median(measured.map((one) => of(one).perSecond)),
      perCpuSecond: median(measured.map((one) => of(one).perCpuSecond)),
    });
    return {
      ours: over((one) => one.ours),
      bare: over((one) => one.bare),
      streamed: over((one) => one.streamed),
      ratio: over((one) => ratioOf(one.ours, one.bare)),
      streamedRatio: over((one) => ratioOf(one.streamed, one.bare)),
    };
  } finally {
    await worker.terminate();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Prepared {
  runFile: string;
  summaryFile: string;
  bareUrl: string;
  bareToken: string;
}

async function prepare(target: LoadTarget, folder: string, seconds: number): Promise<Prepared> {
  const { customer } = target.users;
  if (customer === undefined) {
    throw new Error('the stub has no customer');
  }
  const runFile = join(folder, 'run.json');
  await writeRunFile(runFile, {
    journey: 'payment-listing',
    target,
    profile: 'smoke',
    rate: 1,
    durationSeconds: seconds,
    seed: 1,
  });
  const bareUrl = target.baseUrl + pathOf('awaiting-payments');
  const bareToken = await loginTo(target, customer);
  return { runFile, summaryFile: join(folder, 'summary.json'), bareUrl, bareToken };
}

/** The speed of a run, less what starting k6 and its scripts costs: that is no part of a load. */
async function speedOf(k6: K6, which: Which, prepared: Prepared, seconds: number): Promise<Speed> {
  const start = await runOnce(k6, which, prepared, ['--iterations', String(VIRTUAL_USERS)]);
  const { iterations, rate, cpu } = await runOnce(k6, which, prepared, [
    '--duration',
    `${seconds}s`,
  ]);
  const spent = cpu - start.cpu;
  return {
    perSecond: Math.round(rate),
    perCpuSecond: spent > 0 ? Math.round((iterations - VIRTUAL_USERS) / spent) : 0,
  };
}

async function runOnce(
  k6: K6,
  which: Which,
  { runFile, summaryFile, bareUrl, bareToken }: Prepared,
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
    which === 'bare' ? bare : scriptOf('payment-listing'),
  ];
  const child = spawn(k6.path, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      GOMAXPROCS: '1',
      ...garbageCollection(),
      K6_AUTO_EXTENSION_RESOLUTION: 'false',
      ASSAY_LOAD_RUN: runFile,
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

function ratioOf(one: Speed, other: Speed): Speed {
  return {
    perSecond: one.perSecond / other.perSecond,
    perCpuSecond: one.perCpuSecond / other.perCpuSecond,
  };
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

if (import.meta.main) {
  const result = await bench({
    k6: await findK6({ onProgress: console.error }),
    rounds: Number(process.argv[2] ?? 5),
    onProgress: console.error,
  });
  console.log(JSON.stringify(result, null, 1));
  const ratio = result.ratio.perCpuSecond || result.ratio.perSecond;
  process.exitCode = ratio >= LEAST_RATIO ? 0 : 1;
}
