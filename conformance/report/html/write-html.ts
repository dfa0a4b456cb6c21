import { html } from 'hono/html';
import { fact, type Markup, type Tone, tag } from '../../../pages/markup.ts';
import { renderPage } from '../../../pages/page.ts';
import { capital, count } from '../../../pages/words.ts';
import { RESULTS } from '../../result.ts';
import { unseenText } from '../coverage.ts';
import type { Finding, Report, Verdict } from '../report.ts';
import { checksSection } from './checks.ts';
import { doubtSection } from './doubt.ts';
import { checkLink, foreign, type Rows, ruleOf, toneOf } from './markup.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';
import {
  coverageSection,
  knownFailuresSection,
  missingSection,
  observationsSection,
  retriesSection,
} from './tables.ts';

const TONE_OF: Record<Verdict, Tone> = {
  conformant: 'good',
  'not conformant': 'bad',
  incomplete: 'mild',
};

/**
 * The report as one HTML file that needs no network: verdict, what to fix first, every check with
 * its exchanges, observations, coverage. The report must be redacted.
 */
export function renderHtml(report: Report): string {
  const rows = new Map(report.coverage.map((row) => [row.requirement, row]));
  return renderPage({
    title: `${capital(report.verdict)}: ${foreign(report.target.name, 100)}`,
    tone: TONE_OF[report.verdict],
    skip: 'Skip to what to fix first',
    masthead: masthead(report),
    main: html`${findingsSection(report, rows)}
${missingSection(report)}
${knownFailuresSection(report)}
${doubtSection(report)}
${checksSection(report, rows)}
${observationsSection(report)}
${coverageSection(report)}
${retriesSection(report)}`,
    footer: html`Assay ${report.kit.version}, register version ${report.contract.registerVersion}, seed ${report.seed}, contract <span class="mono">${report.contract.digest}</span>. Secrets are replaced by [redacted].`,
    style: STYLE,
    script: SCRIPT,
  });
}

/** How many requirements of a finding are shown with their text. */
const MOST_RULES = 3;

function masthead(report: Report): Markup {
  const { verdict, target, reasons, counts, startedAt, durationMs, partial, unseenMusts } = report;
  const urls = {
    API: target.baseUrl,
    Lending: target.lendingUrl,
    Investment: target.investmentUrl,
  };
  return html`<p class="kicker">Conformance of ${foreign(target.name, 200)}</p>
<h1>${capital(verdict)}${partial ? ' (partial run)' : ''}</h1>
${reasons.length > 0 ? html`<ul class="reasons">${reasons.map((reason) => html`<li>${foreign(reason)}</li>`)}</ul>` : html`<p>${conformantText(report)}</p>`}
${unseenMusts > 0 ? html`<p>${unseenText(unseenMusts)}</p>` : ''}
<ul class="counts" aria-label="Checks by result">${RESULTS.filter((result) => counts[result] > 0).map((result) => html`<li class="${toneOf(result)}"><b>${counts[result]}</b> ${result}</li>`)}</ul>
<dl class="facts">
${Object.entries(urls).map(([term, url]) => fact(term, foreign(url, 300)))}
${fact('Run', `${startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}, ${(durationMs / 1000).toFixed(1)} s`)}
</dl>`;
}

function conformantText({ coverage }: Report): string {
  const unseen = coverage.filter(({ level, status }) => level === 'must' && status === 'observed');
  return unseen.length === 0
    ? 'Every must that applies was tested and holds.'
    : `Every must that can be seen at this target was tested and holds; ${count(unseen.length, 'must')} left nothing visible to test (see Coverage).`;
}

function findingsSection({ findings }: Report, rows: Rows): Markup | '' {
  if (findings.length === 0) {
    return '';
  }
  return html`<section aria-labelledby="findings">
<h2 id="findings">Fix first <small>${count(findings.length, 'finding')}${findings.length > 1 ? ', the most telling on top' : ''}</small></h2>
<ol class="findings">${findings.map((finding) => findingItem(finding, rows))}</ol>
</section>`;
}

function findingItem(finding: Finding, rows: Rows): Markup {
  const { title, level, requirements, endpoints, checks, blocks, known } = finding;
  const own = checks.slice(0, checks.length - blocks);
  const [first = ''] = own;
  return html`<li class="${known ? 'known' : level}">
<h3>${foreign(title, 500)}</h3>
${requirements.slice(0, MOST_RULES).map((id) => html`<p class="rule"><span class="mono">${id}</span> ${ruleOf(rows.get(id))}</p>`)}
${requirements.length > MOST_RULES ? html`<p class="rule mono">${requirements.slice(MOST_RULES).join(', ')}</p>` : ''}
<p>${tag(level === 'must' ? 'bad' : 'mild', level)} ${known ? html`${tag('calm', 'known')} ` : ''}${count(own.length, 'check')}${endpoints.length > 1 ? ` on ${endpoints.join(', ')}` : ''}: ${checkLink(first)}${own.length > 1 ? ` and ${own.length - 1} more` : ''}${blocks > 0 ? html`; <b>blocks ${count(blocks, 'other check')}</b>` : ''}</p>
</li>`;
}
