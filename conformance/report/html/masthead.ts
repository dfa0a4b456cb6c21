import { html } from 'hono/html';
import { fact, type Markup } from '../../../pages/markup.ts';
import { capital, count } from '../../../pages/words.ts';
import { RESULTS } from '../../result.ts';
import { unseenText } from '../coverage.ts';
import type { Report } from '../report.ts';
import { foreign, toneOf } from './markup.ts';

/** The verdict and why, the counts, and what was run against what. */
export function masthead(report: Report): Markup {
  const { verdict, reasons, partial, unseenMusts, startedAt, durationMs } = report;
  return html`${kicker(report)}
<h1>${capital(verdict)}${partial ? ' (partial run)' : ''}</h1>
${reasons.length > 0 ? html`<ul class="reasons">${reasons.map((reason) => html`<li>${foreign(reason)}</li>`)}</ul>` : html`<p>${conformantText(report)}</p>`}
${unseenMusts > 0 ? html`<p>${unseenText(unseenMusts)}</p>` : ''}
${countsList(report)}
${targetFacts(report, fact('Run', `${utc(startedAt)}, ${(durationMs / 1000).toFixed(1)} s`))}`;
}

/** Whose conformance it is. */
export function kicker({ target }: Pick<Report, 'target'>): Markup {
  return html`<p class="kicker">Conformance of ${foreign(target.name, 200)}</p>`;
}

/** How many checks ended with each result. */
export function countsList({ counts }: Pick<Report, 'counts'>): Markup {
  return html`<ul class="counts" aria-label="Checks by result">${RESULTS.filter((result) => counts[result] > 0).map((result) => html`<li class="${toneOf(result)}"><b>${counts[result]}</b> ${result}</li>`)}</ul>`;
}

/** The hosts of the target, and more. */
export function targetFacts({ target }: Pick<Report, 'target'>, more: Markup): Markup {
  const { baseUrl, lendingUrl, investmentUrl } = target;
  const urls = { API: baseUrl, Lending: lendingUrl, Investment: investmentUrl };
  return html`<dl class="facts">
${Object.entries(urls).map(([term, url]) => fact(term, foreign(url, 300)))}
${more}
</dl>`;
}

/** ISO 8601 as people read it. */
export const utc = (iso: string): string => iso.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');

/** The links to the two views of a run, or of two. */
export function viewLinks(run = 'Findings and checks', sections = 'The specification'): Markup {
  return html`<nav class="views" aria-label="Views"><a href="#run">${run}</a><a href="#specification">${sections}</a></nav>`;
}

/** What a report was made by. */
export function pageFooter({
  kit,
  contract,
  seed,
}: Pick<Report, 'kit' | 'contract' | 'seed'>): Markup {
  return html`Assay ${kit.version}, register version ${contract.registerVersion}, seed ${seed}, contract <span class="mono">${contract.digest}</span>. Secrets are replaced by [redacted].`;
}

function conformantText({ coverage }: Report): string {
  const unseen = coverage.filter(({ level, status }) => level === 'must' && status === 'observed');
  return unseen.length === 0
    ? 'Every must that applies was tested and holds.'
    : `Every must that can be seen at this target was tested and holds; ${count(unseen.length, 'must')} left nothing visible to test (“not visible” in the specification).`;
}
