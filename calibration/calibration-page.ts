import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { count, type Markup } from '../conformance/report/html/markup.ts';
import { STYLE } from '../conformance/report/html/style.ts';
import type { Calibration, MatrixRow } from './calibration.ts';
import type { CaseKind, CaseOutcome } from './case.ts';

const OWN_STYLE = `${STYLE}
.matrix details { margin: .15rem 0; }
.matrix summary { cursor: pointer; }
.matrix ul { margin: .3rem 0 .5rem; padding-left: 1.2rem; }
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(OWN_STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The calibration as one HTML page that loads nothing and runs nothing. */
export function renderCalibrationPage(calibration: Calibration): string {
  const { problems, exitCode, figures, startedAt, seed } = calibration;
  const title = titleOf(calibration);
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${raw(OWN_STYLE)}</style>
</head>
<body>
<header class="masthead ${exitCode === 0 ? 'conformant' : 'failed'}"><div>
<p class="kicker">Calibration of the conformance suite</p>
<h1>${title}</h1>
<ul class="counts">
<li class="${figures.faults.caught === figures.faults.total ? 'good' : 'bad'}"><b>${figures.faults.caught}</b> of ${figures.faults.total} faults caught by their check</li>
<li class="${figures.collateral.checks === 0 ? 'good' : 'mild'}"><b>${figures.collateral.checks}</b> unexplained failures beside them</li>
<li class="${figures.variants.blamed + figures.combinations.blamed === 0 ? 'good' : 'bad'}"><b>${figures.variants.blamed + figures.combinations.blamed}</b> of ${figures.variants.total + figures.combinations.total} conforming servers blamed</li>
<li class="${figures.hostile.right === figures.hostile.total ? 'good' : 'bad'}"><b>${figures.hostile.right}</b> of ${figures.hostile.total} hostile targets withstood</li>
</ul>
<dl class="facts">
<div><dt>Started</dt><dd>${startedAt}</dd></div>
<div><dt>Took</dt><dd>${Math.round(calibration.durationMs / 1000)} s with ${calibration.workers} processes</dd></div>
<div><dt>Seed</dt><dd>${seed}</dd></div>
<div><dt>Contract</dt><dd class="mono">${calibration.contract.digest}</dd></div>
</dl>
</div></header>
<main id="main">
${problems.length > 0 ? problemsSection(problems) : ''}
${matrixSection(calibration)}
${(['fault', 'lazy', 'variant', 'combination', 'hostile', 'stranger'] as const).map((kind) => casesSection(kind, calibration.cases))}
</main>
</body>
</html>`}`;
}

function problemsSection(problems: readonly string[]): Markup {
  return html`<section aria-labelledby="problems">
<h2 id="problems">What is wrong <small>${count(problems.length, 'problem')}</small></h2>
<ol class="findings">${problems.map((problem) => html`<li><p>${problem}</p></li>`)}</ol>
</section>`;
}

/** A selection that went well calibrates nothing, so the page does not say it does. */
function titleOf({ exitCode, complete }: Calibration): string {
  if (exitCode !== 0) return 'The suite is not calibrated';
  return complete ? 'The suite is calibrated' : 'A part of the calibration, judged rightly';
}

function matrixSection({ matrix, complete }: Calibration): Markup {
  const own = matrix.filter(
    ({ sameAs, faults }) => sameAs === undefined && (complete || faults.length > 0),
  );
  return html`<section aria-labelledby="matrix">
<h2 id="matrix">Requirements, faults and checks <small>${count(own.length, 'requirement')}</small></h2>
<div class="panel matrix"><table>
<thead><tr><th scope="col">Requirement</th><th scope="col">Level</th><th scope="col">What it says</th><th scope="col">Faults that break it, and the check that has to catch each</th></tr></thead>
<tbody>${own.map(matrixRow)}</tbody>
</table></div>
</section>`;
}

function matrixRow({ requirement, level, text, faults }: MatrixRow): Markup {
  const caught = faults.filter((fault) => fault.caught).length;
  return html`<tr><th scope="row" class="tight mono">${requirement}</th><td class="tight" data-label="Level">${level}</td><td>${text}</td><td><details${caught < faults.length ? raw(' open') : ''}><summary><span class="tag ${caught === faults.length && caught > 0 ? 'good' : 'bad'}">${caught} of ${faults.length}</span></summary><ul>${faults.map(
    ({ fault, check, caught: isCaught, others }) =>
      html`<li><span class="mono">${fault}</span> ${isCaught ? 'caught by' : 'not caught by'} <span class="mono">${check}</span>${others.length > 0 ? html` <span class="soft">(also failed: ${others.join(', ')})</span>` : ''}</li>`,
  )}</ul></details></td></tr>`;
}

const TITLES: Record<CaseKind, string> = {
  reference: 'The reference server',
  fault: 'Faults with unexplained failures beside them',
  lazy: 'Lazy targets',
  variant: 'Conforming variants',
  combination: 'Random combinations of variants',
  hostile: 'Hostile and flaky targets',
  stranger: 'Faults of strangers, that show in some situation only',
};

function casesSection(kind: CaseKind, cases: readonly CaseOutcome[]): Markup | '' {
  const own = cases.filter(
    (each) => each.kind === kind && (kind !== 'fault' || (each.fault?.collateral.length ?? 0) > 0),
  );
  if (own.length === 0) return '';
  return html`<section aria-labelledby="${kind}">
<h2 id="${kind}">${TITLES[kind]} <small>${own.length}</small></h2>
<div class="panel"><table>
<thead><tr><th scope="col">Server</th><th scope="col">What it does</th><th scope="col">Verdict</th><th scope="col">Judged</th></tr></thead>
<tbody>${own.map(
    ({ id, how, verdict, ok, problems, fault }) =>
      html`<tr><th scope="row" class="mono">${id}</th><td>${how}${[...problems, ...(fault?.collateral ?? [])].map((problem) => html`<p>${problem}</p>`)}</td><td class="tight" data-label="Verdict">${verdict}</td><td class="tight"><span class="tag ${ok ? 'good' : 'bad'}">${ok ? 'rightly' : 'wrongly'}</span></td></tr>`,
  )}</tbody>
</table></div>
</section>`;
}
