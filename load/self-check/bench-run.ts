import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { pathOf } from '../../contract/endpoints.ts';
import { loginTo } from '../audit/replay.ts';
import { watchCpu } from '../k6/cpu-time.ts';
import type { K6 } from '../k6/find-k6.ts';
import { garbageCollection, SYSTEM_TAGS } from '../k6/k6-process.ts';
import type { LoadTarget } from '../load-target.ts';
import { plannedJourneys } from '../run/planned-journeys.ts';
import { SCRIPTS_DIR, writeRunFile } from '../run/run-file.ts';
import { PARTS, type PartName, writeListing } from './bench-parts.ts';

/** For how many answers the sampling is set: of so many, about 1,000 are judged in full. */
const ANSWERS = { minuteAtFullSpeed: 180_000, runOf10000: 10_000 };

/**
 * What is measured. `ours` judges as many answers in full as a run of a minute at full speed does, `dense` as
 * a run of 10,000 answers does; `streamed` is ours with the samples written out, as in every run. The others
 * are ours without that part.
 */
export const ALWAYS = ['bare', 'ours', 'dense', 'streamed'] as const;
export type Which = (typeof ALWAYS)[number] | PartName;
export const PART_NAMES = Object.keys(PARTS) as PartName[];

/** Whether it is ours without a part. */
export function isPart(which: Which): which is PartName {
  return which in PARTS;
}

/** What k6 is given to run each script against the stub. */
export interface Prepared {
  scripts: Partial<Record<Which, string>>;
  runFiles: { usual: string; dense: string };
  folder: string;
  bareUrl: string;
  bareToken: string;
}

/** Prepares scripts and a stub in a thread of its own, hands them to the work, and cleans up. */
export async function withScripts<T>(
  measured: readonly Which[],
  work: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const worker = new Worker(
    new URL(`./bench-stub${extname(import.meta.filename)}`, import.meta.url),
  );
  try {
    const [target] = (await once(worker, 'message')) as [LoadTarget];
    return await work(await prepare(target, folder, measured));
  } finally {
    await worker.terminate();
    await rm(folder, { recursive: true, force: true });
  }
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
  return { scripts, runFiles, folder, bareUrl, bareToken };
}

/** How a script is run: as many iterations as can be, by so many virtual users. */
export interface Running {
  k6: K6;
  virtualUsers: number;
  /** `--duration` or `--iterations`, with its value */
  length: readonly string[];
  /** a program and its arguments that k6 runs under */
  under?: readonly string[];
}

/**
 * Runs a script once, on one processor.
 *
 * @throws Error where k6 is no program, or ends badly
 */
export async function runOnce(
  which: Which,
  { scripts, runFiles, folder, bareUrl, bareToken }: Prepared,
  { k6, virtualUsers, length, under = [] }: Running,
): Promise<{ iterations: number; rate: number; cpu: number }> {
  if (k6.path === undefined) {
    throw new Error('the bench needs k6 as a program, not in Docker');
  }
  const summaryFile = join(folder, 'summary.json');
  const [program = '', ...args] = [
    ...under,
    k6.path,
    ...['run', '--no-usage-report', '--quiet', '--no-thresholds'],
    // These replace the scenarios of the script by a closed model: as many iterations as can be.
    ...['--vus', String(virtualUsers), ...length],
    ...['--system-tags', SYSTEM_TAGS],
    ...(which === 'streamed' ? ['--out', 'csv=-'] : []),
    scripts[which] ?? '',
  ];
  const child = spawn(program, args, {
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
