import { visibleLine } from '../../pages/visible-text.ts';
import { percentileCurve } from '../samples/percentile-curve.ts';
import type { LoadReport, TimelineBucket } from './load-report.ts';

/** A column of numbers as uPlot takes it; null is a gap. */
type Column = (number | null)[];

/** What one plot shows. `colour` is a custom property of the style sheet. */
export interface Chart {
  id: string;
  /** in words, for those who do not see the plot */
  label: string;
  x: 'seconds' | 'odds';
  unit: string;
  /** each view is one choice of the plot's menu */
  views: { name: string; data: Column[] }[];
  series: { name: string; colour: string; kind: 'line' | 'step' | 'area' | 'bars'; dash?: true }[];
}

const SERIES_COLOURS = ['--c1', '--c2', '--c3', '--c4', '--c5', '--c6', '--c7', '--c8'];
const colourOf = (index: number) => SERIES_COLOURS[index % SERIES_COLOURS.length] ?? '--c1';

/** The plots of a run; one without data is left out. */
export function chartsOf(report: LoadReport): Chart[] {
  return [
    ...[latencyChart(report), rateChart(report), errorChart(report), curveChart(report)],
    ...[lagChart(report), busyChart(report)],
  ].filter(({ views }) => views.length > 0);
}

function latencyChart({ timeline: { buckets }, endpoints }: LoadReport): Chart {
  const view = (name: string, of: (bucket: TimelineBucket) => TimelineBucket['latency']) => ({
    name,
    data: [
      seconds(buckets),
      ...(['p50', 'p95', 'p99'] as const).map((key) => buckets.map((it) => of(it)?.[key] ?? null)),
    ],
  });
  const names = endpoints.map(({ name }) => name);
  return {
    id: 'latency',
    label: 'Latency over time: p50, p95 and p99 of the requests that started in each second',
    x: 'seconds',
    unit: 'ms',
    series: [
      { name: 'p50', colour: '--c1', kind: 'line' },
      { name: 'p95', colour: '--c2', kind: 'line' },
      { name: 'p99', colour: '--c3', kind: 'line' },
    ],
    views: [
      view('all of the journey', ({ latency }) => latency),
      ...names.map((name) => view(visibleLine(name), (bucket) => bucket.endpoints[name] ?? null)),
    ],
  };
}

function rateChart({ timeline: { buckets } }: LoadReport): Chart {
  const dropped = buckets.some(({ droppedIterations }) => droppedIterations > 0);
  return {
    id: 'rate',
    label: 'Iterations asked by the profile and started, and those dropped',
    x: 'seconds',
    unit: '/s',
    series: [
      { name: 'achieved', colour: '--c1', kind: 'area' },
      { name: 'asked', colour: '--ink', kind: 'line', dash: true },
      ...(dropped ? [{ name: 'dropped', colour: '--c3', kind: 'bars' as const }] : []),
    ],
    views: [
      {
        name: '',
        data: [
          seconds(buckets),
          buckets.map(({ rateAchieved }) => rateAchieved),
          buckets.map(({ rateAsked }) => rateAsked),
          ...(dropped ? [buckets.map(({ droppedIterations }) => droppedIterations)] : []),
        ],
      },
    ],
  };
}

function lagChart({ timeline: { buckets } }: LoadReport): Chart {
  const lags = buckets.map(({ generator: { lagMs } }) => lagMs);
  return generatorChart(buckets, lags, {
    id: 'generator-lag',
    label: 'How late k6 woke up, in the median of each second: as late does it notice an answer',
    unit: 'ms',
    name: 'late',
  });
}

function busyChart({ timeline: { buckets } }: LoadReport): Chart {
  const shares = buckets.map(({ generator: { busy } }) => (busy === null ? null : 100 * busy));
  return generatorChart(buckets, shares, {
    id: 'generator-busy',
    label: 'How much of the machine of k6 was busy, with whatever, in percent',
    unit: '%',
    name: 'busy',
  });
}

/** One column over time; no view where nobody told. */
function generatorChart(
  buckets: TimelineBucket[],
  column: Column,
  { name, ...chart }: Pick<Chart, 'id' | 'label' | 'unit'> & { name: string },
): Chart {
  const told = column.some((value) => value !== null);
  return {
    ...chart,
    x: 'seconds',
    series: [{ name, colour: '--c4', kind: 'line' }],
    views: told ? [{ name: '', data: [seconds(buckets), column] }] : [],
  };
}

function errorChart({ timeline: { buckets } }: LoadReport): Chart {
  const kinds = [...new Set(buckets.flatMap(({ errorKinds }) => Object.keys(errorKinds)))].sort();
  return {
    id: 'errors',
    label: 'Errors by kind in the second in which they came',
    x: 'seconds',
    unit: '',
    series: kinds.map((name, index) => ({
      name: visibleLine(name),
      colour: colourOf(index + 2),
      kind: 'bars',
    })),
    views:
      kinds.length === 0
        ? []
        : [
            {
              name: '',
              data: [
                seconds(buckets),
                ...kinds.map((kind) => buckets.map(({ errorKinds }) => errorKinds[kind] ?? 0)),
              ],
            },
          ],
  };
}

function curveChart({ endpoints }: LoadReport): Chart {
  const curves = endpoints
    .map(({ name, histogram }) => ({ name, points: percentileCurve(histogram) }))
    .filter(({ points }) => points.length > 0);
  const odds = [...new Set(curves.flatMap(({ points }) => points.map((it) => it.odds)))].sort(
    (a, b) => a - b,
  );
  return {
    id: 'percentiles',
    label: 'Latency by percentile, from the histograms of the whole run',
    x: 'odds',
    unit: 'ms',
    series: curves.map(({ name }, index) => ({
      name: visibleLine(name),
      colour: colourOf(index),
      kind: 'line',
    })),
    views:
      curves.length === 0
        ? []
        : [
            {
              name: '',
              data: [
                odds,
                ...curves.map(({ points }) => {
                  const at = new Map(points.map((it) => [it.odds, it.milliseconds]));
                  return odds.map((each) => at.get(each) ?? null);
                }),
              ],
            },
          ],
  };
}

function seconds(buckets: TimelineBucket[]): number[] {
  return buckets.map(({ second }) => second);
}
