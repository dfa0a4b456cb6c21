import { html } from 'hono/html';
import { type Markup, type Tone, tag } from '../../pages/markup.ts';
import { visibleLine } from '../../pages/visible-text.ts';
import { capital } from '../../pages/words.ts';
import type { Chart } from '../report/charts.ts';
import { percent } from '../report/figures.ts';
import type { LoadReport } from '../report/load-report.ts';
import { plotsSection } from '../report/plots.ts';
import { renderPlotsPage } from '../report/plots-page.ts';
import { fingerprintFacts, utc } from '../report/tables.ts';
import { mergedHistogram } from '../samples/merge-histograms.ts';
import { percentileCurve } from '../samples/percentile-curve.ts';
import type { ComparedMetric, Comparison, ComparisonVerdict } from './comparison.ts';
import { methodOf, metricFigure, metricName, signedPercent } from './comparison-terminal.ts';

const TONE_OF: Record<ComparisonVerdict, Tone> = {
  faster: 'good',
  slower: 'bad',
  same: 'good',
  inconclusive: 'mild',
};

/**
 * A comparison as one HTML file that needs no network: verdict, every metric with its interval, and
 * both sides' latency by percentile.
 */
export function renderComparisonHtml(
  comparison: Comparison,
  base: readonly LoadReport[],
  next: readonly LoadReport[],
): string {
  const { verdict, journey } = comparison;
  const charts = curves(comparison, base, next);
  const names = `${visibleLine(comparison.next.target, 80)} against ${visibleLine(comparison.base.target, 80)}`;
  return renderPlotsPage({
    title: `${capital(verdict)}: ${journey}, ${names}`,
    tone: next.some((run) => run.verdict === 'failed') ? 'bad' : TONE_OF[verdict],
    masthead: masthead(comparison, names),
    main: html`${metricsSection(comparison)}
${plotsSection(charts, 'Latency of both sides')}
${fingerprintSection(comparison)}`,
    charts,
  });
}

function masthead(
  { journey, verdict, reasons, repetitions, base, next }: Comparison,
  names: string,
): Markup {
  const facts = [
    ['Base', base],
    ['New', next],
  ] as const;
  return html`<p class="kicker">Comparison of ${journey}: ${names}</p>
<h1>${capital(verdict)}</h1>
<ul class="reasons">${reasons.map((reason) => html`<li>${visibleLine(reason, 500)}</li>`)}</ul>
<dl class="facts"><div><dt>Pairs of runs</dt><dd>${repetitions}</dd></div>${facts.map(([term, side]) => html`<div><dt>${term}</dt><dd>${visibleLine(side.target, 100)}: errors ${percent(side.errorRate)}, ${utc(side.startedAt[0] ?? '')} to ${utc(side.startedAt.at(-1) ?? '')}</dd></div>`)}</dl>`;
}

