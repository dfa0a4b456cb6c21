import Table from 'cli-table3';
import { visibleLine } from '../../pages/visible-text.ts';
import { grouped } from '../../pages/words.ts';
import { milliseconds } from '../report/figures.ts';
import type { Trend, TrendChange, TrendEndpoint, TrendPoint } from './trend.ts';

/** A trend for a terminal: for each journey and endpoint a table, oldest first. */
export function renderTrendTerminal({ journeys }: Trend): string {
  return journeys
    .flatMap(({ journey, points }) => {
      const names = [...new Set(points.flatMap((it) => it.endpoints.map(({ name }) => name)))];
      return names.map(
        (name) => `${visibleLine(journey)}, ${visibleLine(name)}\n${table(points, name)}`,
      );
    })
    .join('\n\n');
}

/** What a point is called: its commit, or its day. */
export function pointName({ commit, startedAt }: TrendPoint): string {
  return commit === null ? startedAt.slice(0, 10) : visibleLine(commit, 80).slice(0, 12);
}

/** `2 passed, 1 failed` */
export function verdictsText({ verdicts }: TrendPoint): string {
  return Object.entries(verdicts)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(', ');
}

/** The verdict against the point before, with why where it is none. */
export function changeText(change: TrendChange | null): string {
  if (change === null) {
    return '';
  }
  const why = change.verdict === 'not compared' || change.verdict === 'inconclusive';
  return why ? `${change.verdict}: ${visibleLine(change.reason, 160)}` : change.verdict;
}

/** A percentile of a point; `few` where too few requests stand behind it. */
export function trendFigure(
  endpoint: TrendEndpoint | undefined,
  percentile: 'p50' | 'p95' | 'p99',
): string {
  const value = endpoint?.[percentile];
  return value === undefined ? '–' : value === null ? 'few' : milliseconds(value);
}

function table(points: readonly TrendPoint[], name: string): string {
  const drawn = new Table({
    head: [
      'commit',
      'runs',
      'requests',
      'p50',
      'p95',
      'p99 ms',
      'errors',
      'against the one before',
    ],
    colAligns: ['left', 'left', ...Array(5).fill('right'), 'left'],
    style: { head: [], border: [], compact: true },
  });
  for (const point of points) {
    const endpoint = point.endpoints.find((it) => it.name === name);
    drawn.push([
      pointName(point),
      verdictsText(point),
      endpoint ? grouped(endpoint.requests) : '–',
      ...(['p50', 'p95', 'p99'] as const).map((each) => trendFigure(endpoint, each)),
      endpoint ? grouped(endpoint.errors) : '–',
      changeText(point.change),
    ]);
  }
  return drawn.toString();
}
