import { visibleLine } from '../../pages/visible-text.ts';
import type { Chart } from '../report/charts.ts';
import type { LiveBucket } from './live-figures.ts';

const ERROR_COLOURS = ['--c3', '--c2', '--c5', '--c6', '--c7', '--c8'];

/** The plots of a run while it goes on; always the same four, the empty ones too. */
export function liveCharts(course: readonly LiveBucket[]): Chart[] {
  const seconds = course.map(({ second }) => second);
  const kinds = [...new Set(course.flatMap(({ errors }) => Object.keys(errors)))].sort();
  const percentiles = ['p50', 'p95', 'p99'] as const;
  const view = (columns: (number | null)[][]) => [{ name: '', data: [seconds, ...columns] }];
  return [
    {
      ...{ id: 'latency', x: 'seconds', unit: 'ms' },
      label: 'Latency so far: p50, p95 and p99 of the requests that began in each stretch',
      series: percentiles.map((name, index) => ({ name, colour: `--c${index + 1}`, kind: 'line' })),
      views: view(percentiles.map((name) => course.map(({ latency }) => latency?.[name] ?? null))),
    },
    {
      ...{ id: 'rate', x: 'seconds', unit: '/s' },
      label: 'Iterations asked by the profile and begun so far, and those dropped',
      series: [
        { name: 'achieved', colour: '--c1', kind: 'area' },
        { name: 'asked', colour: '--ink', kind: 'line', dash: true },
        { name: 'dropped', colour: '--c3', kind: 'bars' },
      ],
      views: view([
        course.map(({ rateAchieved }) => rateAchieved),
        course.map(({ rateAsked }) => rateAsked),
        course.map(({ dropped }) => dropped),
      ]),
    },
    {
      ...{ id: 'errors', x: 'seconds', unit: '' },
      label: 'Errors by kind so far',
      series: kinds.map((kind, index) => ({
        name: visibleLine(kind),
        colour: ERROR_COLOURS[index % ERROR_COLOURS.length] ?? '--c3',
        kind: 'bars',
      })),
      views:
        kinds.length === 0
          ? []
          : view(kinds.map((kind) => course.map(({ errors }) => errors[kind] ?? 0))),
    },
    {
      ...{ id: 'users', x: 'seconds', unit: '' },
      label: 'Virtual users so far',
      series: [{ name: 'virtual users', colour: '--c4', kind: 'area' }],
      views: view([course.map(({ virtualUsers }) => virtualUsers)]),
    },
  ];
}
