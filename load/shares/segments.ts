import { join } from 'node:path';
import { UsageError } from '../../contract/errors.ts';
import { auditOf } from '../audit/audit-of-events.ts';
import { findK6 } from '../k6/find-k6.ts';
import { EXIT_CODE, type LoadReport } from '../report/load-report.ts';
import { checkedOptions } from '../run/load-options.ts';
import {
  type LoadOptions,
  type LoadProgress,
  type LoadResult,
  runLoad,
  writeReport,
} from '../run/run-load.ts';
import type { ConsoleEvents } from '../samples/console-events.ts';
import type { Snapshot } from '../samples/recording.ts';
import { mergeReports } from './merge-reports.ts';

/** The share of one instance, as k6's options `--execution-segment` and its sequence. */
export interface Segment {
  segment: string;
  sequence: string;
}

const MOST_INSTANCES = 1000;

/**
 * Equal shares without overlap. With the whole sequence known, k6 numbers iterations and virtual
 * users over all instances, and the scripts pick keys, users and states by these numbers.
 *
 * @throws UsageError when the number is no whole number from 1 to 1000
 */
export function segmentsOf(instances: number): Segment[] {
  if (!(Number.isInteger(instances) && instances >= 1 && instances <= MOST_INSTANCES)) {
    throw new UsageError(
      `the instances are ${instances}; expected a whole number from 1 to ${MOST_INSTANCES}`,
    );
  }
  const bounds = Array.from({ length: instances + 1 }, (_, index) =>
    index === 0 ? '0' : index === instances ? '1' : `${index}/${instances}`,
  );
  return bounds
    .slice(1)
    .map((end, index) => ({ segment: `${bounds[index]}:${end}`, sequence: bounds.join(',') }));
}

/** The options of `k6 run` for one share. */
export function segmentArgs({ segment, sequence }: Segment): string[] {
  return ['--execution-segment', segment, '--execution-segment-sequence', sequence];
}

export interface SegmentedOptions extends LoadOptions {
  /** k6 processes side by side; each takes an equal share of the rate */
  instances: number;
}

export interface SegmentedResult extends LoadResult {
  /** the reports of the instances, in `segment-<number>/` */
  parts: LoadReport[];
}

/**
 * Runs a journey with several k6 processes on this machine, each with its own share of iterations and
 * virtual users, and merges their reports into one `load-<journey>.json`.
 *
 * @throws UsageError and UnavailableError as `runLoad` does; when one instance fails, all stop
 */
export async function runSegments(options: SegmentedOptions): Promise<SegmentedResult> {
  const { instances, out, onProgress, onSample, ...load } = options;
  const segments = segmentsOf(instances);
  if (load.profile === 'breakpoint') {
    throw new UsageError('a breakpoint search cannot be split into segments');
  }
  checkedOptions({ ...load, instances });
  const k6 = load.k6 ?? (await findK6(load.findK6));
  const failed = new AbortController();
  const signal = load.signal ? AbortSignal.any([load.signal, failed.signal]) : failed.signal;
  const progressOf = combined(instances, onProgress);
  const events: ConsoleEvents[] = [];
  const onEvents = (own: ConsoleEvents) => {
    events.push(own);
    return null;
  };
  const results = await Promise.all(
    segments.map((segment, index) =>
      runLoad({
        ...load,
        ...{ k6, signal, out: join(out, `segment-${index + 1}`), onEvents },
        onProgress: progressOf(index),
        ...(onSample && { onSample: (sample) => onSample(sample, index) }),
        k6Args: [
          ...segmentArgs(segment),
          // As the operator tells its pods apart: a receiver of metrics would take all for one series.
          ...['--tag', `instance_id=${index + 1}`],
          ...(load.k6Args ?? []),
        ],
      }).catch((error: unknown) => {
        failed.abort(error);
        throw error;
      }),
    ),
  );
  const parts = results.map(({ report }) => report);
  const report = mergeReports(parts, await auditOf(load.journey, events, { ...load, onProgress }));
  const file = await writeReport(out, report);
  return { report, file, exitCode: EXIT_CODE[report.verdict], parts };
}

/** Progress of all instances as of one: what the first says, with the counts of all. */
function combined(instances: number, onProgress: LoadOptions['onProgress']) {
  const last: (Snapshot | undefined)[] = Array.from({ length: instances });
  const sum = (of: (snapshot: Snapshot) => number) =>
    last.reduce((total, each) => total + (each ? of(each) : 0), 0);
  return (index: number) => (progress: LoadProgress) => {
    if (progress.phase === 'load') {
      last[index] = progress;
    }
    if (index !== 0 || onProgress === undefined) {
      return;
    }
    if (progress.phase !== 'load') {
      return onProgress(progress);
    }
    const p95s = last.flatMap((each) => each?.p95 ?? []);
    onProgress({
      ...progress,
      requests: sum(({ requests }) => requests),
      errors: sum(({ errors }) => errors),
      requestsPerSecond: sum(({ requestsPerSecond }) => requestsPerSecond),
      p95: p95s.length > 0 ? Math.max(...p95s) : null,
    });
  };
}
