import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { UnavailableError } from '../../contract/errors.ts';
import { whyNoFile } from '../../contract/why-no-file.ts';
import { auditOf } from '../audit/audit-of-events.ts';
import { unaudited } from '../audit/audited.ts';
import { reportOf } from '../judge/conclude-run.ts';
import { readSummary } from '../judge/gates.ts';
import type { K6 } from '../k6/find-k6.ts';
import { type K6Ending, runK6 } from '../k6/k6-process.ts';
import { k6Environment } from '../k6/k6-ways.ts';
import type { AuditReport, EarlyEnd, LoadReport } from '../report/load-report.ts';
import { type ConsoleEvents, readConsoleEvents } from '../samples/console-events.ts';
import { type Recorder, recording } from '../samples/recording.ts';
import { sampleReader } from '../samples/sample-reader.ts';
import { rateAt, shapeOf } from '../scripts/plan/profiles.ts';
import { argsOfShares } from '../shares/segments.ts';
import { writeEntry } from './entry-script.ts';
import type { Settings } from './load-options.ts';
import { thisMachine } from './machine.ts';
import { planOf } from './plan-of-run.ts';
import { atRate } from './planned-journeys.ts';
import { scriptDigest, writeRunFile } from './run-file.ts';
import type { LoadOptions } from './run-load.ts';
import { watchRun } from './watch-run.ts';

/** k6's exit code when a signal stopped it. */
const STOPPED = 105;
/** The audit of a run that was ended early is given so long: somebody waits for its report. */
const HASTY_AUDIT_MS = 15_000;

/**
 * Runs a journey once, by as many k6 processes as asked, and makes a report of all that they measured. A
 * run that is ended early, by the signal, by k6 or by a target that is lost, has a report too where
 * anything was measured.
 *
 * @throws UnavailableError when k6 fails before it has measured anything
 * @throws the signal's reason when it stops the run before anything was measured
 */
