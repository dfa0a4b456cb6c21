import { html } from 'hono/html';
import { LIVE_STYLE, liveHead } from '../../pages/live/live-head.ts';
import { LIVE_SCRIPT } from '../../pages/live/live-script.ts';
import { fact, type Markup } from '../../pages/markup.ts';
import { renderPage } from '../../pages/page.ts';
import { count } from '../../pages/words.ts';
import { rowsOf } from '../report/coverage.ts';
import { checksSection } from '../report/html/checks.ts';
import { findingsSection } from '../report/html/findings.ts';
import { foreign } from '../report/html/markup.ts';
import {
  countsList,
  kicker,
  pageFooter,
  targetFacts,
  utc,
  viewLinks,
} from '../report/html/masthead.ts';
import { overviewSection } from '../report/html/overview.ts';
import { SCRIPT } from '../report/html/script.ts';
import { STYLE } from '../report/html/style.ts';
import { specificationView } from '../report/specification/specification.ts';
import type { SoFar } from './live-run.ts';

/** The page of a run that goes on: the report's own parts, as far as they are known. */
export function renderLivePage(soFar: SoFar, since: number): string {
  const { report, waiting, undecided } = soFar;
  const rows = rowsOf(report);
  return renderPage({
    title: `Running: ${foreign(report.target.name, 100)}`,
    tone: 'calm',
    skip: 'Skip to what was found',
    masthead: html`${kicker(report)}
<h1 class="running">Running</h1>
${liveHead(statusText(soFar))}
${countsSoFar(soFar)}
${targetFacts(report, fact('Started', utc(report.startedAt)))}`,
    main: html`${viewLinks()}
<div class="view" id="run">
${findingsSoFar(soFar)}
${overviewSection([...report.checks, ...waiting])}
${checksSection(report, rows, waiting)}
</div>
${specificationView(report, undecided)}`,
    footer: pageFooter(report),
    style: `${STYLE}${LIVE_STYLE}`,
    script: `${SCRIPT}${LIVE_SCRIPT}`,
    data: { id: 'live', value: { since } },
    asksItsServer: true,
  });
}

/** How far the run is, said at every tenth of the checks and at every new failure. */
export function statusText({ report, waiting }: SoFar): string {
  const { counts, checks } = report;
  const all = checks.length + waiting.length;
  const tenths = Math.floor((10 * checks.length) / Math.max(all, 1));
  const wrong = counts.fail + counts.error;
  const found = wrong === 0 ? 'nothing failed so far' : `${count(wrong, 'check')} failed so far`;
  return waiting.length === 0
    ? `All ${all} checks have run once, ${found}; some are tried again.`
    : `${tenths === 0 ? 'Begun' : `${10 * tenths}% of ${all} checks`}, ${found}.`;
}

/** How many checks have ended how; its element is replaced while the run goes on. */
export function countsSoFar({ report, waiting }: SoFar): Markup {
  const done = report.checks.length;
  const all = done + waiting.length;
  const seconds = Math.round(report.durationMs / 1000);
  return html`<div id="live-counts"><progress max="${all}" value="${done}" aria-label="Checks that have run"></progress><p>${done} of ${count(all, 'check')}, ${seconds} s</p>${countsList(report)}</div>`;
}

/** What was found so far, the worst on top; its element is replaced while the run goes on. */
export function findingsSoFar({ report }: SoFar): Markup {
  return html`<div id="live-findings">${findingsSection(report, rowsOf(report))}</div>`;
}
