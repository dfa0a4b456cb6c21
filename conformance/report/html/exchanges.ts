import { html } from 'hono/html';
import { applyEdits, format } from 'jsonc-parser';
import type { Markup } from '../../../pages/markup.ts';
import { count } from '../../../pages/words.ts';
import type { Exchange } from '../../http/exchange.ts';
import { foreign } from './markup.ts';

/** How much of a body the page shows, in characters; report.json holds more. */
export const LONGEST_BODY = 16 * 1024;

/** Some exchanges of a check, the last of which decided; `left` earlier ones are in report.json alone. */
export function exchangeList(exchanges: readonly Exchange[], left: number): Markup {
  const last = exchanges.at(-1);
  return html`${left > 0 ? html`<p class="soft">${count(left, 'earlier exchange')} in report.json</p>` : ''}
${exchanges.map((exchange, index) => exchangeDetails(exchange, left + index + 1, exchange === last))}`;
}

function exchangeDetails(exchange: Exchange, number: number, decisive: boolean): Markup {
  const { request, response, error, durationMs, retries } = exchange;
  const outcome = response ? `HTTP ${response.status}` : `no answer (${error?.kind ?? 'unknown'})`;
  return html`<details class="exchange">
<summary>${number}. <code>${request.method} ${foreign(pathOf(request.url), 200)}</code> → ${outcome} <span class="soft">${Math.round(durationMs)} ms${decisive ? ', decisive' : ''}</span></summary>
<div class="sides">
<div><h3>Request</h3><pre tabindex="0">${request.method} ${foreign(request.url)}
${headersOf(request.headers)}
${request.body === undefined ? '' : `\n${bodyOf(request.body)}`}</pre></div>
<div><h3>Response</h3><pre tabindex="0">${
    response
      ? `HTTP ${response.status}\n${headersOf(response.headers)}\n\n${bodyOf(response.body)}`
      : foreign(error?.message ?? 'none')
  }</pre></div>
</div>
${retries.length > 0 ? html`<p class="soft">Sent ${retries.length + 1} times: ${retries.map(({ reason }) => foreign(reason, 200)).join(', ')}</p>` : ''}
</details>`;
}

/** The lines are numbered by the list, so that what is copied are the lines alone. */
export function replayBox(lines: readonly string[]): Markup {
  const asks = lines.some((line) => line.startsWith(': '));
  return html`<div class="replay"><p><span>Replay in a shell with curl${asks ? ', after setting what the first lines ask for' : ''}</span><button type="button" hidden>Copy all</button></p><ol tabindex="0" aria-label="Lines of the replay">${lines.map((line) => html`<li><code>${line}</code></li>`)}</ol></div>`;
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
