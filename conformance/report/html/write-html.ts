import { html } from 'hono/html';
import type { Tone } from '../../../pages/markup.ts';
import { renderPage } from '../../../pages/page.ts';
import { capital } from '../../../pages/words.ts';
import { rowsOf } from '../coverage.ts';
import type { Report, Verdict } from '../report.ts';
import { specificationView } from '../specification/specification.ts';
import { checksSection } from './checks.ts';
import { doubtSection } from './doubt.ts';
import { findingsSection } from './findings.ts';
import { foreign } from './markup.ts';
import { masthead, pageFooter, viewLinks } from './masthead.ts';
import { overviewSection } from './overview.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';
import {
  knownFailuresSection,
  missingSection,
  observationsSection,
  retriesSection,
} from './tables.ts';

const TONE_OF: Record<Verdict, Tone> = {
  conformant: 'good',
  'not conformant': 'bad',
  incomplete: 'mild',
};

/**
 * The report as one HTML file that needs no network, in two views: what to fix first with every check,
 * its exchanges and observations; and the specification with the verdict beside each statement. The
 * report must be redacted.
 */
export function renderHtml(report: Report): string {
  const rows = rowsOf(report);
  return renderPage({
    title: `${capital(report.verdict)}: ${foreign(report.target.name, 100)}`,
    tone: TONE_OF[report.verdict],
    skip: 'Skip to what to fix first',
    masthead: masthead(report),
    main: html`${viewLinks()}
<div class="view" id="run">
${findingsSection(report, rows)}
${missingSection(report)}
${knownFailuresSection(report)}
${doubtSection(report)}
${overviewSection(report.checks)}
${checksSection(report, rows)}
${observationsSection(report)}
${retriesSection(report)}
</div>
${specificationView(report)}`,
    footer: pageFooter(report),
    style: STYLE,
    script: SCRIPT,
  });
}
