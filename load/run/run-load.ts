import { join } from 'node:path';
import { UnavailableError } from '../../contract/errors.ts';
import { makeFolder } from '../../contract/make-folder.ts';
import { writeWhole } from '../../contract/write-whole.ts';
import type { Ledger } from '../audit/audit-ledger.ts';
import { loginTo } from '../audit/replay.ts';
import { type FindK6Options, findK6, type K6 } from '../k6/find-k6.ts';
import type { LoadTarget } from '../load-target.ts';
import { EXIT_CODE, type Journey, type LoadReport } from '../report/load-report.ts';
import type { Snapshot } from '../samples/recording.ts';
import type { Sample } from '../samples/sample-reader.ts';
import type { ProfileName } from '../scripts/plan/profiles.ts';
import { BREAKPOINT_STEPS, searchBreakpoint } from './breakpoint.ts';
import { checkedOptions } from './load-options.ts';
import { measure } from './measure.ts';
import { poolsInTurn } from './pools-in-turn.ts';
import { callersOf } from './run-file.ts';

export interface LoadOptions {
  /** `lending`, the file of one's own, or several with their rates: `payment-listing:50+lending:5` */
  journey: Journey;
  target: LoadTarget;
  /** default `smoke` */
  profile?: ProfileName;
  /** iterations per second, default by profile; for `breakpoint` the highest rate tried */
  rate?: number;
  /** in seconds, default by profile */
  durationSeconds?: number;
  /** seconds of load before those, which are in no figure; default 0 */
  warmUpSeconds?: number;
  /** default 1 */
  seed?: number;
  /** k6 processes side by side, each with an equal share of the rate; default 1 */
  instances?: number;
  /** names what of the target is measured, for trends */
  commit?: string;
  /** folder of the report; made when it does not exist */
  out: string;
  /** a k6 found before; default: looked for by findK6 */
  k6?: K6;
  findK6?: FindK6Options;
  onProgress?: (progress: LoadProgress) => void;
  /** told of every sample as it comes, and by which of the k6 processes, counted from 0 */
  onSample?: (sample: Sample, process: number) => void;
  /** told of the report where it cannot be written: what was measured is not lost with the disk */
  onUnwritten?: (report: LoadReport) => void;
  /** ends the run early: its report is of what was measured until then */
  signal?: AbortSignal;
  /** seconds without any answer after which the target is lost and the run ends; default 30 */
  lostAfterSeconds?: number;
  /** what the target booked, for the audit; default: the target file's `load.ledgerUrl` */
  ledger?: Ledger;
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

/**
 * Runs a journey against a target and writes `load-<journey>.json` into `out`. What ends early, by the
 * signal or since the target is lost, leaves a report of what was measured, marked `partial`.
 *
 * @throws UsageError for wrong options, a target file that lacks what the journey needs, refused
 *   users, or when k6 cannot be had
 * @throws UnavailableError when the target does not answer, k6 fails, or the report cannot be written
 * @throws the signal's reason when it stops the run before anything was measured
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const report = await measureLoad(options);
  const file = await writeReport(options.out, report).catch((error: unknown) => {
    options.onUnwritten?.(report);
    throw error;
  });
  return { report, file, exitCode: EXIT_CODE[report.verdict] };
}

/** As `runLoad`, but leaves the report to be written. */
export async function measureLoad(options: LoadOptions): Promise<LoadReport> {
  const settings = checkedOptions(options);
  const { target, signal } = options;
  const say = (message: string) => options.onProgress?.({ phase: 'setup', message });
  const k6 = options.k6 ?? (await findK6({ onProgress: say, signal, ...options.findK6 }));
  await makeFolder(options.out).catch((error: Error) => {
    throw new UnavailableError(`cannot make the folder ${options.out}: ${error.message}`);
  });
  const [user] = callersOf(settings.journeys, target);
  if (user) {
    await loginTo({ ...target, baseUrl: user.baseUrl ?? target.baseUrl }, user, signal);
  }

  const { profile } = settings;
  const pools = poolsInTurn(Array(profile === 'breakpoint' ? BREAKPOINT_STEPS : 1).fill(target));
  const once = async (rate: number, durationSeconds: number) => {
    const run = { ...options, k6, target: pools.shareOf(target) };
    const report = await measure(run, { ...settings, rate, durationSeconds });
    pools.used(target, report);
    return report;
  };
  return profile === 'breakpoint'
    ? searchBreakpoint(settings, once, say, signal)
    : once(settings.rate, settings.durationSeconds);
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
