import { UsageError } from '../../contract/errors.ts';
import { visibleLine } from '../../pages/visible-text.ts';
import { averageRates } from '../report/figures.ts';
import type { LoadReport } from '../report/load-report.ts';
import { isEnough } from '../samples/enough-requests.ts';
import { compareAnswers } from './compare-answers.ts';
import type {
  ComparedAnswers,
  ComparedMetric,
  ComparedSide,
  Comparison,
  ComparisonVerdict,
} from './comparison.ts';
import { judgedLatencies, reasonsOf } from './comparison-reasons.ts';
import { demandSameFingerprint } from './fingerprint.ts';
import { geometricMean, holm, pairedTest } from './paired-test.ts';

export interface CompareOptions {
  /** relative, above 0; default 0.05: what is smaller is not worth a verdict */
  minimumEffect?: number | undefined;
  /** chance of any wrong verdict; default 0.02 */
  significance?: number | undefined;
}

/** Pairs that find 10% in nearly all comparisons where runs differ by 3%. */
export const DEFAULT_REPETITIONS = 12;

const PERCENTILES = [
  { metric: 'p50', share: 0.5 },
  { metric: 'p95', share: 0.95 },
  { metric: 'p99', share: 0.99 },
] as const;

/**
 * Compares repetitions of a run, paired in their order: the i-th of `base` with the i-th of `next`,
 * which should have been run one after the other. For each metric a paired t-test on the logarithms
 * of the ratios gives the effect and its interval; Holm's correction keeps the chance of any false
 * `faster` or `slower` over all metrics at `significance`.
 *
 * @throws UsageError when the fingerprints differ, the numbers of repetitions differ, or a run is
 *   broken, incomplete or a breakpoint search
 */
export function compareRuns(
  base: readonly LoadReport[],
  next: readonly LoadReport[],
  { minimumEffect = 0.05, significance = 0.02 }: CompareOptions = {},
): Comparison {
  demandComparable(base, next);
  if (!(minimumEffect > 0 && minimumEffect < 1)) {
    throw new UsageError(`the minimum effect is ${minimumEffect}; expected above 0 and below 1`);
  }
  if (!(significance > 0 && significance < 1)) {
    throw new UsageError(`the significance is ${significance}; expected above 0 and below 1`);
  }
  const tested = figuresOf(base, next).map(testOf);
  const corrected = holm(tested.map(({ pValue }) => pValue));
  const metrics = tested.map((test, index): ComparedMetric => {
    const pValue = corrected[index] ?? null;
    const { effect, interval, better, ...rest } = test;
    const significant = pValue !== null && pValue < significance;
    const verdict = test.judged
      ? verdictOf({ effect, interval, better, significant }, minimumEffect)
      : null;
    const { judged: _, ...shown } = rest;
    return { ...shown, effect, interval, pValue, verdict };
  });
  const answers = compareAnswers(base, next, { minimumEffect, significance });
  const saturated = [...base, ...next].some(({ generator }) => generator.saturated);
  const verdict = saturated ? 'inconclusive' : overall(metrics, answers);
  const [first] = base as [LoadReport];
  return {
    schemaVersion: 2,
    journey: first.journey,
    base: sideOf(base),
    next: sideOf(next),
    verdict,
    reasons: reasonsOf(verdict, { metrics, answers, base, next }),
    repetitions: base.length,
    minimumEffect,
    significance,
    fingerprint: first.fingerprint,
    metrics,
    answers,
  };
}

function demandComparable(base: readonly LoadReport[], next: readonly LoadReport[]): void {
  if (base.length === 0 || next.length === 0) {
    throw new UsageError('there is no run to compare');
  }
  demandSameFingerprint([...base, ...next]);
  if (base.length !== next.length) {
    throw new UsageError(
      `the base has ${base.length} repetitions and the new side ${next.length}; they are compared in pairs, so run as many of each`,
    );
  }
  demandUsable([...base, ...next]);
}

const UNUSABLE = new Set(['broken', 'incomplete']);

/**
 * Demands runs that mean something in a comparison: measured in full, at one rate. One in which no gate
 * could be judged is good enough: the comparison looks itself which percentiles can be.
 *
 * @throws UsageError naming the first that is broken, incomplete or was ended early, or for a breakpoint
 *   search
 */
