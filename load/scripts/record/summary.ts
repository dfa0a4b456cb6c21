import { run } from '../plan/run.ts';
import { emit } from './events.ts';
import type { Summary, SummaryMetric } from './summary-shape.ts';

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
    durationMs: state.testRunDurationMs,
    metrics: {},
  };
  for (const [name, metric] of Object.entries(metrics)) {
    summary.metrics[name] = {
      values: metric.values,
      thresholds: (metric.thresholds ?? {}) as SummaryMetric['thresholds'],
    };
  }
  emit({ event: 'end' });
  return { [__ENV.ASSAY_LOAD_SUMMARY ?? './summary.json']: JSON.stringify(summary) };
}
