import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { RESULTS } from '../../result.ts';
import { unseenText } from '../coverage.ts';
import type { Finding, Report, Verdict } from '../report.ts';
import { checksSection } from './checks.ts';
import { doubtSection } from './doubt.ts';
import { checkLink, count, foreign, type Markup, toneOf } from './markup.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';
import {
  coverageSection,
  knownFailuresSection,
  missingSection,
  observationsSection,
  retriesSection,
} from './tables.ts';

const sourceHash = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Lets nothing load and nothing run but the report's own style and script, by their hashes: a body
 * that found a way around escaping would still be dead text.
 */
const POLICY = [
  "default-src 'none'",
  `style-src ${sourceHash(STYLE)}`,
  `script-src ${sourceHash(SCRIPT)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * The report as one HTML file that needs no network: verdict, what to fix first, every check with
 * its exchanges, observations, coverage. The report must be redacted.
 */
export function renderHtml(report: Report): string {
  const texts = new Map(
    report.coverage.map(({ requirement, section, text }) => [
      requirement,
      `Section ${section}: ${text}`,
    ]),
  );
  const title = `${capital(report.verdict)}: ${foreign(report.target.name, 100)}`;
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to what to fix first</a>
${masthead(report)}
<main id="main">
${findingsSection(report, texts)}
${missingSection(report)}
${knownFailuresSection(report)}
${doubtSection(report)}
${checksSection(report, texts)}
${observationsSection(report)}
${coverageSection(report)}
${retriesSection(report)}
</main>
<footer>Assay ${report.kit.version}, contract <span class="mono">${report.contract.digest}</span>. Secrets are replaced by [redacted].</footer>
<script>${raw(SCRIPT)}</script>
</body>
</html>`}\n`;
}

/** How many requirements of a finding are shown with their text. */
const MOST_RULES = 3;

const CLASS_OF_VERDICT: Record<Verdict, string> = {
  conformant: 'conformant',
  'not conformant': 'failed',
  incomplete: 'incomplete',
};

function masthead(report: Report): Markup {
  const { verdict, target, reasons, counts, startedAt, durationMs, partial, unseenMusts } = report;
  return html`<header class="masthead ${CLASS_OF_VERDICT[verdict]}"><div>
<p class="kicker">Conformance of ${foreign(target.name, 200)}</p>
<h1>${capital(verdict)}${partial ? ' (partial run)' : ''}</h1>
${reasons.length > 0 ? html`<ul class="reasons">${reasons.map((reason) => html`<li>${foreign(reason)}</li>`)}</ul>` : html`<p>${conformantText(report)}</p>`}
${unseenMusts > 0 ? html`<p>${unseenText(unseenMusts)}</p>` : ''}
<ul class="counts" aria-label="Checks by result">${RESULTS.filter((result) => counts[result] > 0).map((result) => html`<li class="${toneOf(result)}"><b>${counts[result]}</b> ${result}</li>`)}</ul>
<dl class="facts">
${fact('API', target.baseUrl)}${fact('Lending', target.lendingUrl)}${fact('Investment', target.investmentUrl)}
${fact('Run', `${startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}, ${(durationMs / 1000).toFixed(1)} s`)}
</dl>
</div></header>`;
}

function conformantText({ coverage }: Report): string {
  const unseen = coverage.filter(({ level, status }) => level === 'must' && status === 'observed');
  return unseen.length === 0
    ? 'Every must that applies was tested and holds.'
    : `Every must that can be seen at this target was tested and holds; ${count(unseen.length, 'must')} left nothing visible to test (see Coverage).`;
}

function fact(term: string, description: string): Markup {
  return html`<div><dt>${term}</dt><dd>${foreign(description, 300)}</dd></div>`;
}

function findingsSection({ findings }: Report, texts: ReadonlyMap<string, string>): Markup | '' {
  if (findings.length === 0) return '';
  return html`<section aria-labelledby="findings">
<h2 id="findings">Fix first <small>${count(findings.length, 'finding')}${findings.length > 1 ? ', the most telling on top' : ''}</small></h2>
<ol class="findings">${findings.map((finding) => findingItem(finding, texts))}</ol>
</section>`;
}

function findingItem(finding: Finding, texts: ReadonlyMap<string, string>): Markup {
  const { title, level, requirements, endpoints, checks, blocks, known } = finding;
  const own = checks.slice(0, checks.length - blocks);
  const [first = ''] = own;
  return html`<li class="${known ? 'known' : level}">
<h3>${foreign(title, 500)}</h3>
${requirements.slice(0, MOST_RULES).map((id) => html`<p class="rule"><span class="mono">${id}</span> ${texts.get(id) ?? ''}</p>`)}
${requirements.length > MOST_RULES ? html`<p class="rule mono">${requirements.slice(MOST_RULES).join(', ')}</p>` : ''}
<p><span class="tag ${level === 'must' ? 'bad' : 'mild'}">${level}</span> ${known ? html`<span class="tag">known</span> ` : ''}${count(own.length, 'check')}${endpoints.length > 1 ? ` on ${endpoints.join(', ')}` : ''}: ${checkLink(first)}${own.length > 1 ? ` and ${own.length - 1} more` : ''}${blocks > 0 ? html`; <b>blocks ${count(blocks, 'other check')}</b>` : ''}</p>
</li>`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
