import { html } from 'hono/html';
import packageJson from '../../package.json' with { type: 'json' };
import { type Markup, type Tone, tag } from '../../pages/markup.ts';
import { renderPage } from '../../pages/page.ts';
import { visibleLine } from '../../pages/visible-text.ts';
import { count, grouped } from '../../pages/words.ts';
import { utc } from '../report/tables.ts';
import type { Trend, TrendChange, TrendPoint } from './trend.ts';
import { changeText, pointName, trendFigure, verdictsText } from './trend-terminal.ts';

const TONE_OF: Record<TrendChange['verdict'], Tone> = {
  faster: 'good',
  same: 'good',
  slower: 'bad',
  inconclusive: 'mild',
  'not compared': 'calm',
};

/** A trend as one HTML file that needs no network and runs no script. */
export function renderTrendHtml(trend: Trend): string {
  const points = trend.journeys.flatMap((it) => it.points);
  const runs = points.reduce((sum, point) => sum + point.runs, 0);
  const slower = points.some(({ change }) => change?.verdict === 'slower');
  return renderPage({
    title: `Load: the trend of ${count(runs, 'run')}`,
    tone: slower ? 'mild' : 'good',
    skip: 'Skip to the figures',
    masthead: html`<p class="kicker">Load over ${count(points.length, 'commit')}, oldest first</p>
<h1>Trend</h1>
<p>Percentiles are geometric means over the runs of a commit, in milliseconds; <i>few</i> where a run had too few requests for one. A verdict is that of <code>assay load compare</code> with the commit before.</p>`,
    main: html`${trend.journeys.map(({ journey, points: all }, place) => section(journey, all, place))}`,
    footer: `Assay ${packageJson.version}.`,
    style: '',
  });
}

function section(journey: string, points: readonly TrendPoint[], place: number): Markup {
  return html`<section aria-labelledby="journey-${place}">
<h2 id="journey-${place}">${visibleLine(journey)}</h2>
<div class="panel"><table>
<thead><tr><th scope="col">Commit</th><th scope="col">Started</th><th scope="col">Runs</th><th scope="col">Endpoint</th><th scope="col" class="number">Requests</th><th scope="col" class="number">p50</th><th scope="col" class="number">p95</th><th scope="col" class="number">p99</th><th scope="col" class="number">Errors</th><th scope="col">Against the one before</th></tr></thead>
<tbody>${points.map((point) =>
    point.endpoints.map(
      (endpoint, row) =>
        html`<tr><th scope="row">${pointName(point)}</th><td>${utc(point.startedAt)}</td><td>${verdictsText(point)}</td><td>${visibleLine(endpoint.name)}</td><td class="number" data-label="requests">${grouped(endpoint.requests)}</td>${(['p50', 'p95', 'p99'] as const).map((each) => html`<td class="number" data-label="${each}">${trendFigure(endpoint, each)}</td>`)}<td class="number" data-label="errors">${grouped(endpoint.errors)}</td><td>${row > 0 || point.change === null ? '' : html`${tag(TONE_OF[point.change.verdict], point.change.verdict)} ${changeText(point.change)}`}</td></tr>`,
    ),
  )}</tbody>
</table></div>
</section>`;
}
