/** One metric or submetric at the end of a run. */
export interface SummaryMetric {
  values: Record<string, number>;
  /** by expression, such as `p(99)<1000` */
  thresholds: Record<string, { ok: boolean }>;
}

/** What `summary.json` holds: k6's own machine-readable summary has no thresholds. */
export interface Summary {
  journey: string;
  durationMs: number;
  metrics: Record<string, SummaryMetric>;
}