export async function measure(
  options: LoadOptions & { k6: K6 },
  settings: Settings,
): Promise<LoadReport> {
  const { target, signal, k6 } = options;
  const { profile, rate, durationSeconds, warmUpSeconds, instances, seed } = settings;
  const journeys = atRate(settings.journeys, rate);
  const names = journeys.map(({ name }) => name);
  const shape = shapeOf(profile, rate, durationSeconds);
  const recorder = recording({
    ...{ journeys: names, shape, durationSeconds, warmUpSeconds },
    timeoutSeconds: target.timeoutMs / 1000,
  });
  const folder = await mkdtemp(join(tmpdir(), 'assay-load-')).catch(noTemporaryFiles);
  try {
    const startedAt = new Date().toISOString();
    const ended = await runProcesses(options, { ...settings, journeys }, recorder, folder);
    recorder.finish();
    const endedAt = new Date().toISOString();
    const measured = recorder.totals().requests > 0;
    if (!measured) {
      signal?.throwIfAborted();
    }
    if (ended.failure !== null && !measured) {
      throw new UnavailableError(ended.failure);
    }
    const reason = ended.stoppedBy ?? ended.failure;
    const partial: EarlyEnd | null =
      reason === null
        ? null
        : {
            reason,
            measuredSeconds: Math.min(durationSeconds, Math.floor(ended.seconds)),
            plannedSeconds: durationSeconds,
          };
    return reportOf({
      ...{ journeys: names, target, startedAt, endedAt, recorder, partial },
      commit: options.commit,
      fingerprint: {
        ...{ k6Version: k6.version, profile, rate, durationSeconds, warmUpSeconds, instances },
        ...{ seed, machine: thisMachine(), scriptDigest: await scriptDigest(journeys) },
        ...planOf(journeys, target),
      },
      events: ended.events,
      endings: ended.endings.map((ending) => ({
        ...ending,
        // Stopped by us, it has measured rightly what it has.
        exitCode: ended.failure === null || ended.stoppedBy !== null ? 0 : null,
      })),
      audit: await auditAfter(names, ended.events, partial, options),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Ended {
  events: ConsoleEvents[];
  endings: K6Ending[];
  /** why the processes were told to stop; null where they were not */
  stoppedBy: string | null;
  /** why one of them failed; null where none did */
  failure: string | null;
  /** seconds of load until they ended */
  seconds: number;
}

async function runProcesses(
  options: LoadOptions & { k6: K6 },
  settings: Settings,
  recorder: Recorder,
  folder: string,
): Promise<Ended> {
  const { target, signal, k6, onProgress } = options;
  const { journeys, profile, rate, durationSeconds, instances } = settings;
  const runFile = join(folder, 'run.json');
  const script = join(folder, 'entry.js');
  await writeRunFile(runFile, { target, ...settings })
    .then(() => writeEntry(script, journeys))
    .catch(noTemporaryFiles);
  const env = { ...(await k6Environment(target, folder)), ...options.k6Env };
  const stop = new AbortController();
  const stopping = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const shape = shapeOf(profile, rate, durationSeconds);
  const tell = () => {
    const snapshot = recorder.snapshot(Date.now());
    const rateAsked = rateAt(shape, snapshot.elapsedSeconds);
    onProgress?.({ phase: 'load', durationSeconds, rateAsked, ...snapshot });
  };
  let lost: string | null = null;
  const onLost = (reason: string) => {
    lost = reason;
    stop.abort(reason);
  };
  const watching = watchRun({
    ...{ recorder, onLook: tell, onLost, lostAfterSeconds: options.lostAfterSeconds },
  });
  const one = async (shareArgs: string[], index: number) => {
    const own = join(folder, String(index));
    await mkdir(own);
    const files = {
      summaryFile: join(own, 'summary.json'),
      consoleFile: join(own, 'console.log'),
    };
    const { take } = recorder.source();
    const reader = sampleReader((sample) => {
      take(sample);
      options.onSample?.(sample, index);
    });
    const ending = await runK6({
      ...{ ...files, runFile, k6, script, onSamples: reader.write, env },
      args: [...shareArgs, ...(options.k6Args ?? [])],
      folders: [folder, ...journeys.flatMap(({ script: own }) => (own ? [dirname(own)] : []))],
      signal: stopping,
    });
    if (ending.exitCode !== null) {
      reader.end();
    }
    const events = await readConsoleEvents(files.consoleFile);
    const summary = await readSummary(files.summaryFile);
    const failed = !stopping.aborted && (ending.exitCode !== 0 || summary === null);
    const failure = failed ? failureOf(ending, events.problems) : null;
    if (failure !== null) {
      stop.abort(failure);
    }
    return { ending, events, failure };
  };
  try {
    const all = await Promise.all(argsOfShares(instances).map(one));
    const wasStopped = all.some(
      ({ ending }) => ending.exitCode === STOPPED || ending.exitCode === null,
    );
    return {
      events: all.map(({ events }) => events),
      endings: all.map(({ ending }) => ending),
      stoppedBy: lost ?? (signal?.aborted && wasStopped ? String(signal.reason) : null),
      failure: all.find(({ failure }) => failure !== null)?.failure ?? null,
      seconds: recorder.snapshot(Date.now()).elapsedSeconds,
    };
  } catch (error) {
    stop.abort(error);
    throw error;
  } finally {
    watching();
  }
}

/** What k6 is given is written there; nothing was sent yet. */
function noTemporaryFiles(error: NodeJS.ErrnoException): never {
  if (error.code === undefined) {
    throw error;
  }
  throw new UnavailableError(
    `cannot write the temporary files of a run into ${tmpdir()}: ${whyNoFile(error)}`,
  );
}

function failureOf({ exitCode, messages }: K6Ending, problems: { message: string }[]): string {
  const why = [...messages, ...problems.map((problem) => problem.message)].slice(0, 3);
  const said = why.map((message) => message.split('\n')[0]).join('; ');
  if (exitCode === 0) {
    return `k6 wrote no summary, so nothing can be told: ${said}`;
  }
  if (exitCode === null) {
    return `k6 was killed: ${said}`;
  }
  return `k6 ended with exit code ${exitCode}: ${said}`;
}

/** A run is not lost for its audit, which may be stopped, or given little time. */
async function auditAfter(
  journeys: readonly string[],
  events: readonly ConsoleEvents[],
  partial: EarlyEnd | null,
  { signal, ...options }: LoadOptions,
): Promise<AuditReport | null> {
  const limit = partial === null ? signal : AbortSignal.timeout(HASTY_AUDIT_MS);
  try {
    return await auditOf(journeys, events, { ...options, signal: limit });
  } catch (error) {
    if (limit?.aborted !== true) {
      throw error;
    }
    return unaudited(
      partial === null
        ? 'the audit was stopped'
        : `after the early end of the run it was given ${HASTY_AUDIT_MS / 1000} s`,
    );
  }
}
