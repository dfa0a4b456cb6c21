import { html } from 'hono/html';
import type { CheckResult, Result } from '../../result.ts';
import type { CoverageRow } from '../report.ts';
import { visibleText } from '../visible-text.ts';

/** A piece of HTML in which every value that was put in is escaped. */
export type Markup = ReturnType<typeof html>;

/** The class that colours a result or a status. */
export function toneOf(result: Result | CoverageRow['status']): 'good' | 'bad' | 'mild' | 'calm' {
  switch (result) {
    case 'pass':
    case 'passed':
      return 'good';
    case 'fail':
    case 'failed':
    case 'error':
      return 'bad';
    case 'warn':
    case 'warned':
    case 'blocked':
    case 'not tested':
      return 'mild';
    default:
      return 'calm';
  }
}

/** A result or a status as a coloured word. */
export function tag(result: Result | CoverageRow['status']): Markup {
  return html`<span class="tag ${toneOf(result)}">${result}</span>`;
}

/** The id of the element that shows a check. */
export const anchorOf = (check: string): string => `check-${check}`;

/** A link to a check of the report. */
export function checkLink(id: string): Markup {
  return html`<a class="mono" href="#${anchorOf(id)}">${id}</a>`;
}

/** What came from the target, with what could reorder or hide text made visible. */
export function foreign(text: string, longest = 2_000): string {
  return visibleText(text.length > longest ? `${text.slice(0, longest)}… [cut]` : text);
}

/** `1 check`, `2 checks`. */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** Whether a reader has to look at a check. */
export const isProblem = ({ result }: Pick<CheckResult, 'result'>): boolean =>
  ['fail', 'warn', 'error', 'blocked', 'not tested'].includes(result);
