import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { UsageError } from '../../contract/errors.ts';
import type { Ledger } from '../audit/audit-ledger.ts';
import { auditOf } from '../audit/audit-of-events.ts';
import { reportOf } from '../judge/conclude-run.ts';
import { readLog } from '../k6/k6-log.ts';
import type { K6Ending } from '../k6/k6-process.ts';
import type { LoadTarget } from '../load-target.ts';
import type { LoadReport } from '../report/load-report.ts';
import { planOf } from '../run/plan-of-run.ts';
import { readConsoleEvents } from '../samples/console-events.ts';
import { recording } from '../samples/recording.ts';
import { type Sample, sampleReader } from '../samples/sample-reader.ts';
import { shapeOf } from '../scripts/plan/profiles.ts';
import type { RunEvent } from '../scripts/record/events.ts';
import { demandAllShares, shareOf } from './all-shares.ts';

/** What each k6 process leaves in a folder, by its name; `resultSettings` makes it do so. */
const SAMPLES = '.csv.gz';
const CONSOLE = '.console';
const LOG = '.log';

/**
 * The environment by which k6 leaves in a folder what `collectRuns` reads. `name` tells processes
 * apart; a trend or a summary could not be merged, so each leaves its samples.
 */
export function resultSettings(folder: string, name: string) {
  return {
    k6Args: ['--out', `csv=${folder}/${name}${SAMPLES}`],
    k6Env: {
      K6_CSV_TIME_FORMAT: 'unix_micro',
      K6_CONSOLE_OUTPUT: `${folder}/${name}${CONSOLE}`,
      K6_LOG_OUTPUT: `file=${folder}/${name}${LOG}`,
      K6_LOG_FORMAT: 'json',
    },
  };
}

export interface CollectOptions {
  /** where the k6 processes of one run left their results */
  folder: string;
  /** for gates and the audit */
  target: LoadTarget;
  ledger?: Ledger | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((message: string) => void) | undefined;
}

/**
 * One report of a run whose k6 processes ran elsewhere, from the samples that each left: percentiles
 * from all of them, gates and verdict judged on the whole, and after `lending` the audit.
 *
 * @throws UsageError when a share is missing or there twice, or a file cannot be read
 * @throws the signal's reason when it stops the audit
 */
export async function collectRuns(options: CollectOptions): Promise<LoadReport> {
  const { folder, onProgress } = options;
  const names = await namesIn(folder);
  const runs: { name: string; run: RunEvent; events: Events }[] = [];
  for (const name of names) {
    const events = await readConsoleEvents(join(folder, name + CONSOLE));
    if (events.run === null) {
      throw new UsageError(
        `${join(folder, name + CONSOLE)} does not tell what was run: k6 failed before its load, or the file is another's; see ${name + LOG}`,
      );
    }
    runs.push({ name, run: events.run, events });
  }
  demandAllShares(runs.map(({ name, run }) => ({ name, share: shareOf(run) })));
  const [{ run }] = runs as [(typeof runs)[0]];
  demandOneRun(runs);
  const { target, signal } = options;
  const { journey, profile, rate, durationSeconds, warmUpSeconds, seed, scriptDigest } = run;
  const journeys = journey.split('+');
  const recorder = recording({
    ...{ journeys, durationSeconds, warmUpSeconds },
    shape: shapeOf(profile, rate, durationSeconds),
    timeoutSeconds: target.timeoutMs / 1000,
  });
  const measured: Measured[] = [];
  for (const { name, events } of runs) {
    onProgress?.(`reading ${name}`);
    const { take } = recorder.source();
    const read = await readSamples(join(folder, name + SAMPLES), take, signal);
    measured.push({ name, ...read, ending: await endingOf(folder, name, events, read.whole) });
  }
  recorder.finish();
  const events = runs.map((each) => each.events);
  const said = ({ message }: { message: string }) => onProgress?.(message);
  return reportOf({
    ...{ journeys, target, recorder, events, ...(await timesOfAll(folder, measured)) },
    fingerprint: {
      ...{
        k6Version: 'unknown',
        profile,
        rate,
        durationSeconds,
        warmUpSeconds,
        seed,
        scriptDigest,
      },
      ...planOf(run.journeys, target),
      instances: runs.length,
      machine: {
        ...{ platform: 'unknown', cpu: 'unknown', cores: 0, memoryBytes: 0 },
        hostname: names.join(', '),
      },
    },
    endings: measured.map(({ ending }) => ending),
    audit: await auditOf(journeys, events, { ...options, onProgress: said }),
    partial: null,
  });
}

