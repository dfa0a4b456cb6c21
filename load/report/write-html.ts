import { html } from 'hono/html';
import type { LoadReport, LoadVerdict } from '../load-report.ts';
import { writeWhole } from '../write-whole.ts';
import { averageRates, count, grouped, milliseconds, percent, perSecond } from './figures.ts';
import { type Chart, chartsOf } from './html/charts.ts';
import { type Markup, renderPage, type Tone } from './html/page.ts';
import {
  auditSection,
  breakpointSection,
  endpointsSection,
  errorsSection,
  fingerprintSection,
  gatesSection,
  utc,
} from './html/tables.ts';
import { visibleLine } from './visible-text.ts';

const TONE_OF: Record<LoadVerdict, Tone> = {
  passed: 'good',
  failed: 'bad',
  incomplete: 'mild',
  broken: 'bad',
};

/** A run as one HTML file that needs no network: verdict, plots, figures, gates, audit, fingerprint. */
export function renderLoadHtml(report: LoadReport): string {
  const charts = chartsOf(report);
  return renderPage({
    title: `${capital(report.verdict)}: ${report.journey} on ${visibleLine(report.target, 100)}`,
    tone: TONE_OF[report.verdict],
    masthead: masthead(report),
    main: html`${plots(report, charts)}
${endpointsSection(report)}
${breakpointSection(report.breakpoint)}
${gatesSection(report)}
${auditSection(report)}
${errorsSection(report)}
${fingerprintSection(report)}`,
    charts,
  });
}

/**
 * Writes a run's report as HTML.
 *
 * @throws UnavailableError when it cannot be written
 */
export async function writeLoadHtml(file: string, report: LoadReport): Promise<void> {
  await writeWhole(file, renderLoadHtml(report));
}

const CAUSES: Record<LoadVerdict, string> = {
  passed: 'Every gate was met.',
  failed: '',
  incomplete: 'Less was measured than asked.',
  broken: 'The figures mean nothing: k6, a script or the target did not work.',
};

function masthead(report: LoadReport): Markup {
  const { journey, target, verdict, reasons, fingerprint, startedAt } = report;
  const { profile, rate, durationSeconds } = fingerprint;
  return html`<p class="kicker">${journey} on ${visibleLine(target, 200)}: ${profile}, ${rate}/s, ${durationSeconds} s, ${utc(startedAt)}</p>
<h1>${capital(verdict)}</h1>
${CAUSES[verdict] === '' ? '' : html`<p>${CAUSES[verdict]}</p>`}
${reasons.length > 0 ? html`<ul class="reasons">${reasons.map((reason) => html`<li>${visibleLine(reason, 400)}</li>`)}</ul>` : ''}
${setAside(report)}
<dl class="facts big">${headlines(report).map(([term, value, more]) => html`<div><dt>${term}</dt><dd>${value}<small>${more}</small></dd></div>`)}</dl>`;
}

function setAside({ totals }: LoadReport): Markup | '' {
  const { statesExhausted, tokenFailures } = totals;
  const dry = `States ran dry ${grouped(statesExhausted)} times. `;
  const dead = `${count(tokenFailures, 'request')} refused for a token that should have lived. `;
  if (statesExhausted + tokenFailures === 0) return '';
  return html`<p class="aside">${statesExhausted > 0 ? dry : ''}${tokenFailures > 0 ? dead : ''}These are in no latency and no error rate on this page.</p>`;
}

type Headline = [term: string, value: string, more: string];

function headlines(report: LoadReport): Headline[] {
  const { totals, generator, audit } = report;
  const { asked, achieved, requests } = averageRates(report);
  const slowest = report.endpoints.toSorted((a, b) => b.latency.p99 - a.latency.p99)[0];
  const cpu = generator.cpuSecondsPerThousandRequests;
  const lines: Headline[] = [
    [
      'Iterations',
      perSecond(achieved),
      `asked ${perSecond(asked)}, ${grouped(totals.droppedIterations)} dropped`,
    ],
    ['Requests', grouped(totals.requests), perSecond(requests)],
    ['Errors', percent(totals.errorRate), grouped(totals.errors)],
  ];
  if (slowest) {
    lines.push([
      'Slowest p99',
      `${milliseconds(slowest.latency.p99)} ms`,
      visibleLine(slowest.name),
    ]);
  }
  if (audit) lines.push(['Audit', audit.result, count(audit.checks.length, 'check')]);
  lines.push([
    'Generator cost',
    cpu === null ? 'not known' : `${cpu.toFixed(2)} CPU s`,
    `per 1,000 requests, ${count(generator.virtualUsers, 'virtual user')}`,
  ]);
  return lines;
}

/** The title of each plot, and a sentence on how to read it. */
const TITLES: Record<string, [title: string, note: string]> = {
  latency: ['Latency over time', 'By the second in which a request started.'],
  rate: [
    'Rate asked and achieved',
    'Iterations per second. What was asked and not started was dropped.',
  ],
  errors: ['Errors by kind over time', ''],
  percentiles: [
    'Latency by percentile',
    'Over the whole run. Each decade to the right leaves a tenth of the requests.',
  ],
};

function plots(report: LoadReport, charts: Chart[]): Markup {
  const { bucketSeconds } = report.timeline;
  const each = bucketSeconds === 1 ? '' : ` Each point is ${bucketSeconds} seconds.`;
  return html`<section aria-labelledby="plots">
<h2 id="plots">Course of the run <small>drag to zoom, double-click to see all</small></h2>
<noscript><p class="aside">The plots need scripts; all figures are in the tables below.</p></noscript>
<div class="plots">${charts.map((chart) => plot(chart, each))}${report.totals.errors === 0 ? html`<figure class="plot"><figcaption><h3>Errors by kind over time</h3></figcaption><p class="none">No errors in ${count(report.totals.requests, 'request')}.</p></figure>` : ''}</div>
</section>`;
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

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
