import { html } from 'hono/html';
import { type Markup, tag } from '../../../pages/markup.ts';
import type { Report } from '../report.ts';
import { checkLink, foreign } from './markup.ts';

/** What the target does where the specification is open. */
export function observationsSection({ observations }: Report): Markup | '' {
  if (observations.length === 0) {
    return '';
  }
  return html`<section aria-labelledby="observations">
<h2 id="observations">Observations <small>what the target does where the specification is open</small></h2>
<div class="panel"><table>
<thead><tr><th scope="col">Subject</th><th scope="col">Observed</th><th scope="col">Check</th></tr></thead>
<tbody>${observations.map(
    ({ check, subject, value }) =>
      html`<tr><th scope="row">${subject}</th><td data-label="Observed">${foreign(value)}</td><td data-label="Check">${checkLink(check)}</td></tr>`,
  )}</tbody>
</table></div>
</section>`;
}

/** What the target file did not supply. */
export function missingSection({ missing }: Report): Markup | '' {
  if (missing.length === 0) {
    return '';
  }
  return html`<section aria-labelledby="missing">
<h2 id="missing">Not supplied <small>by the target file, so these checks went untested</small></h2>
<div class="panel"><table>
<thead><tr><th scope="col">Missing</th><th scope="col">Checks</th></tr></thead>
<tbody>${missing.map(
    ({ what, checks }) =>
      html`<tr><th scope="row">${foreign(what)}</th><td>${checks.map((id, index) => html`${index > 0 ? ', ' : ''}${checkLink(id)}`)}</td></tr>`,
  )}</tbody>
</table></div>
</section>`;
}

/** Requests that were sent again. */
export function retriesSection({ retries }: Report): Markup | '' {
  if (retries.length === 0) {
    return '';
  }
  return html`<section aria-labelledby="retries">
<h2 id="retries">Retries <small>requests that were sent again</small></h2>
<div class="panel"><table>
<thead><tr><th scope="col">Request</th><th scope="col">Reason</th><th scope="col">Waited</th><th scope="col">Check</th></tr></thead>
<tbody>${retries.map(
    ({ check, request, reason, waitedMs }) =>
      html`<tr><th scope="row" class="mono">${foreign(request, 300)}</th><td data-label="Reason">${foreign(reason, 300)}</td><td data-label="Waited">${Math.round(waitedMs)} ms</td><td data-label="Check">${checkLink(check)}</td></tr>`,
  )}</tbody>
</table></div>
</section>`;
}

/** Failures that were expected, and entries that are of no use any more. */
export function knownFailuresSection({ knownFailures }: Report): Markup | '' {
  if (!knownFailures) {
    return '';
  }
  const { file, expected, stale } = knownFailures;
  return html`<section aria-labelledby="known">
<h2 id="known">Known failures <small>of <code>${foreign(file, 300)}</code></small></h2>
<div class="panel"><table>
<thead><tr><th scope="col">Check or entry</th><th scope="col">State</th><th scope="col">Reason</th></tr></thead>
<tbody>${expected.map(
    ({ check, reason }) =>
      html`<tr><th scope="row">${checkLink(check)}</th><td data-label="State">still fails, as expected</td><td data-label="Reason">${foreign(reason)}</td></tr>`,
  )}${stale.map(
    ({ entry, problem }) =>
      html`<tr><th scope="row" class="mono">${entry}</th><td data-label="State">${tag('bad', 'stale')}</td><td data-label="Reason">${problem}</td></tr>`,
  )}</tbody>
</table></div>
</section>`;
}
