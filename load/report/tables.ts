import { html } from 'hono/html';
import { type Markup, type Tone, tag } from '../../pages/markup.ts';
import { visibleLine } from '../../pages/visible-text.ts';
import { grouped } from '../../pages/words.ts';
import {
  averageRates,
  bytes,
  errorsByKind,
  gateFigure,
  gateName,
  hasTooFew,
  milliseconds,
  OPEN_MODEL_NOTE,
  percent,
  percentile,
  sampleText,
  TOO_FEW_NOTE,
} from './figures.ts';
import {
  type AuditReport,
  type BreakpointReport,
  type LoadFingerprint,
  type LoadReport,
  PHASES,
  type Phase,
} from './load-report.ts';

/** Endpoint by endpoint: how many, how fast, what went wrong. */
export function endpointsSection(report: LoadReport): Markup {
  const { seconds } = averageRates(report);
  const columns = ['p50', 'p90', 'p95', 'p99', 'p999'] as const;
  const names = { p50: 'p50', p90: 'p90', p95: 'p95', p99: 'p99', p999: 'p99.9' };
  return html`<section aria-labelledby="endpoints">
<h2 id="endpoints">Endpoints <small>latency in ms</small></h2>
<div class="panel"><table>
<caption>${OPEN_MODEL_NOTE}${hasTooFew(report) ? ` ${TOO_FEW_NOTE}.` : ''} Failed connections have no latency and are in no percentile.</caption>
<thead><tr><th scope="col">Endpoint</th><th scope="col" class="number">Requests</th><th scope="col" class="number">per s</th>${columns.map((column) => html`<th scope="col" class="number">${names[column]}</th>`)}<th scope="col" class="number">max</th><th scope="col" class="number">Judged in full</th><th scope="col">Errors</th></tr></thead>
<tbody>${report.endpoints.map((endpoint) => {
    const { name, requests, unanswered, errors, errorRate, refused, latency } = endpoint;
    return html`<tr><th scope="row">${visibleLine(name)}</th><td class="number" data-label="requests">${grouped(requests)}</td><td class="number" data-label="per s">${(requests / seconds).toFixed(1)}</td>${columns.map((column) => html`<td class="number" data-label="${names[column]}">${percentile(endpoint, column)}</td>`)}<td class="number" data-label="max">${requests === unanswered ? '–' : milliseconds(latency.max)}</td><td class="number" data-label="judged in full">${sampleText(endpoint)}</td><td data-label="errors">${errors === 0 ? '0' : html`${grouped(errors)} (${percent(errorRate)})<p>${visibleLine(errorsByKind(report, name))}</p>`}${refused > 0 ? html`<p>${grouped(refused)} refused as they may be</p>` : ''}</td></tr>`;
  })}</tbody>
</table></div>
</section>`;
}

const PHASE_NAMES: Record<Phase, string> = {
  ...{ blocked: 'blocked', connecting: 'connecting', tls_handshaking: 'TLS' },
  ...{ sending: 'sending', waiting: 'waiting', receiving: 'receiving' },
};

/** Where the time of requests went, what status they were answered with, and how many bytes that were. */
export function phasesSection({ endpoints, totals }: LoadReport): Markup {
  const { bytesReceived, bytesSent, listed } = totals;
  const pages = `${listed.estimate === listed.payments ? '' : 'about '}${grouped(listed.estimate)} payments were listed: ${grouped(listed.payments)} on the ${grouped(listed.pages)} pages that were judged in full. `;
  return html`<section aria-labelledby="phases">
<h2 id="phases">Phases and status codes <small>mean and p95 in ms</small></h2>
<div class="panel"><table>
<caption>Blocked, connecting and TLS come before the latency; sending, waiting and receiving are it. ${listed.pages > 0 ? pages : ''}The journeys received ${bytes(bytesReceived)} and sent ${bytes(bytesSent)}, headers included.</caption>
<thead><tr><th scope="col">Endpoint</th>${PHASES.map((phase) => html`<th scope="col" class="number">${PHASE_NAMES[phase]}</th>`)}<th scope="col">Status codes</th></tr></thead>
<tbody>${endpoints.map(
    ({ name, phases, statuses, unanswered }) =>
      html`<tr><th scope="row">${visibleLine(name)}</th>${PHASES.map((phase) => html`<td class="number" data-label="${PHASE_NAMES[phase]}">${milliseconds(phases[phase].mean)} / ${milliseconds(phases[phase].p95)}</td>`)}<td data-label="status codes">${statusText(statuses, unanswered)}</td></tr>`,
  )}</tbody>
</table></div>
</section>`;
}

