import { UsageError } from '../../contract/errors.ts';
import { demandSameFingerprint } from '../compare/fingerprint.ts';
import type {
  AuditReport,
  EndpointFigures,
  ErrorKind,
  Latency,
  LoadReport,
  LoadTotals,
} from '../report/load-report.ts';
import { verdictOf } from '../run/load-verdict.ts';
import { encodeHistogram, latencyOf } from '../samples/latency-histogram.ts';
import { mergeHistograms } from '../samples/merge-histograms.ts';
import { mergedGates } from './merge-gates.ts';
import { mergedTimeline } from './merge-timeline.ts';

/**
 * One report of a run that was split into execution segments. Counts are summed, percentiles are
 * those of the summed histograms, gates are judged anew on the merged figures, and so is the verdict:
 * an instance alone may breach a gate that the whole meets, and the other way round. `audit` is that of
 * the whole.
 *
 * @throws UsageError when the parts were not of one run: other profile, rate, seed, scripts …
 */
export function mergeReports(
  parts: readonly LoadReport[],
  audit: AuditReport | null = null,
): LoadReport {
  const [first] = parts;
  if (first === undefined) {
    throw new UsageError('there is no report to merge');
  }
  demandSameFingerprint(parts, 'merge');
  if (parts.some(({ breakpoint }) => breakpoint !== null)) {
    throw new UsageError('a breakpoint search cannot be split into segments');
  }
  const endpoints = mergedEndpoints(parts);
  const totals = mergedTotals(parts);
  const gates = mergedGates(parts, endpoints);
  const { verdict, reasons } = verdictOf({
    ...{ totals, gates, audit, errors: mergedErrors(parts), problems: [] },
    ending: { exceptions: 0, messages: [], exitCode: 0 },
  });
  const broken = parts.flatMap((part) => (part.verdict === 'broken' ? brokenReasons(part) : []));
  const cpu = parts.map(({ generator }) => generator.cpuSeconds);
  const cpuSeconds = cpu.every((seconds) => seconds !== null) ? sum(cpu) : null;
  return {
    ...first,
    startedAt: parts.map(({ startedAt }) => startedAt).sort()[0] ?? first.startedAt,
    endedAt:
      parts
        .map(({ endedAt }) => endedAt)
        .sort()
        .at(-1) ?? first.endedAt,
    verdict: broken.length > 0 ? 'broken' : verdict,
    reasons: [...broken, ...reasons],
    fingerprint: { ...first.fingerprint, machine: machineOf(parts) },
    share: null,
    totals,
    endpoints,
    gates,
    timeline: mergedTimeline(parts.map(({ timeline }) => timeline)),
    errors: mergedErrors(parts),
    generator: {
      cpuSeconds,
      cpuSecondsPerThousandRequests:
        cpuSeconds === null || totals.requests === 0 ? null : (1000 * cpuSeconds) / totals.requests,
      virtualUsers: sum(parts.map(({ generator }) => generator.virtualUsers)),
    },
    audit,
  };
}

/** A share of the load may be too small to measure anything; the whole may not. */
function brokenReasons({ reasons }: LoadReport): string[] {
  return reasons.filter((reason) => /^\d+ iterations threw|^k6 was ended/.test(reason));
}

function mergedEndpoints(parts: readonly LoadReport[]): EndpointFigures[] {
  const byName = Map.groupBy(
    parts.flatMap(({ endpoints }) => endpoints),
    ({ name }) => name,
  );
  return [...byName].map(([name, figures]) => {
    const histogram = mergeHistograms(figures.map((each) => each.histogram));
    const requests = sum(figures.map((each) => each.requests));
    const errors = sum(figures.map((each) => each.errors));
    return {
      refused: sum(figures.map((each) => each.refused)),
      ...{ name, requests, errors, errorRate: requests === 0 ? 0 : errors / requests },
      latency: within(latencyOf(histogram), extremesOf(figures)),
      histogram: encodeHistogram(histogram),
    };
  });
}

/** No percentile lies outside of the extremes. */
function within(latency: Latency, { min, max }: Pick<Latency, 'min' | 'max'>): Latency {
  const inside = (value: number) => Math.min(max, Math.max(min, value));
  const { p50, p90, p95, p99, p999 } = latency;
  return {
    ...{ min, max, mean: latency.mean, p50: inside(p50), p90: inside(p90), p95: inside(p95) },
    ...{ p99: inside(p99), p999: inside(p999) },
  };
}

/** An encoded histogram keeps its extremes to three digits only, the reports have them exactly. */
function extremesOf(figures: readonly EndpointFigures[]): { min: number; max: number } {
  const measured = figures.filter(({ requests }) => requests > 0).map(({ latency }) => latency);
  if (measured.length === 0) {
    return { min: 0, max: 0 };
  }
  return {
    min: Math.min(...measured.map(({ min }) => min)),
    max: Math.max(...measured.map(({ max }) => max)),
  };
}

function mergedTotals(parts: readonly LoadReport[]): LoadTotals {
  const of = (name: keyof LoadTotals) => sum(parts.map(({ totals }) => totals[name]));
  const requests = of('requests');
  const errors = of('errors');
  return {
    ...{ iterations: of('iterations'), droppedIterations: of('droppedIterations') },
    ...{ requests, errors, errorRate: requests === 0 ? 0 : errors / requests },
    ...{ statesExhausted: of('statesExhausted'), tokenFailures: of('tokenFailures') },
  };
}

function mergedErrors(parts: readonly LoadReport[]): ErrorKind[] {
  const byKind = Map.groupBy(
    parts.flatMap(({ errors }) => errors),
    ({ endpoint, kind }) => `${endpoint} ${kind}`,
  );
  return [...byKind.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) {
      return [];
    }
    const example = same.find((error) => error.example !== null)?.example ?? null;
    return [{ ...first, count: sum(same.map(({ count }) => count)), example }];
  });
}

function machineOf(parts: readonly LoadReport[]): LoadReport['fingerprint']['machine'] {
  const machines = parts.map(({ fingerprint }) => fingerprint.machine);
  const [first] = machines as [(typeof machines)[0]];
  return { ...first, hostname: [...new Set(machines.map(({ hostname }) => hostname))].join(', ') };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
