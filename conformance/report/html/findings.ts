import { html } from 'hono/html';
import { type Markup, tag } from '../../../pages/markup.ts';
import { count } from '../../../pages/words.ts';
import type { Rows } from '../coverage.ts';
import type { Finding, Report } from '../report.ts';
import { anchorOf, checkLink, foreign, ruleOf } from './markup.ts';

/** How many requirements of a finding are shown with their text. */
const MOST_RULES = 3;

/** How many findings are told at length; who has more reads the first ones first. */
const MOST_FINDINGS = 100;

/** What to fix first; nothing where all is well. */
export function findingsSection({ findings }: Pick<Report, 'findings'>, rows: Rows): Markup | '' {
  if (findings.length === 0) {
    return '';
  }
  return html`<section aria-labelledby="findings">
<h2 id="findings">Fix first <small>${count(findings.length, 'finding')}${findings.length > 1 ? ', the most telling on top' : ''}</small></h2>
<ol class="findings">${findings.slice(0, MOST_FINDINGS).map((finding) => findingItem(finding, rows))}</ol>
${furtherFindings(findings.slice(MOST_FINDINGS))}
</section>`;
}

function furtherFindings(findings: readonly Finding[]): Markup | '' {
  return findings.length === 0
    ? ''
    : html`<details class="further"><summary>${count(findings.length, 'further finding')}</summary>
<ol start="${MOST_FINDINGS + 1}">${findings.map(({ title, level, checks: [first = ''] }) => html`<li>${level}: <a href="#${anchorOf(first)}">${foreign(title, 300)}</a></li>`)}</ol>
</details>`;
}

function findingItem(finding: Finding, rows: Rows): Markup {
  const { title, level, requirements, endpoints, checks, blocks, known } = finding;
  const own = checks.slice(0, checks.length - blocks);
  const [first = ''] = own;
  return html`<li class="${known ? 'known' : level}">
<h3>${foreign(title, 500)}</h3>
${requirements.slice(0, MOST_RULES).map((id) => html`<p class="rule"><a class="mono" href="#${id}">${id}</a> ${ruleOf(rows.get(id))}</p>`)}
${requirements.length > MOST_RULES ? html`<p class="rule mono">${requirements.slice(MOST_RULES).join(', ')}</p>` : ''}
<p>${tag(level === 'must' ? 'bad' : 'mild', level)} ${known ? html`${tag('calm', 'known')} ` : ''}${count(own.length, 'check')}${endpoints.length > 1 ? ` on ${endpoints.join(', ')}` : ''}: ${checkLink(first)}${own.length > 1 ? html` <a href="#run?q=${requirements[0] ?? ''}">and ${own.length - 1} more</a>` : ''}${blocks > 0 ? html`; <b>blocks ${count(blocks, 'other check')}</b>` : ''}</p>
</li>`;
}