/** `200: 1,203, 500: 4, none: 2` */
function statusText(statuses: Record<string, number>, unanswered: number): string {
  const told = Object.entries(statuses).map(([status, count]) => `${status}: ${grouped(count)}`);
  return [...told, ...(unanswered > 0 ? [`none: ${grouped(unanswered)}`] : [])].join(', ');
}

/** Every gate with its limit and what was measured, breaches on top. */
export function gatesSection({ gates }: LoadReport): Markup {
  const open = gates.filter(({ unjudged }) => unjudged !== null).length;
  const met = gates.filter(({ ok }) => ok).length - open;
  return html`<section aria-labelledby="gates">
<h2 id="gates">Gates <small>${met} of ${gates.length} met${open > 0 ? `, ${open} not judged` : ''}</small></h2>
<div class="panel"><table>
<thead><tr><th scope="col">Gate</th><th scope="col" class="number">Measured</th><th scope="col" class="number">Limit</th><th scope="col">Result</th></tr></thead>
<tbody>${gates
    .toSorted((a, b) => Number(a.ok) - Number(b.ok))
    .map(
      (gate) =>
        html`<tr><th scope="row">${visibleLine(gateName(gate))}</th><td class="number" data-label="measured">${gateFigure(gate, gate.value)}</td><td class="number" data-label="limit">${gate.operator} ${gateFigure(gate, gate.limit)}</td><td>${gate.ok ? (gate.unjudged === null ? tag('good', 'met') : html`${tag('mild', 'not judged')} ${gate.unjudged}`) : tag('bad', 'breached')}</td></tr>`,
    )}</tbody>
</table></div>
</section>`;
}

/** Errors by kind with one of each in words. */
export function errorsSection({ errors }: LoadReport): Markup | '' {
  if (errors.length === 0) {
    return '';
  }
  return html`<section aria-labelledby="error-kinds">
<h2 id="error-kinds">Errors <small>one of each kind in words</small></h2>
<div class="panel"><table>
<thead><tr><th scope="col">Endpoint</th><th scope="col">Kind</th><th scope="col" class="number">Count</th><th scope="col">Example</th></tr></thead>
<tbody>${errors
    .toSorted((a, b) => b.count - a.count)
    .map(
      ({ endpoint, kind, count, seen, example }) =>
        html`<tr><th scope="row">${visibleLine(endpoint)}</th><td>${tag('bad', visibleLine(kind))}</td><td class="number" data-label="count">${seen === count ? grouped(count) : `about ${grouped(count)} (${grouped(seen)} seen)`}</td><td class="mono">${example === null ? '' : visibleLine(example, 400)}</td></tr>`,
    )}</tbody>
</table></div>
</section>`;
}

const TONE_OF: Record<AuditReport['result'], Tone> = {
  passed: 'good',
  failed: 'bad',
  inconclusive: 'mild',
};

