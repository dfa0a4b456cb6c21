import { html } from 'hono/html';
import type { Markup, Tone } from '../../../pages/markup.ts';
import { visibleText } from '../../../pages/visible-text.ts';
import type { CheckResult, Result } from '../../result.ts';
import { quotationOf } from '../quotation.ts';
import type { CoverageRow } from '../report.ts';

/** How a result or a status is to be taken. */
export function toneOf(result: Result | CoverageRow['status']): Tone {
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

/** What a requirement demands and, for whoever doubts it, what the specification says. */
export function ruleOf(row: CoverageRow | undefined): Markup | '' {
  return row === undefined
    ? ''
    : html`Section ${row.section}: ${row.text}<span class="quoted">${quotationOf(row)}</span>`;
}

/** Whether a reader has to look at a check. */
export const isProblem = ({ result }: Pick<CheckResult, 'result'>): boolean =>
  ['fail', 'warn', 'error', 'blocked', 'not tested'].includes(result);
