import { UsageError } from '../../contract/errors.ts';
import { compareRuns } from '../compare/compare-runs.ts';
import type { AnswerVerdict, ComparisonVerdict } from '../compare/comparison.ts';
import { geometricMean } from '../compare/paired-test.ts';
import type { LoadReport, LoadVerdict } from '../report/load-report.ts';

/** `trend.json`: many runs, commit by commit; its published schema is `load/trend/trend.schema.json`. */
export interface Trend {
  schemaVersion: 1;
  journeys: { journey: string; points: TrendPoint[] }[];
}

/** All runs of a journey at one commit; where none is known, those of one day. */
export interface TrendPoint {
  /** null where the reports tell none */
  commit: string | null;
  /** ISO 8601, UTC, of its first run */
  startedAt: string;
  runs: number;
  /** how its runs ended */
  verdicts: { [verdict in LoadVerdict]?: number };
  endpoints: TrendEndpoint[];
  /** against the point before it; null for the first */
  change: TrendChange | null;
}

export interface TrendEndpoint {
  name: string;
  requests: number;
  errors: number;
  /** geometric mean over the runs, in milliseconds; null where a run has too few requests for it */
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

/** What `assay load compare` says of a point and the one before; `not compared` where it refuses to. */
export interface TrendChange {
  verdict: ComparisonVerdict | 'not compared';
  reason: string;
  /** the effect on each metric that was judged */
  effects: { metric: string; effect: number; verdict: ComparisonVerdict | AnswerVerdict }[];
}

/** The trend of each journey over its runs, oldest first. */
export function trendOf(reports: readonly LoadReport[]): Trend {
  const ordered = reports.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
  const byJourney = Map.groupBy(ordered, ({ journey }) => journey);
  return {
    schemaVersion: 1,
    journeys: [...byJourney].map(([journey, runs]) => ({ journey, points: pointsOf(runs) })),
  };
}

function pointsOf(runs: readonly LoadReport[]): TrendPoint[] {
  const groups = Map.groupBy(runs, ({ commit, startedAt }) => commit ?? startedAt.slice(0, 10));
  let before: LoadReport[] | undefined;
  return [...groups.values()].map((same) => {
    const [first] = same as [LoadReport];
    const point: TrendPoint = {
      commit: first.commit,
      startedAt: first.startedAt,
      runs: same.length,
      verdicts: countOf(same),
      endpoints: endpointsOf(same),
      change: before === undefined ? null : changeOf(before, same),
    };
    before = same;
    return point;
  });
}

function countOf(runs: readonly LoadReport[]): TrendPoint['verdicts'] {
  const verdicts: TrendPoint['verdicts'] = {};
  for (const { verdict } of runs) {
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  }
  return verdicts;
}

function endpointsOf(runs: readonly LoadReport[]): TrendEndpoint[] {
  const byName = Map.groupBy(
    runs.flatMap(({ endpoints }) => endpoints.filter(({ own }) => own)),
    ({ name }) => name,
  );
  return [...byName].map(([name, figures]) => {
    const mean = (percentile: 'p50' | 'p95' | 'p99') =>
      figures.every(({ enough }) => enough.includes(percentile))
        ? geometricMean(figures.map(({ latency }) => Math.max(latency[percentile], 0.001)))
        : null;
    return {
      name,
      requests: figures.reduce((sum, { requests }) => sum + requests, 0),
      errors: figures.reduce((sum, { errors }) => sum + errors, 0),
      ...{ p50: mean('p50'), p95: mean('p95'), p99: mean('p99') },
    };
  });
}

/** Pair by pair, as many as both have; the verdicts of the comparison, and nothing of our own. */
function changeOf(before: readonly LoadReport[], after: readonly LoadReport[]): TrendChange {
  const pairs = Math.min(before.length, after.length);
  try {
    const { verdict, reasons, metrics, answers } = compareRuns(
      before.slice(-pairs),
      after.slice(-pairs),
    );
    return {
      verdict,
      reason: reasons.join('; '),
      effects: [
        ...metrics.flatMap(({ endpoint, metric, effect, verdict: told }) =>
          told === null
            ? []
            : [{ metric: endpoint ? `${endpoint} ${metric}` : metric, effect, verdict: told }],
        ),
        ...answers.map(({ what, effect, verdict: told }) => ({
          ...{ metric: what, effect, verdict: told },
        })),
      ],
    };
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    return { verdict: 'not compared', reason: error.message, effects: [] };
  }
}
