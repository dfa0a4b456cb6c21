import { styleText } from 'node:util';
import Table from 'cli-table3';
import { visibleLine } from '../../pages/visible-text.ts';
import { milliseconds } from '../report/figures.ts';
import type { ComparedMetric, Comparison, ComparisonVerdict } from './comparison.ts';

type Style = Parameters<typeof styleText>[0];

const STYLE_OF: Record<ComparisonVerdict, Style> = {
  faster: ['bold', 'green'],
  slower: ['bold', 'red'],
  same: ['bold', 'green'],
  inconclusive: ['bold', 'yellow'],
};

/** A comparison for a terminal: verdict and reasons first, then every metric. */
export function renderComparisonTerminal(
  comparison: Comparison,
  options: { colour?: boolean } = {},
): string {
  const { journey, verdict, base, next, reasons, repetitions, metrics, answers } = comparison;
  const paint = (style: Style, text: string) =>
    options.colour ? styleText(style, text, { validateStream: false }) : text;
  const table = new Table({
    head: ['metric', 'base', 'new', 'effect', '95% interval', 'verdict'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  for (const metric of metrics) {
    table.push([
      visibleLine(metricName(metric), 80),
      metricFigure(metric, metric.base),
      metricFigure(metric, metric.next),
      signedPercent(metric.effect),
      metric.interval?.map(signedPercent).join(' to ') ?? 'none',
      metric.verdict === null
        ? 'too few requests'
        : paint(STYLE_OF[metric.verdict], metric.verdict),
    ]);
  }
  for (const { what, base: before, next: after, effect, interval, verdict: told } of answers) {
    table.push([
      what,
      ...[before, after].map((value) => value.toFixed(1)),
      signedPercent(effect),
      interval?.map(signedPercent).join(' to ') ?? 'none',
      told,
    ]);
  }
  return `${[
    `${paint(STYLE_OF[verdict], verdict.toUpperCase())}  ${journey}: ${visibleLine(next.target, 80)} against ${visibleLine(base.target, 80)}, ${repetitions} pairs of runs`,
    ...reasons.map((reason) => `  ${visibleLine(reason, 500)}`),
    '',
    table.toString(),
    methodOf(comparison),
  ].join('\n')}\n`;
}

/** `awaiting-payments p95`, `throughput`. */
export function metricName({ endpoint, metric }: ComparedMetric): string {
  return endpoint === null ? metric : `${endpoint} ${metric}`;
}

/** A value of a metric with its unit. */
export function metricFigure({ unit }: ComparedMetric, value: number): string {
  return unit === 'ms' ? `${milliseconds(value)} ms` : `${value.toFixed(1)}/s`;
}

/** `+10.2%` */
export function signedPercent(effect: number): string {
  return `${effect > 0 ? '+' : ''}${(100 * effect).toFixed(1)}%`;
}

/** How the verdict came about, in a sentence. */
export function methodOf({ minimumEffect, significance }: Comparison): string {
  return `Paired t-test on log ratios, Holm's correction over all judged metrics at ${significance}; an effect counts above ${(100 * minimumEffect).toFixed(1)}%.`;
}