/** The axis of the intervals ends at twice the minimum effect, or where the widest judged one does. */
function metricsSection(comparison: Comparison): Markup {
  const { metrics, minimumEffect, answers } = comparison;
  const ends = metrics
    .filter(({ verdict }) => verdict !== null)
    .flatMap(({ interval }) => interval ?? []);
  const reach = Math.min(1, Math.max(2 * minimumEffect, ...ends.map(Math.abs)));
  return html`<section aria-labelledby="metrics">
<h2 id="metrics">Metrics <small>new against base</small></h2>
<div class="panel"><table>
<caption>${methodOf(comparison)} The shaded zone of the axis is the minimum effect; the axis ends at ±${(100 * reach).toFixed(0)}%.</caption>
<thead><tr><th scope="col">Metric</th><th scope="col" class="number">Base</th><th scope="col" class="number">New</th><th scope="col" class="number">Effect</th><th scope="col" class="number">95% interval</th><th scope="col"><span aria-hidden="true">less 0 more</span></th><th scope="col">Verdict</th></tr></thead>
<tbody>${metrics.map(
    (metric) =>
      html`<tr><th scope="row">${visibleLine(metricName(metric))}</th><td class="number" data-label="base">${metricFigure(metric, metric.base)}</td><td class="number" data-label="new">${metricFigure(metric, metric.next)}</td><td class="number" data-label="effect">${signedPercent(metric.effect)}</td><td class="number" data-label="interval">${metric.interval?.map(signedPercent).join(' to ') ?? '–'}</td><td>${bar(metric, minimumEffect, reach)}</td><td>${metric.verdict === null ? tag('calm', 'too few requests') : tag(TONE_OF[metric.verdict], metric.verdict)}</td></tr>`,
  )}${answers.map(
    ({ what, base, next, effect, interval, verdict }) =>
      html`<tr><th scope="row">${what}</th><td class="number" data-label="base">${base.toFixed(1)}</td><td class="number" data-label="new">${next.toFixed(1)}</td><td class="number" data-label="effect">${signedPercent(effect)}</td><td class="number" data-label="interval">${interval?.map(signedPercent).join(' to ') ?? '–'}</td><td></td><td>${tag(verdict === 'same' ? 'good' : 'mild', verdict)}</td></tr>`,
  )}</tbody>
</table></div>
</section>`;
}

/** The interval on an axis from -reach to +reach, drawn in units of 200 by 20. */
function bar(
  { interval, effect, verdict }: ComparedMetric,
  minimum: number,
  reach: number,
): Markup | '' {
  if (interval === null) {
    return '';
  }
  const x = (value: number) => 100 + 98 * Math.max(-1, Math.min(1, value / reach));
  const [low, high] = interval;
  return html`<svg class="effect" viewBox="0 0 200 20" preserveAspectRatio="none" aria-hidden="true"><rect class="zone" x="${x(-minimum)}" y="1" width="${x(minimum) - x(-minimum)}" height="18"/><line class="zero" x1="100" y1="1" x2="100" y2="19"/><line class="interval ${verdict ?? ''}" x1="${x(low)}" y1="10" x2="${x(high)}" y2="10"/><line class="zero" x1="${x(effect)}" y1="5" x2="${x(effect)}" y2="15"/></svg>`;
}

function curves(
  { metrics }: Comparison,
  base: readonly LoadReport[],
  next: readonly LoadReport[],
): Chart[] {
  const names = [...new Set(metrics.flatMap(({ endpoint }) => endpoint ?? []))];
  const pointsOf = (reports: readonly LoadReport[], name: string) =>
    percentileCurve(
      mergedHistogram(
        reports.flatMap(({ endpoints }) =>
          endpoints.filter((it) => it.name === name).map(({ histogram }) => histogram),
        ),
      ),
    );
  const views = names.map((name) => {
    const sides = [base, next].map((reports) => pointsOf(reports, name));
    const odds = [...new Set(sides.flat().map((point) => point.odds))].sort((a, b) => a - b);
    const columns = sides.map((points) => {
      const at = new Map(points.map((point) => [point.odds, point.milliseconds]));
      return odds.map((each) => at.get(each) ?? null);
    });
    return { name: visibleLine(name), data: [odds, ...columns] };
  });
  if (views.length === 0) {
    return [];
  }
  return [
    {
      id: 'percentiles',
      label: 'Latency by percentile of both sides, from the histograms of all repetitions',
      x: 'odds',
      unit: 'ms',
      series: [
        { name: 'base', colour: '--c1', kind: 'line' },
        { name: 'new', colour: '--c2', kind: 'line' },
      ],
      views,
    },
  ];
}

function fingerprintSection({ fingerprint }: Comparison): Markup {
  return html`<section aria-labelledby="fingerprint">
<h2 id="fingerprint">Fingerprint <small>equal for all runs</small></h2>
${fingerprintFacts(fingerprint)}
</section>`;
}
