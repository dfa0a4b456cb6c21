import { html } from 'hono/html';
import { applyEdits, format } from 'jsonc-parser';
import { type Markup, tag } from '../../../pages/markup.ts';
import { count } from '../../../pages/words.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type CheckResult, RESULTS } from '../../result.ts';
import type { Report } from '../report.ts';
import { anchorOf, checkLink, foreign, isProblem, type Rows, ruleOf, toneOf } from './markup.ts';

/** How much of a body the page shows, in characters; report.json holds more. */
const LONGEST_BODY = 16 * 1024;
/** How many exchanges of one check the page shows: the last ones, which decide. */
const MOST_EXCHANGES = 12;

/** The section of all checks, with its filter. */
export function checksSection(report: Report, rows: Rows): Markup {
  const { checks, counts } = report;
  const results = RESULTS.filter((result) => counts[result] > 0);
  const pressed = checks.some(isProblem) ? results.filter((result) => isProblem({ result })) : [];
  const endpoints = [...new Set(checks.flatMap(({ endpoint }) => endpoint ?? []))];
  return html`<section aria-labelledby="checks">
<h2 id="checks">Checks <small>${checks.length}</small></h2>
<div class="filter" role="group" aria-label="Filter the checks" hidden>
${results.map(
  (result) =>
    html`<button type="button" value="${result}" aria-pressed="${String(pressed.includes(result))}">${result} ${counts[result]}</button>`,
)}
<select aria-label="Endpoint"><option value="">all endpoints</option>${endpoints.map((name) => html`<option>${name}</option>`)}</select>
<input type="search" placeholder="id, title or requirement" aria-label="Search the checks">
<output aria-live="polite"></output>
</div>
${leftToJson(checks)}
${checks.map((check) => checkDetails(check, rows))}
</section>`;
}

function checkDetails(check: CheckResult, rows: Rows): Markup {
  const { id, title, result, endpoint, requirements } = check;
  return html`<details class="check${isProblem(check) ? ' problem' : ''}" id="${anchorOf(id)}" data-result="${result}" data-endpoint="${endpoint ?? ''}" data-requirements="${requirements.join(' ')}">
<summary>${tag(toneOf(result), result)}<span class="what">${title}</span><span class="where">${endpoint ?? 'general'}</span><span class="mono">${id}</span></summary>
<div class="body">
<dl class="said">
${requirements.map((requirement) => html`<dt>${requirement} (${check.level})</dt><dd>${ruleOf(rows.get(requirement))}</dd>`)}
${result === 'pass' ? '' : html`<dt>Result</dt><dd>${foreign(check.message)}</dd>`}
${check.expected === undefined ? '' : html`<dt>Expected</dt><dd>${foreign(check.expected)}</dd>`}
${check.got === undefined ? '' : html`<dt>Got</dt><dd>${foreign(check.got)}</dd>`}
${check.blockedBy === undefined ? '' : html`<dt>Blocked by</dt><dd>${checkLink(check.blockedBy)}</dd>`}
${check.observations.map(({ subject, value }) => html`<dt>Observed</dt><dd>${subject}: ${foreign(value)}</dd>`)}
</dl>
${hasEvidence(check) ? exchangesOf(check) : leftOut(check)}
</div>
</details>`;
}

/**
 * Whether the page shows the exchanges of a check: not of those that nobody has to look into, which
 * make most of a good target's report.
 */
const hasEvidence = ({ result, level }: CheckResult): boolean =>
  result !== 'pass' && !(result === 'observed' && level === 'open');

/** How many exchanges the page leaves to report.json, counted as its cards count them. */
function leftToJson(checks: readonly CheckResult[]): Markup | '' {
  const left = checks.filter((check) => !hasEvidence(check) && check.exchanges.length > 0);
  const exchanges = left.reduce((sum, check) => sum + check.exchanges.length, 0);
  return left.length === 0
    ? ''
    : html`<p class="soft">In report.json alone, with their replays: ${count(exchanges, 'exchange')} of ${count(left.length, 'check')} that passed or only observed.</p>`;
}

function leftOut({ exchanges, replay = [] }: CheckResult): Markup | '' {
  if (exchanges.length === 0) {
    return '';
  }
  const lines = replay.length > 0 ? ` and the replay in ${count(replay.length, 'line')}` : '';
  return html`<p class="soft">${count(exchanges.length, 'exchange')}${lines} of this check in report.json</p>`;
}

function exchangesOf({ exchanges, replay = [] }: CheckResult): Markup {
  const shown = exchanges.slice(-MOST_EXCHANGES);
  const left = exchanges.length - shown.length;
  const last = shown.at(-1);
  return html`${left > 0 ? html`<p class="soft">${count(left, 'earlier exchange')} in report.json</p>` : ''}
${shown.map((exchange, index) => exchangeDetails(exchange, left + index + 1, exchange === last))}
${replay.length > 0 ? replayBox(replay) : ''}`;
}

function exchangeDetails(exchange: Exchange, number: number, decisive: boolean): Markup {
  const { request, response, error, durationMs, retries } = exchange;
  const outcome = response ? `HTTP ${response.status}` : `no answer (${error?.kind ?? 'unknown'})`;
  return html`<details class="exchange">
<summary>${number}. <code>${request.method} ${foreign(pathOf(request.url), 200)}</code> → ${outcome} <span class="soft">${Math.round(durationMs)} ms${decisive ? ', decisive' : ''}</span></summary>
<div class="sides">
<div><h4>Request</h4><pre tabindex="0">${request.method} ${foreign(request.url)}
${headersOf(request.headers)}
${request.body === undefined ? '' : `\n${bodyOf(request.body)}`}</pre></div>
<div><h4>Response</h4><pre tabindex="0">${
    response
      ? `HTTP ${response.status}\n${headersOf(response.headers)}\n\n${bodyOf(response.body)}`
      : foreign(error?.message ?? 'none')
  }</pre></div>
</div>
${retries.length > 0 ? html`<p class="soft">Sent ${retries.length + 1} times: ${retries.map(({ reason }) => foreign(reason, 200)).join(', ')}</p>` : ''}
</details>`;
}

/** The lines are numbered by the list, so that what is copied are the lines alone. */
function replayBox(lines: readonly string[]): Markup {
  const asks = lines.some((line) => line.startsWith(': '));
  return html`<div class="replay"><p><span>Replay in a shell with curl${asks ? ', after setting what the first lines ask for' : ''}</span><button type="button" hidden>Copy all</button></p><ol tabindex="0">${lines.map((line) => html`<li><code>${line}</code></li>`)}</ol></div>`;
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url;
}

function headersOf(headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return foreign(lines.join('\n'), LONGEST_BODY);
}

/** The body; JSON is laid out, but every number and string stays as it was sent. */
function bodyOf(body: string): string {
  const text = isShallowJson(body)
    ? applyEdits(body, format(body, undefined, { insertSpaces: true, tabSize: 2, eol: '\n' }))
    : body;
  return foreign(text, LONGEST_BODY);
}

/** Deep JSON would be indented to many times its size. */
const DEEPEST = 30;

function isShallowJson(text: string): boolean {
  if (text.length > LONGEST_BODY) {
    return false;
  }
  let depth = 0;
  for (const [sign] of text.matchAll(/[[\]{}]/g)) {
    depth += sign === '[' || sign === '{' ? 1 : -1;
    if (depth > DEEPEST) {
      return false;
    }
  }
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
