import { run } from './run.ts';

/** One metric or submetric at the end of a run. */
export interface SummaryMetric {
  values: Record<string, number>;
  /** by expression, such as `p(99)<1000` */
  thresholds: Record<string, { ok: boolean }>;
}

/** What `summary.json` holds: k6's own machine-readable summary has no thresholds. */
export interface Summary {
  journey: string;
  runId: string;
  durationMs: number;
  metrics: Record<string, SummaryMetric>;
}

interface K6Summary {
  state: { testRunDurationMs: number };
  metrics: Record<string, { values: Record<string, number>; thresholds?: Summary['metrics'][''] }>;
}

/** Statistics of trends in the summary; a threshold's value can be given only for these. */
export const TREND_STATISTICS = [
  'min',
  'avg',
  'p(50)',
  'p(90)',
  'p(95)',
  'p(99)',
  'p(99.9)',
  'max',
];

/** k6's `handleSummary`: writes the summary to the file the runner named. */
export function handleSummary(data: unknown): Record<string, string> {
  const { state, metrics } = data as K6Summary;
  const summary: Summary = {
    journey: run.journey,
    runId: run.runId,
    durationMs: state.testRunDurationMs,
    metrics: {},
  };
  for (const [name, metric] of Object.entries(metrics)) {
    summary.metrics[name] = {
      values: metric.values,
      thresholds: (metric.thresholds ?? {}) as SummaryMetric['thresholds'],
    };
  }
  return { [__ENV.ASSAY_LOAD_SUMMARY ?? './summary.json']: JSON.stringify(summary) };
}
