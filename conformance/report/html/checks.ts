import { html } from 'hono/html';
import { type Markup, tag } from '../../../pages/markup.ts';
import { count } from '../../../pages/words.ts';
import { type CheckResult, RESULTS } from '../../result.ts';
import type { Rows } from '../coverage.ts';
import type { Report } from '../report.ts';
import { byNumber } from '../specification/chapters.ts';
import { type Evidence, evidenceOf, needsEvidence } from './evidence.ts';
import { exchangeList, replayBox } from './exchanges.ts';
import { type Filter, filterBar } from './filter.ts';
import { anchorOf, checkLink, foreign, isProblem, ruleOf, toneOf } from './markup.ts';

/** A check that is yet to run. */
export type WaitingCheck = Pick<
  CheckResult,
  'id' | 'title' | 'endpoint' | 'level' | 'requirements'
>;

/** The section of all checks, with its filter; while a run goes on, `waiting` are those that are yet to end. */
export function checksSection(
  report: Report,
  rows: Rows,
  waiting?: readonly WaitingCheck[],
): Markup {
  const { checks } = report;
  const all = [...checks, ...(waiting ?? [])];
  const sections = new Set(all.flatMap((check) => sectionsOf(check, rows)));
  const evidence = evidenceOf(report);
  return html`<section aria-labelledby="checks">
<h2 id="checks">Checks <small>${all.length}</small></h2>
${filterBar({
  what: 'the checks',
  results: waiting ? RESULTS.map((name) => ({ name })) : resultsOf(report),
  endpoints: [...new Set(all.map(({ endpoint }) => endpoint ?? 'general'))],
  sections: [...sections].sort(byNumber).map((number) => ({ number, title: '' })),
  words: 'id, title or requirement',
})}
${leftToJson(checks)}
<div id="cards">${checks.map((check) => checkDetails(check, rows, evidence(check)))}${(waiting ?? []).map((check) => waitingCard(check, rows))}</div>
</section>`;
}

/** The results that there are; those to look at are chosen at first. */
function resultsOf({ counts }: Report): Filter['results'] {
  const results = RESULTS.filter((result) => counts[result] > 0);
  return results.map((name) => ({
    ...{ name, count: counts[name] },
    pressed: isProblem({ result: name }),
  }));
}

const sectionsOf = ({ requirements }: WaitingCheck, rows: Rows): string[] =>
  requirements.flatMap((id) => rows.get(id)?.section ?? []);

/** What the filter goes by. */
function attributes(check: WaitingCheck, rows: Rows): Markup {
  const { id, endpoint, level, requirements } = check;
  return html`id="${anchorOf(id)}" data-level="${level}" data-section="${[...new Set(sectionsOf(check, rows))].join(' ')}" data-endpoint="${endpoint ?? 'general'}" data-words="${requirements.join(' ')}"`;
}

/** A check that is yet to run; its result takes its place. */
function waitingCard(check: WaitingCheck, rows: Rows): Markup {
  const { id, title, endpoint } = check;
  return html`<div class="check waiting" ${attributes(check, rows)} data-result="waiting"><div class="line">${tag('calm', 'waiting')}<span class="what">${title}</span><span class="where">${endpoint ?? 'general'}</span><span class="mono">${id}</span></div></div>`;
}

/** A check with its result; what was sent and came is shown as far as `evidence` goes. */
export function checkDetails(check: CheckResult, rows: Rows, evidence: Evidence): Markup {
  const { id, title, result, endpoint, requirements } = check;
  const quotes = needsEvidence(check);
  return html`<details class="check${isProblem(check) ? ' problem' : ''}" ${attributes(check, rows)} data-result="${result}">
<summary>${tag(toneOf(result), result)}<span class="what">${title}</span><span class="where">${endpoint ?? 'general'}</span><span class="mono">${id}</span></summary>
<div class="body">
<dl class="said">
${requirements.map((requirement) => html`<dt><a href="#${requirement}">${requirement}</a> ${check.level}</dt><dd>${quotes ? ruleOf(rows.get(requirement)) : ruleTextOf(rows, requirement)}</dd>`)}
${result === 'pass' || isTold(check) ? '' : html`<dt>Result</dt><dd>${foreign(check.message)}</dd>`}
${check.expected === undefined ? '' : html`<dt>Expected</dt><dd>${foreign(check.expected)}</dd>`}
${check.got === undefined ? '' : html`<dt>Got</dt><dd>${foreign(check.got)}</dd>`}
${check.blockedBy === undefined ? '' : html`<dt>Blocked by</dt><dd>${checkLink(check.blockedBy)}</dd>`}
${check.observations.map(({ subject, value }) => html`<dt>Observed</dt><dd>${subject}: ${foreign(value)}</dd>`)}
</dl>
${evidenceBlock(check, evidence)}
</div>
</details>`;
}

/** Whether the message holds nothing but what was expected and what came. */
const isTold = ({ message, expected, got }: CheckResult): boolean =>
  expected !== undefined && got !== undefined && message === `Expected ${expected}, got ${got}.`;

function ruleTextOf(rows: Rows, requirement: string): Markup | '' {
  const row = rows.get(requirement);
  return row === undefined ? '' : html`Section ${row.section}: ${row.text}`;
}

/** How many exchanges the page leaves to report.json, counted as its cards count them. */
function leftToJson(checks: readonly CheckResult[]): Markup | '' {
  const left = checks.filter((check) => !needsEvidence(check) && check.exchanges.length > 0);
  const exchanges = left.reduce((sum, check) => sum + check.exchanges.length, 0);
  return left.length === 0
    ? ''
    : html`<p class="soft">In report.json alone, with their replays: ${count(exchanges, 'exchange')} of ${count(left.length, 'check')} that passed or only observed.</p>`;
}

function evidenceBlock(check: CheckResult, evidence: Evidence): Markup | '' {
  const { exchanges, replay = [] } = check;
  if (exchanges.length === 0) {
    return '';
  }
  if (evidence.exchanges.length === 0) {
    const lines = replay.length > 0 ? ` and the replay in ${count(replay.length, 'line')}` : '';
    return html`<p class="soft">${count(exchanges.length, 'exchange')}${lines} of this check in report.json</p>`;
  }
  return html`${exchangeList(evidence.exchanges, exchanges.length - evidence.exchanges.length)}
${evidence.replay.length > 0 ? replayBox(evidence.replay) : ''}`;
}
