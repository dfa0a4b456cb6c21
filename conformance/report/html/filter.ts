import { html } from 'hono/html';
import type { Markup } from '../../../pages/markup.ts';
import { LEVELS } from '../../result.ts';

/** What a list can be filtered by; shown where a script runs. */
export interface Filter {
  /** what is filtered, as in `Filter the checks` */
  what: string;
  /** the results there are, each with how often where that is known, and whether it is chosen at first */
  results: readonly { name: string; count?: number; pressed?: boolean }[];
  endpoints: readonly string[];
  sections: readonly { number: string; title: string }[];
  /** what the field for words looks through */
  words: string;
}

/** The filter of a view: its items carry `data-result`, `-endpoint`, `-section`, `-level`, `-words`. */
export function filterBar({ what, results, endpoints, sections, words }: Filter): Markup {
  return html`<div class="filter" role="group" aria-label="Filter ${what}" hidden>
${results.map(
  ({ name, count, pressed = false }) =>
    html`<button type="button" value="${name}" aria-pressed="${String(pressed)}">${name}${count === undefined ? '' : html` <span>${count}</span>`}</button>`,
)}
<select name="endpoint" aria-label="Endpoint"><option value="">all endpoints</option>${endpoints.map((name) => html`<option>${name}</option>`)}</select>
<select name="section" aria-label="Section"><option value="">all sections</option>${sections.map(({ number, title }) => html`<option value="${number}">${number} ${title}</option>`)}</select>
<select name="level" aria-label="Level"><option value="">all levels</option>${LEVELS.map((level) => html`<option>${level}</option>`)}</select>
<input type="search" name="q" placeholder="${words}" aria-label="Search ${what}: ${words}">
<button type="button" class="all">show all</button>
<output aria-live="polite"></output>
</div>`;
}
