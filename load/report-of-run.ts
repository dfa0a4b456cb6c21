import { audit } from './audit.ts';
import type { Ledger } from './audit-ledger.ts';
import type { ConsoleEvents } from './console-events.ts';
import { gatesOf } from './gates.ts';
import type { K6Ending } from './k6-process.ts';
import { ledgerOf } from './ledger-url.ts';
import type { ErrorKind, Journey, LoadFingerprint, LoadReport } from './load-report.ts';
import type { LoadTarget } from './load-target.ts';
import type { recording } from './recording.ts';
import { thresholdsOf } from './scripts/thresholds.ts';
import { verdictOf } from './verdict.ts';

/** All that one k6 process left behind. */
export interface FinishedRun {
  journey: Journey;
  target: LoadTarget;
  runId: string;
  /** ISO 8601, UTC */
  startedAt: string;
  endedAt: string;
  fingerprint: LoadFingerprint;
  /** finished */
  recorder: ReturnType<typeof recording>;
  events: ConsoleEvents;
  ending: K6Ending;
}

export interface AuditSettings {
  /** what the target booked; default: the target file's `load.ledgerUrl` */
  ledger?: Ledger | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Judges a finished run: its gates, and after `lending` the money.
 *
 * @throws UnavailableError when the audit cannot reach the target or its ledger
 */
export async function reportOf(run: FinishedRun, settings: AuditSettings): Promise<LoadReport> {
  const { journey, target, recorder, ending, events, fingerprint } = run;
  const { problems } = events;
  const audited = journey === 'lending' ? await auditOf(run, settings) : null;
  const totals = recorder.totals();
  const thresholds = thresholdsOf(journey, target.load?.thresholds);
  const gates = gatesOf(thresholds, recorder.measured());
  const { cpuSeconds } = ending;
  return {
    schemaVersion: 1,
    journey,
    target: target.name,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    ...verdictOf({ totals, gates, audit: audited, ending, problems }),
    fingerprint,
    totals,
    endpoints: recorder.endpoints(),
    gates,
    timeline: recorder.timeline(),
    errors: errorsOf(run),
    generator: {
      cpuSeconds,
      cpuSecondsPerThousandRequests:
        cpuSeconds === null || totals.requests === 0 ? null : (1000 * cpuSeconds) / totals.requests,
      virtualUsers: recorder.virtualUsers(),
    },
    audit: audited,
    breakpoint: null,
  };
}

function auditOf({ target, runId, events }: FinishedRun, { ledger, signal }: AuditSettings) {
  const { repayments, loanRequests } = events;
  return audit({
    ...{ target, runId, repayments, loanRequests, signal },
    ledger: ledger ?? ledgerOf(target),
  });
}

function errorsOf({ recorder, events }: FinishedRun): ErrorKind[] {
  return recorder.errorCounts().map((error) => {
    const { endpoint, kind } = error;
    const example = events.problems.find((it) => it.endpoint === endpoint && it.kind === kind);
    return { ...error, example: example?.message ?? null };
  });
}
