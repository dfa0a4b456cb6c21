import { html } from 'hono/html';
import { type Markup, tag } from '../../../pages/markup.ts';
import { count } from '../../../pages/words.ts';
import type { CoverageRow, Report } from '../report.ts';
import { checkLink, foreign, toneOf } from './markup.ts';

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

const STATUSES: CoverageRow['status'][] = [
  'passed',
  'failed',
  'warned',
  'not tested',
  'observed',
  'not applicable',
  'not checkable',
];

/** Requirement by requirement: tested, or not and why. */
export function coverageSection({ coverage }: Report): Markup {
  const musts = coverage.filter(({ level }) => level === 'must');
  const summary = STATUSES.map((status) => ({
    status,
    rows: musts.filter((row) => row.status === status).length,
  })).filter(({ rows }) => rows > 0);
  return html`<section aria-labelledby="coverage">
<h2 id="coverage">Coverage <small>${count(coverage.length, 'requirement')}, ${musts.length} of the level must</small></h2>
<p>Musts: ${summary.map(({ status, rows }, index) => `${index > 0 ? ', ' : ''}${rows} ${status}`).join('')}</p>
${bar(summary, musts.length)}
<div class="panel"><table>
<thead><tr><th scope="col">Requirement</th><th scope="col">Section</th><th scope="col">Level</th><th scope="col">What it says</th><th scope="col">Status</th><th scope="col">Checks</th></tr></thead>
<tbody>${coverage.map(coverageRow)}</tbody>
</table></div>
</section>`;
}

function coverageRow(row: CoverageRow): Markup {
  const { requirement, section, level, text, status, reason, sameAs, checks } = row;
  const [first] = checks;
  const more = checks.length > 1 ? ` and ${checks.length - 1} more` : '';
  return html`<tr><th scope="row" class="tight mono">${requirement}</th><td class="tight" data-label="Section">${section}</td><td class="tight" data-label="Level">${level}</td><td>${text}${sameAs ? html`<p>Same as ${sameAs}.</p>` : ''}${reason ? html`<p>${foreign(reason, 400)}</p>` : ''}</td><td class="tight">${tag(toneOf(status), status)}</td><td data-label="Checks">${first ? html`${checkLink(first)}${more}` : html`<span class="soft">none</span>`}</td></tr>`;
}

function bar(parts: { status: CoverageRow['status']; rows: number }[], total: number): Markup | '' {
  if (total === 0) {
    return '';
  }
  let x = 0;
  const rects = parts.map(({ status, rows }) => {
    const width = (100 * rows) / total;
    const rect = html`<rect class="${toneOf(status)}" x="${x}" y="0" width="${width}" height="1"><title>${rows} ${status}</title></rect>`;
    x += width;
    return rect;
  });
  return html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">${rects}</svg>`;
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