/** Half of one run and half of another look like a whole. */
function demandOneRun(runs: readonly { name: string; run: RunEvent }[]): void {
  const [first, ...others] = runs.map(({ name, run }) => {
    const { event: _, runId: __, segment: ___, sequence: ____, ...settings } = run;
    return { name, settings: JSON.stringify(settings) };
  });
  const foreign = others.find(({ settings }) => settings !== first?.settings);
  if (foreign) {
    throw new UsageError(
      `${first?.name} and ${foreign.name} are not of one run: ${first?.settings} and ${foreign.settings}`,
    );
  }
}

async function endingOf(
  folder: string,
  name: string,
  events: Events,
  whole: boolean,
): Promise<K6Ending> {
  const log = readLog(Readable.from([await textOf(join(folder, name + LOG))]));
  await log.done;
  return {
    // Half of the samples are those of no run, whether k6 was killed or they were copied in part.
    ...{ exitCode: events.ended && whole ? 0 : null, cpuSeconds: null },
    ...{ exceptions: log.exceptions(), messages: log.messages() },
  };
}

type Events = Awaited<ReturnType<typeof readConsoleEvents>>;

async function namesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch((error: Error) => {
    throw new UsageError(`cannot read the folder ${folder}: ${error.message}`);
  });
  const names = files.filter((file) => file.endsWith(SAMPLES)).sort();
  if (names.length === 0) {
    throw new UsageError(
      `${folder} holds no <pod>${SAMPLES}; expected what the k6 processes of one run left`,
    );
  }
  return names.map((file) => file.slice(0, -SAMPLES.length));
}

/** What one process left. */
interface Measured {
  name: string;
  /** of the first and the last sample; null where there is none */
  times: Times | null;
  /** its samples do not break off */
  whole: boolean;
  ending: K6Ending;
}

/** ISO 8601, UTC */
interface Times {
  startedAt: string;
  endedAt: string;
}

/**
 * When the run was, for processes that left no sample: as the others tell, and where there is none,
 * as the files do.
 */
async function timesOfAll(folder: string, measured: readonly Measured[]): Promise<Times> {
  const known = measured.flatMap(({ times }) => times ?? []);
  const files = measured.map(({ name }) => stat(join(folder, name + SAMPLES)));
  const written = (await Promise.all(files)).map(({ mtime }) => mtime.toISOString());
  const [startedAt = ''] = (known.length > 0 ? known.map((it) => it.startedAt) : written).sort();
  const endedAt = (known.length > 0 ? known.map((it) => it.endedAt) : written).sort().at(-1);
  return { startedAt, endedAt: endedAt ?? startedAt };
}

function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`cannot read ${file}: ${error.message}`);
  });
}

/** Hands on the samples of a compressed CSV; tells their times, and whether the file is whole. */
async function readSamples(
  file: string,
  take: (sample: Sample) => void,
  signal: AbortSignal | undefined,
): Promise<Pick<Measured, 'times' | 'whole'>> {
  let whole = true;
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  const reader = sampleReader((sample) => {
    first = Math.min(first, sample.at);
    last = Math.max(last, sample.at);
    take(sample);
  });
  try {
    await pipeline(
      createReadStream(file),
      createGunzip(),
      async (chunks) => {
        for await (const chunk of chunks) {
          reader.write(chunk as Buffer);
        }
      },
      { ...(signal && { signal }) },
    );
    reader.end();
  } catch (error) {
    signal?.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code !== 'Z_BUF_ERROR') {
      throw new UsageError(`cannot read ${file}: ${(error as Error).message}`);
    }
    // The file has no end. Its whole lines show what happened until then; the run is broken.
    whole = false;
  }
  if (!Number.isFinite(first)) {
    return { times: null, whole };
  }
  const time = (at: number) => new Date(at).toISOString();
  return { times: { startedAt: time(first), endedAt: time(last) }, whole };
}