export function demandUsable(reports: readonly LoadReport[]): void {
  const unusable = reports.find(
    ({ verdict, partial }) => UNUSABLE.has(verdict) || partial !== null,
  );
  if (unusable) {
    const { startedAt, verdict, reasons, partial } = unusable;
    throw new UsageError(
      `the run of ${startedAt} is ${partial === null ? verdict : 'a part of one'}: ${visibleLine(reasons[0] ?? 'no reason given')}`,
    );
  }
  if (reports.some(({ breakpoint }) => breakpoint !== null)) {
    throw new UsageError('breakpoint searches cannot be compared; compare runs at a rate below it');
  }
}

interface Figures extends Pick<ComparedMetric, 'endpoint' | 'metric' | 'unit'> {
  better: 'lower' | 'higher';
  judged: boolean;
  /** of each repetition */
  base: number[];
  next: number[];
}

function figuresOf(base: readonly LoadReport[], next: readonly LoadReport[]): Figures[] {
  const all = [...base, ...next];
  const endpointOf = (report: LoadReport, name: string) =>
    report.endpoints.find((endpoint) => endpoint.name === name);
  // A failed connection has no latency.
  const answered = (report: LoadReport, name: string) => {
    const { requests = 0, unanswered = 0 } = endpointOf(report, name) ?? {};
    return requests - unanswered;
  };
  const names = (base[0]?.endpoints ?? [])
    .map(({ name }) => name)
    .filter((name) => all.every((report) => answered(report, name) > 0));
  const latencies = names.flatMap((name) => {
    const fewest = Math.min(...all.map((report) => answered(report, name)));
    return PERCENTILES.map(({ metric, share }): Figures => {
      // A request faster than the clock resolves would have no logarithm.
      const value = (report: LoadReport) =>
        Math.max(endpointOf(report, name)?.latency[metric] ?? 0, 0.001);
      return {
        ...{ endpoint: name, metric, unit: 'ms', better: 'lower' },
        judged: isEnough(share, fewest),
        base: base.map(value),
        next: next.map(value),
      };
    });
  });
  const throughput = (report: LoadReport) => averageRates(report).requests;
  return [
    ...latencies,
    {
      ...{ endpoint: null, metric: 'throughput', unit: '/s', better: 'higher', judged: true },
      base: base.map(throughput),
      next: next.map(throughput),
    },
  ];
}

interface Tested extends Omit<ComparedMetric, 'verdict'> {
  better: Figures['better'];
  judged: boolean;
}

function testOf({ base, next, judged, ...named }: Figures): Tested {
  const { effect, interval, pValue } = pairedTest(base, next);
  return {
    ...named,
    judged,
    base: geometricMean(base),
    next: geometricMean(next),
    effect,
    interval,
    pValue: judged ? pValue : null,
  };
}

interface Judged extends Pick<Tested, 'effect' | 'interval' | 'better'> {
  significant: boolean;
}

function verdictOf(
  { effect, interval, better, significant }: Judged,
  minimum: number,
): ComparisonVerdict {
  if (interval === null) {
    return 'inconclusive';
  }
  if (significant && Math.abs(effect) > minimum) {
    return effect > 0 === (better === 'higher') ? 'faster' : 'slower';
  }
  const [low, high] = interval;
  return low >= -minimum && high <= minimum ? 'same' : 'inconclusive';
}

/**
 * One slower metric makes the whole slower, also beside faster ones. Without a latency nothing else is
 * told: in an open model the throughput stays what was asked, however slow the answers. Nor is it where
 * less is answered: who lists nothing is quick at it.
 */
function overall(
  metrics: readonly ComparedMetric[],
  answers: readonly ComparedAnswers[],
): ComparisonVerdict {
  const verdicts = metrics.map(({ verdict }) => verdict).filter((verdict) => verdict !== null);
  if (verdicts.includes('slower')) {
    return 'slower';
  }
  if (judgedLatencies(metrics).length === 0 || answers.some(({ verdict }) => verdict === 'less')) {
    return 'inconclusive';
  }
  if (verdicts.includes('faster')) {
    return 'faster';
  }
  return verdicts.every((verdict) => verdict === 'same') ? 'same' : 'inconclusive';
}

function sideOf(reports: readonly LoadReport[]): ComparedSide {
  const requests = reports.reduce((sum, { totals }) => sum + totals.requests, 0);
  const errors = reports.reduce((sum, { totals }) => sum + totals.errors, 0);
  return {
    target: reports[0]?.target ?? '',
    startedAt: reports.map(({ startedAt }) => startedAt),
    errorRate: requests === 0 ? 0 : errors / requests,
  };
}
