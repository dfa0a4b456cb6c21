import { html } from 'hono/html';
import { writeWhole } from '../../contract/write-whole.ts';
import type { Markup, Tone } from '../../pages/markup.ts';
import { visibleLine } from '../../pages/visible-text.ts';
import { capital, count, grouped } from '../../pages/words.ts';
import { chartsOf } from './charts.ts';
import { averageRates, headline, milliseconds, percent, perSecond } from './figures.ts';
import type { LoadReport, LoadVerdict } from './load-report.ts';
import { plotsSection } from './plots.ts';
import { renderPlotsPage } from './plots-page.ts';
import {
  auditSection,
  breakpointSection,
  endpointsSection,
  errorsSection,
  fingerprintSection,
  gatesSection,
  phasesSection,
  utc,
} from './tables.ts';

const TONE_OF: Record<LoadVerdict, Tone> = {
  passed: 'good',
  failed: 'bad',
  incomplete: 'mild',
  inconclusive: 'mild',
  broken: 'bad',
};

/** A run as one HTML file that needs no network: verdict, plots, figures, gates, audit, fingerprint. */
export function renderLoadHtml(report: LoadReport): string {
  const charts = chartsOf(report);
  return renderPlotsPage({
    title: `${capital(report.verdict)}: ${report.journey} on ${visibleLine(report.target, 100)}`,
    tone: TONE_OF[report.verdict],
    masthead: masthead(report),
    main: html`${plotsSection(charts, 'Course of the run', report)}
${endpointsSection(report)}
${phasesSection(report)}
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
  inconclusive: 'Nothing wrong was answered; how fast it was cannot be told.',
  broken: 'The figures mean nothing: k6, a script or the target did not work.',
};

function masthead(report: LoadReport): Markup {
  const { journey, target, verdict, reasons, fingerprint, startedAt } = report;
  const { profile, rate, durationSeconds } = fingerprint;
  return html`<p class="kicker">${journey} on ${visibleLine(target, 200)}: ${profile}, ${rate}/s, ${durationSeconds} s, ${utc(startedAt)}</p>
<h1>${capital(verdict)}${report.partial === null ? '' : ' (partial)'}</h1>
${CAUSES[verdict] === '' ? '' : html`<p>${CAUSES[verdict]}</p>`}
${reasons.length > 0 ? html`<ul class="reasons">${reasons.map((reason) => html`<li>${visibleLine(reason, 400)}</li>`)}</ul>` : ''}
${setAside(report)}
${report.caveats.length > 0 ? html`<details class="caveats" open><summary>What this verdict does not cover</summary><ul>${report.caveats.map((caveat) => html`<li>${visibleLine(caveat, 600)}</li>`)}</ul></details>` : ''}
<dl class="facts big">${headlines(report).map(([term, value, more]) => html`<div><dt>${term}</dt><dd>${value}<small>${more}</small></dd></div>`)}</dl>`;
}

function setAside({ totals }: LoadReport): Markup | '' {
  const { statesExhausted, tokenFailures } = totals;
  const dry = `States ran dry ${grouped(statesExhausted)} times. `;
  const dead = `${count(tokenFailures, 'request')} refused for a token that should have lived. `;
  if (statesExhausted + tokenFailures === 0) {
    return '';
  }
  return html`<p class="aside">${statesExhausted > 0 ? dry : ''}${tokenFailures > 0 ? dead : ''}These are in no latency and no error rate on this page.</p>`;
}

type Headline = [term: string, value: string, more: string];

function headlines(report: LoadReport): Headline[] {
  const { totals, generator, audit } = report;
  const { asked, achieved, requests } = averageRates(report);
  const slowest = headline(report);
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
  lines.push(
    slowest
      ? [
          `Slowest ${slowest.name}`,
          `${milliseconds(slowest.endpoint.latency[slowest.name])} ms`,
          `${visibleLine(slowest.endpoint.name)}, ${count(slowest.endpoint.requests, 'request')}`,
        ]
      : ['Latency', 'too few', 'requests for any percentile'],
  );
  if (audit) {
    const open = audit.notAudited.length;
    const more = `${audit.compared.length} compared${open > 0 ? `, ${open} not audited` : ''}`;
    lines.push(['Audit', audit.result, more]);
  }
  lines.push([
    'Generator cost',
    cpu === null ? 'not known' : `${cpu.toFixed(2)} CPU s`,
    `per 1,000 requests, ${count(generator.virtualUsers, 'virtual user')}, ${generator.saturatedSeconds === 0 ? 'never saturated' : `saturated in ${generator.saturatedSeconds} s`}`,
  ]);
  return lines;
}
