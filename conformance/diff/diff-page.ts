import { html } from 'hono/html';
import { fact, type Markup, type Tone, tag } from '../../pages/markup.ts';
import { renderPage } from '../../pages/page.ts';
import { capital, count } from '../../pages/words.ts';
import { foreign, toneOf } from '../report/html/markup.ts';
import { viewLinks } from '../report/html/masthead.ts';
import { SCRIPT } from '../report/html/script.ts';
import { VIEWS_STYLE } from '../report/html/style.ts';
import { SPECIFICATION_STYLE } from '../report/specification/specification-style.ts';
import type { Result } from '../result.ts';
import { headline } from './diff-text.ts';
import type { FormerReport } from './read-report.ts';
import {
  CHANGE_KINDS,
  type Change,
  type ChangeKind,
  type DiffSide,
  type MovedObservation,
  type ReportDiff,
} from './report-diff.ts';
import { SIDE_BY_SIDE_STYLE, sideBySideView } from './side-by-side.ts';

const TONE_OF: Record<ChangeKind, Tone> = {
  broken: 'bad',
  'newly failing': 'bad',
  'told no more': 'mild',
  fixed: 'good',
  'newly tested': 'good',
  'still failing': 'mild',
};

const MEANING: Record<ChangeKind, string> = {
  broken: 'held before, deviates now',
  'newly failing': 'was not tested before, deviates now',
  'told no more': 'was decided before, is not any more',
  fixed: 'deviated before, holds now',
  'newly tested': 'was not tested before, holds now',
  'still failing': 'deviates as before',
};

const STYLE = `
h2 .tag { font-size: .85rem; vertical-align: .1em; margin-right: .4rem; }
.course { white-space: nowrap; }
tbody th { min-width: 9rem; }
tbody th small { display: block; font-weight: 400; color: var(--soft); }
@media (max-width: 44rem) { .course { white-space: normal; } }
`;

/**
 * What changed between two reports as one HTML file that needs no network, and in a second view both
 * runs side by side, statement by statement.
 */
export function renderDiffHtml(
  diff: ReportDiff,
  before: FormerReport,
  after: FormerReport,
): string {
  const { changes, observations } = diff;
  const sideBySide = sideBySideView(before, after);
  const title = `${headline(diff)}: ${foreign(diff.after.target, 100)}`;
  return renderPage({
    title,
    tone: diff.worse ? 'bad' : headline(diff) === 'Changed' ? 'mild' : 'good',
    skip: 'Skip to what changed',
    masthead: masthead(diff),
    main: html`${sideBySide === '' ? '' : viewLinks('What changed', 'Side by side')}
<div class="view" id="run">${CHANGE_KINDS.map((kind) =>
      changesSection(
        kind,
        changes.filter((change) => change.kind === kind),
      ),
    )}
${observationsSection(observations)}</div>
${sideBySide}`,
    footer: html`Contract before <span class="mono">${diff.before.digest}</span>, now <span class="mono">${diff.after.digest}</span>. Secrets were replaced in the reports.`,
    style: `${VIEWS_STYLE}${SPECIFICATION_STYLE}${SIDE_BY_SIDE_STYLE}${STYLE}`,
    script: SCRIPT,
  });
}

function masthead(diff: ReportDiff): Markup {
  const { before, after, remarks, counts } = diff;
  return html`<p class="kicker">Two conformance runs of ${foreign(after.target, 200)}</p>
<h1>${headline(diff)}</h1>
<p>${capital(before.verdict)} before, ${after.verdict} now.</p>
${remarks.length > 0 ? html`<ul class="reasons">${remarks.map((remark) => html`<li>${foreign(remark, 600)}</li>`)}</ul>` : ''}
<ul class="counts" aria-label="Checks by how they went on">${CHANGE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => html`<li class="${TONE_OF[kind]}"><b>${counts[kind]}</b> ${kind}</li>`)}<li><b>${counts.unchanged}</b> unchanged</li>${counts['not compared'] > 0 ? html`<li><b>${counts['not compared']}</b> not compared</li>` : ''}</ul>
<dl class="facts">${fact('Before', sideText(before))}${fact('Now', sideText(after))}</dl>`;
}

function sideText(side: DiffSide): string {
  const { startedAt, kit, registerVersion, seed, baseUrl, selection } = side;
  const at = startedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
  return foreign(
    [
      `${at}, ${baseUrl}, kit ${kit}`,
      ...(registerVersion === undefined ? [] : [`register version ${registerVersion}`]),
      ...(seed === undefined ? [] : [`seed ${seed}`]),
      ...(selection === undefined ? [] : [selection]),
    ].join(', '),
    600,
  );
}

function changesSection(kind: ChangeKind, changes: readonly Change[]): Markup | '' {
  if (changes.length === 0) {
    return '';
  }
  const id = kind.replaceAll(' ', '-');
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${tag(TONE_OF[kind], capital(kind))}<small>${count(changes.length, 'check')}: ${MEANING[kind]}</small></h2>
<div class="panel"><table>
<thead><tr><th scope="col">Check</th><th scope="col">Level</th><th scope="col">Before, now</th><th scope="col">What the newer run says</th></tr></thead>
<tbody>${changes.map(changeRow)}</tbody>
</table></div>
</section>`;
}

function changeRow(change: Change): Markup {
  const { check, formerly = [], title, level, requirements, before, after, message } = change;
  return html`<tr><th scope="row"><span class="mono">${check}</span><small>${title} (${requirements.join(', ')})${formerly.length > 0 ? `; formerly ${formerly.join(', ')}` : ''}</small></th><td class="tight" data-label="Level">${level}</td><td class="course">${resultTag(before)} → ${resultTag(after)}</td><td>${foreign(message, 600)}</td></tr>`;
}

function resultTag(result: Result | null): Markup {
  return result === null
    ? html`<span class="soft">no such check</span>`
    : tag(toneOf(result), result);
}

function observationsSection(observations: readonly MovedObservation[]): Markup | '' {
  if (observations.length === 0) {
    return '';
  }
  return html`<section aria-labelledby="observations">
<h2 id="observations">Observations that moved <small>what the target does where the specification is open</small></h2>
<div class="panel"><table>
<thead><tr><th scope="col">Subject</th><th scope="col">Before</th><th scope="col">Now</th><th scope="col">Check</th></tr></thead>
<tbody>${observations.map(
    ({ check, subject, before, after }) =>
      html`<tr><th scope="row">${foreign(subject, 200)}</th><td data-label="Before">${valuesOf(before)}</td><td data-label="Now">${valuesOf(after)}</td><td class="mono" data-label="Check">${check}</td></tr>`,
  )}</tbody>
</table></div>
</section>`;
}

function valuesOf(values: readonly string[]): Markup {
  return values.length === 0
    ? html`<span class="soft">none</span>`
    : html`${values.map((value) => html`<div>${foreign(value, 400)}</div>`)}`;
}
