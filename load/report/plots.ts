import { html } from 'hono/html';
import type { Markup } from '../../pages/markup.ts';
import { count } from '../../pages/words.ts';
import type { Chart } from './charts.ts';
import type { LoadReport } from './load-report.ts';

/** The title of each plot, and a sentence on how to read it. */
const TITLES: Record<string, [title: string, note: string]> = {
  latency: ['Latency over time', 'By the second in which a request started.'],
  rate: [
    'Rate asked and achieved',
    'Iterations per second. What was asked and not started was dropped.',
  ],
  errors: ['Errors by kind over time', ''],
  users: ['Virtual users', 'Those that k6 has made; they grow where answers are slow.'],
  percentiles: [
    'Latency by percentile',
    'Over the whole run. Each decade to the right leaves a tenth of the requests.',
  ],
};

/** The plots of a page; where a run had no errors, it says so in the place of their plot. */
export function plotsSection(
  charts: Chart[],
  title: string,
  run?: Pick<LoadReport, 'timeline'> & Partial<Pick<LoadReport, 'totals'>>,
): Markup {
  const seconds = run?.timeline.bucketSeconds ?? 1;
  const each = seconds === 1 ? '' : ` Each point is ${seconds} seconds.`;
  return html`<section aria-labelledby="plots">
<h2 id="plots">${title} <small>drag to zoom, double-click to see all</small></h2>
<noscript><p class="aside">The plots need scripts; all figures are in the tables.</p></noscript>
<div class="plots">${charts.map((chart) => plot(chart, each))}${run?.totals?.errors === 0 ? noErrors(run.totals.requests) : ''}</div>
</section>`;
}

function noErrors(requests: number): Markup {
  return html`<figure class="plot"><figcaption><h3>Errors by kind over time</h3></figcaption><p class="none">No errors in ${count(requests, 'request')}.</p></figure>`;
}

function plot({ id, label, views, unit, x }: Chart, each: string): Markup {
  const [title = id, note = ''] = TITLES[id] ?? [];
  const menu =
    views.length > 1
      ? html`<label>of <select id="view-${id}">${views.map(({ name }) => html`<option>${name}</option>`)}</select></label>`
      : '';
  const log =
    unit === 'ms' ? html`<label><input type="checkbox" id="log-${id}"> logarithmic</label>` : '';
  return html`<figure class="plot">
<figcaption><h3>${title}</h3><span class="choose">${menu}${log}</span></figcaption>
<div class="canvas" id="plot-${id}" role="img" aria-label="${label}"></div>
<p>${note}${x === 'seconds' ? each : ''}</p>
</figure>`;
}