/** What became of every acknowledged repayment and every key. */
export function auditSection({ audit }: LoadReport): Markup | '' {
  if (audit === null) {
    return '';
  }
  return html`<section aria-labelledby="audit">
<h2 id="audit">Audit: ${audit.result} <small>whether money was lost or doubled</small></h2>
<p>Compared: ${audit.compared.length > 0 ? audit.compared.map((each) => visibleLine(each, 300)).join('; ') : 'nothing'}.</p>
${audit.notAudited.length > 0 ? html`<p class="aside">Not audited: ${audit.notAudited.map((each) => visibleLine(each, 300)).join('; ')}.</p>` : ''}
<div class="panel"><table>
<thead><tr><th scope="col">Check</th><th scope="col">Result</th><th scope="col" class="number">Examined</th><th scope="col">Finding</th></tr></thead>
<tbody>${audit.checks.map(
    ({ id, result, examined, message, violations }) =>
      html`<tr><th scope="row">${id}</th><td>${tag(TONE_OF[result], result)}</td><td class="number" data-label="examined">${grouped(examined)}</td><td>${visibleLine(message, 400)}${violations.slice(0, 20).map((each) => html`<p>${visibleLine(each)}</p>`)}${violations.length > 20 ? html`<p>and ${violations.length - 20} more in the JSON report</p>` : ''}</td></tr>`,
  )}</tbody>
</table></div>
</section>`;
}

/** The steps of the search for the highest rate. */
export function breakpointSection(report: BreakpointReport | null): Markup | '' {
  if (report === null) {
    return '';
  }
  const { highestRate, lowestFailingRate, steps } = report;
  return html`<section aria-labelledby="breakpoint">
<h2 id="breakpoint">Breakpoint <small>${highestRate}/s meets every gate${lowestFailingRate === null ? '; no rate tried breached one' : `, ${lowestFailingRate}/s does not`}</small></h2>
<div class="panel"><table>
<thead><tr><th scope="col" class="number">Rate</th><th scope="col">Result</th><th scope="col" class="number">p99 ms</th><th scope="col">Breached</th></tr></thead>
<tbody>${steps.map(
    ({ rate, ok, p99, breached }) =>
      html`<tr><th scope="row" class="number">${rate}/s</th><td>${ok ? tag('good', 'met') : tag('bad', 'breached')}</td><td class="number" data-label="p99">${p99 === null ? '–' : milliseconds(p99)}</td><td>${breached.map((each) => html`<p>${visibleLine(each)}</p>`)}</td></tr>`,
  )}</tbody>
</table></div>
</section>`;
}

/** What must be equal for two runs to be compared, and where this one was made. */
export function fingerprintSection({ fingerprint, startedAt, endedAt }: LoadReport): Markup {
  return html`<section aria-labelledby="fingerprint">
<h2 id="fingerprint">Fingerprint <small>must be equal for two runs to be compared</small></h2>
${fingerprintFacts(fingerprint, [
  ['Started', utc(startedAt)],
  ['Ended', utc(endedAt)],
])}
</section>`;
}

/** The fingerprint as a list of terms, with further ones after it. */
export function fingerprintFacts(
  fingerprint: LoadFingerprint,
  more: [term: string, value: string][] = [],
): Markup {
  const { k6Version, profile, rate, durationSeconds, seed, machine, scriptDigest } = fingerprint;
  const { instances, warmUpSeconds } = fingerprint;
  const { hostname, platform, cores, cpu, memoryBytes } = machine;
  const facts: [term: string, value: string][] = [
    ['k6', k6Version],
    ['Profile', `${profile}, ${rate}/s, ${durationSeconds} s`],
    ['k6 processes', String(instances)],
    ['Warm-up', warmUpSeconds === 0 ? 'none left out' : `${warmUpSeconds} s, left out`],
    ['Seed', String(seed)],
    ['Scripts (SHA-256)', scriptDigest.slice(0, 16)],
    ['Load generator', `${hostname}: ${platform}, ${cores} × ${cpu}`],
    ['Memory', `${(memoryBytes / 2 ** 30).toFixed(1)} GiB`],
    ...more,
  ];
  return html`<dl class="facts">${facts.map(([term, value]) => html`<div><dt>${term}</dt><dd>${visibleLine(value)}</dd></div>`)}</dl>`;
}

/** ISO 8601 as people read it. */
export function utc(iso: string): string {
  return iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
}
