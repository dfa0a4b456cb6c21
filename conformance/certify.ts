import { expectWritable } from '../contract/writable.ts';
import type { Target } from '../target/target.ts';
import type { CheckData } from './check.ts';
import { collectGarbage } from './engine/thread/heap-gauge.ts';
import { createRunner, type Runner } from './engine/thread/runner.ts';
import { openTraffic, type Traffic } from './http/traffic.ts';
import type { KnownFailures } from './known-failures/known-failures.ts';
import type {
  KnownFailuresDraft,
  WrittenKnownFailures,
} from './known-failures/write-known-failures.ts';
import { createRedactor } from './redaction/redact.ts';
import type { Report } from './report/report.ts';
import { type ReportFormat, reportFiles } from './report-files.ts';
import type { CheckResult } from './result.ts';
import { runSuite } from './run-suite.ts';
import { type Selection, selectChecks } from './selection.ts';

/** How a target is certified. */
export interface CertifyOptions {
  target: Target;
  /** the folder of the reports; made if need be */
  out: string;
  /** default: all */
  formats?: readonly ReportFormat[];
  selection?: Selection;
  /** stops at the first must that fails */
  bail?: boolean;
  /** of what the suite generates; default: that of the register's version */
  seed?: number;
  /** goes on by other seeds until so many requests were sent in all, or the deadline is near */
  requests?: number;
  /** the whole run, in milliseconds; default 10 minutes */
  deadlineMs?: number;
  /** exit code 0 instead of 3 where all that is missing was not supplied */
  allowIncomplete?: boolean;
  /** path of a known-failures file */
  knownFailures?: string;
  /** path of a known-failures file that the failures of this run are written into */
  writeKnownFailures?: string;
  /** path of a HAR 1.2 file of every exchange of the run */
  har?: string;
  /** files that the caller writes after the run: refused before it where they cannot be */
  willWrite?: readonly string[];
  /** one that loads already; closed in any case */
  runner?: Runner;
  /** stops the run; the reports of what ran are still written */
  signal?: AbortSignal;
  /** told of the number of selected checks before the run */
  onStart?(selected: number): void;
  onResult?(result: CheckResult): void;
  /** told of every value seen that nobody may be shown, before any result that may hold it */
  onSecret?(value: string): void;
  /** told of the report, redacted, where it cannot be written: what was found is not lost with the disk */
  onUnwritten?(report: Report): void;
  /** told of every pass after the first: its seed, and the requests of all */
  onPass?(seed: number, requests: number): void;
}

/** What came of it; everything is redacted. */
export interface Certified {
  report: Report;
  /** paths of the reports written */
  files: string[];
  /** what became of the known-failures file, where one was to be written */
  knownFailures?: WrittenKnownFailures;
}

/** What was found out before anything is sent. */
export interface Prepared {
  /** every check of the suite */
  checks: readonly CheckData[];
  selected: readonly CheckData[];
  known: KnownFailures | undefined;
  draft: KnownFailuresDraft | undefined;
  traffic: Traffic | undefined;
}

/** How long a run may take when nothing else is said, in milliseconds. */
const DEFAULT_DEADLINE_MS = 10 * 60_000;

/**
 * Runs the suite against a target and writes the reports. Mistakes in what was asked for are found
 * before anything is sent.
 *
 * @throws UsageError for a selection that matches nothing, a broken known-failures file, or where
 * the target refuses every login as one with a wrong password
 * @throws UnavailableError when a report cannot be written, which is tried before the run
 */
export async function certify(options: CertifyOptions): Promise<Certified> {
  const runner = options.runner ?? createRunner();
  try {
    return await certifyBy(runner, options);
  } finally {
    await runner.close();
  }
}

async function certifyBy(runner: Runner, options: CertifyOptions): Promise<Certified> {
  const { out, selection = {} } = options;
  const { known, draft } = await knownFailuresOf(options);
  const checks = await runner.checks();
  const selected = selectChecks(checks, selection);
  await expectWritable([
    ...(draft ? [draft.file] : []),
    ...(options.har === undefined ? [] : [options.har]),
    ...(options.willWrite ?? []),
    ...reportFiles(out, options.formats),
  ]);

  const traffic = options.har === undefined ? undefined : openTraffic(spoolOf(options.har));
  try {
    return await certifyRecording(runner, options, {
      ...{ checks, selected, known, draft, traffic },
    });
  } finally {
    traffic?.close();
  }
}

/** The known failures that a run is given and those that it writes; most have none, and load nothing for it. */
async function knownFailuresOf({ knownFailures, writeKnownFailures }: CertifyOptions) {
  const known = knownFailures
    ? await (await import('./known-failures/read-known-failures.ts')).readKnownFailures(
        knownFailures,
      )
    : undefined;
  if (writeKnownFailures === undefined) {
    return { known, draft: undefined };
  }
  const { draftKnownFailures } = await import('./known-failures/write-known-failures.ts');
  return { known, draft: await draftKnownFailures(writeKnownFailures, knownFailures) };
}

/** Beside the HAR file, where there is room for it if anywhere; gone at the end. */
const spoolOf = (har: string) => `${har}.${process.pid}.run`;

async function certifyRecording(
  runner: Runner,
  options: CertifyOptions,
  prepared: Prepared,
): Promise<Certified> {
  const { target } = options;
  const { selected, traffic } = prepared;
  const redactor = createRedactor(target.secrets);
  // A target that hashes passwords takes its time over wrong ones, in which there is little else to do.
  const waits = new Set(selected.filter(({ phase }) => phase === 'logins').map(({ id }) => id));
  let reporting: Promise<typeof import('./report-run.ts')> | undefined;
  options.onStart?.(selected.length);
  const running = runSuite({
    ...{ target, runner, selected, firstLogin: true },
    onSecret(value) {
      redactor.add(value);
      options.onSecret?.(value);
    },
    deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS,
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(options.requests !== undefined && { requests: options.requests }),
    ...(options.bail && { bail: true }),
    ...(options.signal && { signal: options.signal }),
    ...(traffic && { traffic: traffic.channel }),
    onResult(result) {
      if (waits.has(result.id)) {
        reporting ??= import('./report-run.ts');
      }
      options.onResult?.(result);
    },
    ...(options.onPass && { onPass: options.onPass }),
  });
  // What loading left behind would stay for the whole run.
  collectGarbage();
  const run = await running;
  const closing = runner.close();
  // The reports take as much again as the run did.
  collectGarbage();
  await closing;
  const { reportRun } = await (reporting ?? import('./report-run.ts'));
  return reportRun(run, options, prepared, redactor);
}
