import { html } from 'hono/html';
import { REGISTER } from '../../../contract/register/index.ts';
import { type Markup, tag } from '../../../pages/markup.ts';
import { count } from '../../../pages/words.ts';
import type { CheckResult } from '../../result.ts';
import { filterBar } from '../html/filter.ts';
import { checkLink, foreign } from '../html/markup.ts';
import { proportions } from '../html/proportions.ts';
import type { CoverageRow, Report } from '../report.ts';
import { type Chapter, chaptersOf, type Statement } from './chapters.ts';
import { STANDINGS, type Standing, standingOf } from './standing.ts';

/** What is known of a requirement's checks. */
export type ChecksById = ReadonlyMap<string, CheckResult>;

/** How many observations of one statement are shown. */
const MOST_SEEN = 12;

const ENDPOINTS_OF = new Map(REGISTER.map(({ id, endpoints }) => [id, endpoints]));

/**
 * The second view: the specification, section by section, with the verdict beside every statement. While a run
 * goes on, the requirements in `waiting` are yet to be decided.
 */
export function specificationView(report: Report, waiting?: ReadonlySet<string>): Markup {
  const { coverage } = report;
  const checks = new Map(report.checks.map((check) => [check.id, check]));
  const chapters = chaptersOf(coverage);
  return html`<div class="view" id="specification">
<section aria-labelledby="sections">
<h2 id="sections">The specification <small>${count(coverage.length, 'statement')}, as they hold at this target</small></h2>
${mustsSummary(coverage, waiting)}
${filterBar({
  what: 'the statements',
  results: waiting
    ? Object.keys(STANDINGS).map((name) => ({ name }))
    : partsOf(coverage).map(({ word, number }) => ({ name: word, count: number })),
  endpoints: [
    ...new Set(coverage.flatMap(({ requirement }) => ENDPOINTS_OF.get(requirement) ?? [])),
  ],
  sections: chapters,
  words: 'words or requirement',
})}
${chapters.map((chapter) => chapterSection(chapter, checks, waiting))}
</section>
</div>`;
}

/** How many musts stand how, in words and as a bar; its element is replaced while a run goes on. */
export function mustsSummary(
  coverage: readonly CoverageRow[],
  waiting?: ReadonlySet<string>,
): Markup {
  const musts = coverage.filter(({ level }) => level === 'must');
  const decided = musts.filter(({ requirement }) => !waiting?.has(requirement));
  const parts = partsOf(decided);
  const left = musts.length - decided.length;
  const words = [
    ...parts.map(({ word, number }) => `${number} ${word}`),
    ...(left > 0 ? [`${left} waiting`] : []),
  ];
  return html`<div id="musts"><p>Musts: ${words.join(', ')}</p>${proportions(
    parts.map(({ word, number }) => [STANDINGS[word], number]),
    musts.length,
  )}</div>`;
}

/** How rows stand, the worst first, each with how often. */
function partsOf(rows: readonly CoverageRow[]): { word: Standing; number: number }[] {
  const groups = Map.groupBy(rows, standingOf);
  return (Object.keys(STANDINGS) as Standing[])
    .map((word) => ({ word, number: groups.get(word)?.length ?? 0 }))
    .filter(({ number }) => number > 0);
}

function chapterSection(
  { number, title, statements }: Chapter<CoverageRow>,
  checks: ChecksById,
  waiting: ReadonlySet<string> | undefined,
): Markup {
  return html`<section class="chapter" aria-labelledby="section-${number}">
<h3 id="section-${number}"><a href="#section-${number}">${number}</a> ${title}</h3>
${statements.map((statement) => statementItem(statement, checks, waiting))}
</section>`;
}

function statementItem(
  { sentence, from, rows }: Statement<CoverageRow>,
  checks: ChecksById,
  waiting: ReadonlySet<string> | undefined,
): Markup {
  const said =
    sentence === undefined
      ? html`<p class="said-nothing">The specification says nothing of:</p>`
      : html`<blockquote>${sentence}${from === undefined ? '' : html` <cite>section ${from}</cite>`}</blockquote>`;
  return html`<div class="statement">${said}<ul>${rows.map((row) => requirementItem(row, checks, waiting?.has(row.requirement)))}</ul></div>`;
}

/** What is read out of a sentence, with its verdict; its element is replaced while a run goes on. */
export function requirementItem(row: CoverageRow, checks: ChecksById, waiting = false): Markup {
  const { requirement, section, level, text, sameAs } = row;
  const standing = standingOf(row);
  const endpoints = ENDPOINTS_OF.get(requirement) ?? [];
  return html`<li id="${requirement}" tabindex="-1" data-result="${waiting ? 'waiting' : standing}" data-level="${level}" data-section="${section}" data-endpoint="${endpoints.join(' ')}">${waiting ? tag('calm', 'waiting') : tag(STANDINGS[standing], standing)}<div><p>${text}</p>${waiting ? '' : whyText(row)}${seenList(row, checks)}<p class="soft"><a class="mono" href="#${requirement}">${requirement}</a> ${level}${sameAs ? html`, same as <a class="mono" href="#${sameAs}">${sameAs}</a>` : ''}${checksOf(row, checks)}</p></div></li>`;
}

function whyText({ reason, status }: CoverageRow): Markup | '' {
  return reason === undefined || status === 'passed'
    ? ''
    : html`<p class="why">${foreign(reason, 600)}</p>`;
}

/** What the target does where a statement is open, as far as its checks saw it. */
function seenList({ level, checks: ids }: CoverageRow, checks: ChecksById): Markup | '' {
  if (level !== 'open') {
    return '';
  }
  const seen = ids.flatMap((id) => checks.get(id)?.observations ?? []);
  const left = seen.length - MOST_SEEN;
  return seen.length === 0
    ? ''
    : html`<ul class="seen" aria-label="Seen">${seen.slice(0, MOST_SEEN).map(({ subject, value }) => html`<li>${subject}: <b>${foreign(value, 300)}</b></li>`)}${left > 0 ? html`<li>and ${left} more under Observations</li>` : ''}</ul>`;
}

/** The check that decided, and how to see the others. */
function checksOf({ requirement, checks: ids }: CoverageRow, checks: ChecksById): Markup | '' {
  const known = ids.filter((id) => checks.has(id));
  const deciding = known.find((id) => checks.get(id)?.result !== 'pass') ?? known[0];
  if (deciding === undefined) {
    return '';
  }
  const more = known.length - 1;
  return html`, ${checkLink(deciding)}${more > 0 ? html` <a href="#run?q=${requirement}">and ${more} more</a>` : ''}`;
}
