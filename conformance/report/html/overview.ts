import { html } from 'hono/html';
import type { Markup } from '../../../pages/markup.ts';
import { type CheckResult, RESULTS } from '../../result.ts';
import { toneOf } from './markup.ts';
import { proportions } from './proportions.ts';

/** What a reader looks for stands first, so that one failure of a hundred is not lost at the end. */
const WORST_FIRST = ['bad', 'mild', 'good', 'calm'];
const ORDER = RESULTS.toSorted(
  (one, other) => WORST_FIRST.indexOf(toneOf(one)) - WORST_FIRST.indexOf(toneOf(other)),
);

/** What the overview needs of a check; one without a result is yet to run. */
export type Overviewed = Pick<CheckResult, 'endpoint'> & Partial<Pick<CheckResult, 'result'>>;

/** How the checks of every endpoint ended; its element is replaced while a run goes on. */
export function overviewSection(checks: readonly Overviewed[]): Markup {
  const byEndpoint = Map.groupBy(checks, ({ endpoint }) => endpoint ?? 'general');
  return html`<section aria-labelledby="overview" id="by-endpoint">
<h2 id="overview">By endpoint</h2>
<ul class="overview">${[...byEndpoint].map(([endpoint, own]) => endpointItem(endpoint, own))}</ul>
</section>`;
}

function endpointItem(endpoint: string, checks: readonly Overviewed[]): Markup {
  const counts = ORDER.map((result) => ({
    result,
    number: checks.filter((check) => check.result === result).length,
  })).filter(({ number }) => number > 0);
  const left = checks.filter(({ result }) => result === undefined).length;
  const words = [
    ...counts.map(({ result, number }) => `${number} ${result}`),
    ...(left > 0 ? [`${left} waiting`] : []),
  ];
  return html`<li><a href="#run?endpoint=${endpoint}">${endpoint}</a> <span class="soft">${words.join(', ')}</span>${proportions(
    counts.map(({ result, number }) => [toneOf(result), number]),
    checks.length,
  )}</li>`;
}
