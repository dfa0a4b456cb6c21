import { mkdtemp, rm } from 'node:fs/promises';
import { arch, cpus, hostname, platform, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { UnavailableError } from '../../contract/errors.ts';
import { makeFolder } from '../../contract/make-folder.ts';
import { writeWhole } from '../../contract/write-whole.ts';
import type { Ledger } from '../audit/audit-ledger.ts';
import { auditOf } from '../audit/audit-of-events.ts';
import { loginTo } from '../audit/replay.ts';
import { type FindK6Options, findK6, type K6 } from '../k6/find-k6.ts';
import { type K6Ending, runK6 } from '../k6/k6-process.ts';
import { k6Environment } from '../k6/k6-ways.ts';
import type { LoadTarget } from '../load-target.ts';
import { EXIT_CODE, type Journey, type LoadReport } from '../report/load-report.ts';
import { type ConsoleEvents, readConsoleEvents } from '../samples/console-events.ts';
import { recording, type Snapshot } from '../samples/recording.ts';
import { type Sample, sampleReader } from '../samples/sample-reader.ts';
import { type ProfileName, rateAt, shapeOf } from '../scripts/plan/profiles.ts';
import { BREAKPOINT_STEPS, searchBreakpoint } from './breakpoint.ts';
import { reportOf } from './conclude-run.ts';
import { readSummary } from './gates.ts';
import { checkedOptions } from './load-options.ts';
import { THRESHOLDS_CROSSED } from './load-verdict.ts';
import { poolsInTurn } from './pools-in-turn.ts';
import { scriptDigest, scriptOf, usersOf, writeRunFile } from './run-file.ts';

export interface LoadOptions {
  journey: Journey;
  target: LoadTarget;
  /** default `smoke` */
  profile?: ProfileName;
  /** iterations per second, default by profile; for `breakpoint` the highest rate tried */
  rate?: number;
  /** in seconds, default by profile */
  durationSeconds?: number;
  /** default 1 */
  seed?: number;
  /** folder of the report; made when it does not exist */
  out: string;
  /** a k6 found before; default: looked for by findK6 */
  k6?: K6;
  findK6?: FindK6Options;
  onProgress?: (progress: LoadProgress) => void;
  /** told of every sample as it comes, and by which of the k6 processes, counted from 0 */
  onSample?: (sample: Sample, process: number) => void;
  /** stops the run; runLoad then throws the signal's reason */
  signal?: AbortSignal;
  /** what the target booked, for the audit; default: the target file's `load.ledgerUrl` */
  ledger?: Ledger;
  /** takes what the audit needs where several processes are audited together, and not one by one */
  onEvents?: (events: ConsoleEvents) => null;
  /** further arguments and environment of `k6 run`, such as a second `--out` */
  k6Args?: readonly string[];
  k6Env?: Readonly<Record<string, string>>;
}

/** What a run says while it works. */
export type LoadProgress =
  | { phase: 'setup'; message: string }
  | ({ phase: 'load'; durationSeconds: number; rateAsked: number } & Snapshot)
  | { phase: 'audit'; message: string };

export interface LoadResult {
  report: LoadReport;
  /** the JSON file written */
  file: string;
  exitCode: 0 | 1 | 3 | 4;
}

const PROGRESS_MS = 500;

/**
 * Runs a journey against a target and writes `load-<journey>.json` into `out`.
 *
 * @throws UsageError for wrong options, a target file that lacks what the journey needs, refused
 *   users, or when k6 cannot be had
 * @throws UnavailableError when the target does not answer, k6 fails, or the report cannot be written
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const settings = checkedOptions(options);
  const { journey, target } = options;
  const say = (message: string) => options.onProgress?.({ phase: 'setup', message });
  const k6 =
    options.k6 ?? (await findK6({ onProgress: say, signal: options.signal, ...options.findK6 }));
  await makeFolder(options.out).catch((error: Error) => {
    throw new UnavailableError(`cannot make the folder ${options.out}: ${error.message}`);
  });
  const [user] = usersOf(journey, target);
  if (user) {
    await loginTo(target, user, options.signal);
  }

  const { profile } = settings;
  const pools = poolsInTurn(Array(profile === 'breakpoint' ? BREAKPOINT_STEPS : 1).fill(target));
  const once = async (rate: number, durationSeconds: number) => {
    const run = { ...options, k6, target: pools.shareOf(target) };
    const report = await measureOnce(run, { ...settings, rate, durationSeconds });
    pools.used(target, report);
    return report;
  };
  const report =
    profile === 'breakpoint'
      ? await searchBreakpoint(settings, once, say, options.signal)
      : await once(settings.rate, settings.durationSeconds);
  return {
    report,
    file: await writeReport(options.out, report),
    exitCode: EXIT_CODE[report.verdict],
  };
}

interface Settings {
  profile: ProfileName;
  rate: number;
  durationSeconds: number;
  seed: number;
}

async function measureOnce(
  options: LoadOptions & { k6: K6 },
  { profile, rate, durationSeconds, seed }: Settings,
): Promise<LoadReport> {
  const { journey, target, signal, k6 } = options;
  const folder = await mkdtemp(join(tmpdir(), 'assay-load-'));
  try {
    const files = {
      runFile: join(folder, 'run.json'),
      summaryFile: join(folder, 'summary.json'),
      consoleFile: join(folder, 'console.log'),
    };
    await writeRunFile(files.runFile, {
      ...{ journey, target, profile, rate, durationSeconds, seed },
    });
    const recorder = recording({
      journey,
      shape: shapeOf(profile, rate, durationSeconds),
      durationSeconds,
      timeoutSeconds: target.timeoutMs / 1000,
    });
    const env = { ...(await k6Environment(target, folder)), ...options.k6Env };
    const startedAt = new Date().toISOString();
    const ending = await withProgress(options, recorder, { profile, rate, durationSeconds }, () => {
      const reader = sampleReader((sample) => {
        recorder.take(sample);
        options.onSample?.(sample, 0);
      });
      return runK6({
        ...files,
        k6,
        script: scriptOf(journey),
        onSamples: reader.write,
        ...{ args: options.k6Args, env, signal },
      }).finally(reader.end);
    });
    signal?.throwIfAborted();
    recorder.finish();
    const endedAt = new Date().toISOString();
    const summary = await readSummary(files.summaryFile);
    const events = await readConsoleEvents(files.consoleFile);
    if (summary === null || (ending.exitCode !== 0 && ending.exitCode !== THRESHOLDS_CROSSED)) {
      throw new UnavailableError(failureOf(ending, events.problems));
    }
    const fingerprint = {
      ...{ k6Version: k6.version, profile, rate, durationSeconds, seed },
      machine: thisMachine(),
      scriptDigest: await scriptDigest(),
    };
    return reportOf({
      ...{ journey, target, startedAt, endedAt, fingerprint, recorder, events, ending },
      audit: options.onEvents
        ? options.onEvents(events)
        : await auditOf(journey, [events], options),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function failureOf({ exitCode, messages }: K6Ending, problems: { message: string }[]): string {
  const why = [...messages, ...problems.map((problem) => problem.message)].slice(0, 3);
  const said = why.map((message) => message.split('\n')[0]).join('; ');
  if (exitCode === 0 || exitCode === THRESHOLDS_CROSSED) {
    return `k6 wrote no summary, so nothing can be told: ${said}`;
  }
  return `k6 ended with exit code ${exitCode}: ${said}`;
}

async function withProgress<T>(
  { onProgress }: LoadOptions,
  recorder: ReturnType<typeof recording>,
  { profile, rate, durationSeconds }: Omit<Settings, 'seed'>,
  work: () => Promise<T>,
): Promise<T> {
  if (onProgress === undefined) {
    return work();
  }
  const shape = shapeOf(profile, rate, durationSeconds);
  const tell = () => {
    const snapshot = recorder.snapshot(Date.now());
    const rateAsked = rateAt(shape, snapshot.elapsedSeconds);
    onProgress({ phase: 'load', durationSeconds, rateAsked, ...snapshot });
  };
  const timer = setInterval(tell, PROGRESS_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    tell();
  }
}

/**
 * Writes `load-<journey>.json` into a folder.
 *
 * @throws UnavailableError when it cannot be written
 */
export async function writeReport(out: string, report: LoadReport): Promise<string> {
  const file = join(out, `load-${report.journey}.json`);
  await writeWhole(file, `${JSON.stringify(report, null, 1)}\n`);
  return file;
}

function thisMachine(): LoadReport['fingerprint']['machine'] {
  const [cpu] = cpus();
  return {
    platform: `${platform()} ${arch()}`,
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryBytes: totalmem(),
    hostname: hostname(),
  };
}
