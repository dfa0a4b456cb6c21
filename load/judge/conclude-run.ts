import type { K6Ending } from '../k6/k6-process.ts';
import type { LoadTarget } from '../load-target.ts';
import type {
  AuditReport,
  EarlyEnd,
  ErrorKind,
  LoadFingerprint,
  LoadReport,
} from '../report/load-report.ts';
import type { ConsoleEvents } from '../samples/console-events.ts';
import type { Recorder } from '../samples/recording.ts';
import { mixOf } from '../scripts/plan/mix.ts';
import { thresholdsOf } from '../scripts/plan/thresholds.ts';
import { caveatsOf } from './caveats.ts';
import { gatesOf } from './gates.ts';
import { verdictOf } from './load-verdict.ts';
import { dropsAreOurs, saturationOf } from './saturation.ts';

/** All that the k6 processes of one run left behind. */
export interface FinishedRun {
  /** their names */
  journeys: readonly string[];
  target: LoadTarget;
  /** ISO 8601, UTC */
  startedAt: string;
  endedAt: string;
  fingerprint: LoadFingerprint;
  /** finished */
  recorder: Recorder;
  /** of each process */
  events: readonly ConsoleEvents[];
  endings: readonly K6Ending[];
  /** null where the journey changes nothing */
  audit: AuditReport | null;
  partial: EarlyEnd | null;
  commit?: string | undefined;
}

/** Holds a finished run against its gates and its audit. */
export function reportOf(run: FinishedRun): LoadReport {
  const { journeys, target, recorder, fingerprint, audit, partial } = run;
  const problems = run.events.flatMap((each) => each.problems);
  const ending = endingOfAll(run.endings);
  const { cpuSeconds } = ending;
  const totals = recorder.totals();
  const timeline = recorder.timeline();
  const endpoints = recorder.endpoints();
  const saturation = saturationOf(timeline, fingerprint.durationSeconds);
  const generator = {
    cpuSeconds,
    cpuSecondsPerThousandRequests:
      cpuSeconds === null || totals.requests === 0 ? null : (1000 * cpuSeconds) / totals.requests,
    virtualUsers: recorder.virtualUsers(),
    ...saturation,
  };
  const { thresholds, mix } = target.load ?? {};
  const plan = { measured: endpoints.map(({ name }) => name), mix: mixOf(mix) };
  const gates = gatesOf(thresholdsOf(journeys, thresholds, plan), {
    ...recorder.measured(),
    saturated: saturation.saturated,
    dropsAreOurs: dropsAreOurs(timeline, fingerprint.durationSeconds),
  });
  const errors = errorsOf(recorder, problems);
  const { profile } = fingerprint;
  const outcome = { profile, totals, gates, audit, ending, errors, problems, generator, partial };
  const leftOut = { seconds: fingerprint.warmUpSeconds, requests: recorder.leftOut() };
  return {
    schemaVersion: 2,
    journey: journeys.join('+'),
    target: target.name,
    commit: run.commit ?? null,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    ...verdictOf(outcome),
    caveats: caveatsOf({ endpoints, gates, audit, generator, leftOut }),
    partial,
    fingerprint,
    totals,
    endpoints,
    gates,
    timeline,
    errors,
    generator,
    audit,
    breakpoint: null,
  };
}

/** Of several processes: what one broke is broken, what all cost is summed. */
function endingOfAll(endings: readonly K6Ending[]): K6Ending {
  const cpu = endings.map(({ cpuSeconds }) => cpuSeconds);
  return {
    exitCode: endings.some(({ exitCode }) => exitCode === null) ? null : 0,
    exceptions: endings.reduce((sum, { exceptions }) => sum + exceptions, 0),
    messages: endings.flatMap(({ messages }) => messages),
    cpuSeconds: cpu.every((seconds) => seconds !== null)
      ? cpu.reduce((sum, seconds) => sum + seconds, 0)
      : null,
  };
}

function errorsOf(
  recorder: Recorder,
  problems: readonly { endpoint: string; kind: string; message: string }[],
): ErrorKind[] {
  return recorder.errorCounts().map((error) => {
    const { endpoint, kind } = error;
    const example = problems.find((it) => it.endpoint === endpoint && it.kind === kind);
    return { ...error, example: example?.message ?? null };
  });
}
