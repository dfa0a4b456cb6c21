import type { LoadFingerprint } from '../report/load-report.ts';
import type { Journey } from '../scripts/plan/journey.ts';

/**
 * What two sets of runs say about each other. `faster` and `slower` are significant *and* larger
 * than the minimum effect; `same` means that the whole interval lies within the minimum effect;
 * all else is `inconclusive`.
 */
export type ComparisonVerdict = 'faster' | 'slower' | 'same' | 'inconclusive';

/**
 * The exit code of each verdict: what is slower fails a pipeline, and what could not be told is not
 * passed off as equal.
 */
export const EXIT_CODE_OF: Readonly<Record<ComparisonVerdict, 0 | 1 | 3>> = {
  faster: 0,
  same: 0,
  slower: 1,
  inconclusive: 3,
};

/** `comparison.json`; its published schema is `load/compare/comparison.schema.json`. */
export interface Comparison {
  schemaVersion: 2;
  journey: Journey;
  base: ComparedSide;
  next: ComparedSide;
  verdict: ComparisonVerdict;
  /** the verdict in a sentence, then what a reader has to know beside it */
  reasons: string[];
  /** pairs of repetitions */
  repetitions: number;
  /** relative: 0.05 is 5% */
  minimumEffect: number;
  /** chance of any wrong `faster` or `slower` among all metrics of one comparison */
  significance: number;
  /** of all runs; `machine.hostname` may differ */
  fingerprint: LoadFingerprint;
  metrics: ComparedMetric[];
  /** what was answered: where it is less, nothing is called faster or the same */
  answers: ComparedAnswers[];
}

/** How much was answered, against the base: the whole interval within the minimum effect is `same`. */
export type AnswerVerdict = 'same' | 'less' | 'more' | 'inconclusive';

/** How much one side answered, and how much the other. */
export interface ComparedAnswers
  extends Omit<ComparedMetric, 'endpoint' | 'metric' | 'unit' | 'verdict'> {
  what: 'bytes received per iteration' | 'payments per listing';
  verdict: AnswerVerdict;
}

export interface ComparedSide {
  /** the name in the target file */
  target: string;
  /** ISO 8601, UTC, of each repetition */
  startedAt: string[];
  /** errors per request over all repetitions */
  errorRate: number;
}

export interface ComparedMetric {
  /** null for the whole run */
  endpoint: string | null;
  metric: 'p50' | 'p95' | 'p99' | 'throughput';
  /** `ms` or requests per second */
  unit: 'ms' | '/s';
  /** geometric mean of the repetitions */
  base: number;
  next: number;
  /** next / base - 1, from the mean of the log ratios */
  effect: number;
  /** 95% interval of the effect; null where there are fewer than two pairs */
  interval: [low: number, high: number] | null;
  /** after Holm's correction over all judged metrics; null where not judged */
  pValue: number | null;
  /** null where too few requests stand behind the figure, which then counts for nothing */
  verdict: ComparisonVerdict | null;
}
