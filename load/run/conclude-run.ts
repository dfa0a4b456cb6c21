import type { K6Ending } from '../k6/k6-process.ts';
import type { LoadTarget } from '../load-target.ts';
import type {
  AuditReport,
  ErrorKind,
  Journey,
  LoadFingerprint,
  LoadReport,
  Share,
} from '../report/load-report.ts';
import type { ConsoleEvents } from '../samples/console-events.ts';
import type { recording } from '../samples/recording.ts';
import { thresholdsOf } from '../scripts/plan/thresholds.ts';
import type { RunEvent } from '../scripts/record/events.ts';
import { gatesOf } from './gates.ts';
import { verdictOf } from './load-verdict.ts';

/** All that one k6 process left behind. */
export interface FinishedRun {
  journey: Journey;
  target: LoadTarget;
  /** ISO 8601, UTC */
  startedAt: string;
  endedAt: string;
  fingerprint: LoadFingerprint;
  /** finished */
  recorder: ReturnType<typeof recording>;
  events: ConsoleEvents;
  ending: K6Ending;
  /** null where the journey changes nothing */
  audit: AuditReport | null;
}

/** Holds a finished run against its gates and its audit. */
export function reportOf(run: FinishedRun): LoadReport {
  const { journey, target, recorder, ending, events, fingerprint, audit } = run;
  const { problems } = events;
  const totals = recorder.totals();
  const thresholds = thresholdsOf(journey, target.load?.thresholds);
  const gates = gatesOf(thresholds, recorder.measured());
  const errors = errorsOf(run);
  const { cpuSeconds } = ending;
  return {
    schemaVersion: 1,
    journey,
    target: target.name,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    ...verdictOf({ totals, gates, audit, ending, errors, problems }),
    fingerprint,
    share: shareOf(events.run),
    totals,
    endpoints: recorder.endpoints(),
    gates,
    timeline: recorder.timeline(),
    errors,
    generator: {
      cpuSeconds,
      cpuSecondsPerThousandRequests:
        cpuSeconds === null || totals.requests === 0 ? null : (1000 * cpuSeconds) / totals.requests,
      virtualUsers: recorder.virtualUsers(),
    },
    audit,
    breakpoint: null,
  };
}

/** Of the whole run k6 names no segment. */
export function shareOf(run: RunEvent | null): Share | null {
  if (run === null || run.segment === null) {
    return null;
  }
  return { segment: run.segment, sequence: run.sequence };
}

function errorsOf({ recorder, events }: FinishedRun): ErrorKind[] {
  return recorder.errorCounts().map((error) => {
    const { endpoint, kind } = error;
    const example = events.problems.find((it) => it.endpoint === endpoint && it.kind === kind);
    return { ...error, example: example?.message ?? null };
  });
}
