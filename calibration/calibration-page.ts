import { html, raw } from 'hono/html';
import packageJson from '../package.json' with { type: 'json' };
import { fact, type Markup, type Tone, tag } from '../pages/markup.ts';
import { renderPage } from '../pages/page.ts';
import { count } from '../pages/words.ts';
import type { Calibration, MatrixRow } from './calibration.ts';
import { further } from './calibration-figures.ts';
import type { CaseKind, CaseOutcome } from './cases/calibration-case.ts';

const STYLE = `
.matrix details { margin: .15rem 0; }
.matrix summary { cursor: pointer; }
.matrix ul { margin: .3rem 0 .5rem; padding-left: 1.2rem; }
`;

const KINDS = [
  'fault',
  'lazy',
  'variant',
  'combination',
  'business',
  'hostile',
  'stranger',
  'situational',
] as const;

/** The calibration as one HTML page that loads nothing and runs nothing. */
export function renderCalibrationPage(calibration: Calibration): string {
  const { problems, exitCode, cases } = calibration;
  const title = titleOf(calibration);
  return renderPage({
    title,
    tone: exitCode === 0 ? 'good' : 'bad',
    skip: 'Skip to what was judged',
    masthead: masthead(calibration, title),
    main: html`${problems.length > 0 ? problemsSection(problems) : ''}
${matrixSection(calibration)}
${KINDS.map((kind) => casesSection(kind, cases))}`,
    footer: `Assay ${packageJson.version}`,
    style: STYLE,
  });
}

function masthead(calibration: Calibration, title: string): Markup {
  const { faults, collateral, variants, combinations, business, hostile } = calibration.figures;
  const innocents = [variants, combinations, business];
  const blamed = innocents.reduce((sum, each) => sum + each.blamed, 0);
  const innocent = innocents.reduce((sum, each) => sum + each.total, 0);
  return html`<p class="kicker">Calibration of the conformance suite</p>
<h1>${title}</h1>
<ul class="counts">
${counted(faults.caught === faults.total ? 'good' : 'bad', faults.caught, `of ${faults.total} faults caught by their check`)}
${counted(collateral.checks === 0 ? 'good' : 'mild', collateral.checks, 'unexplained failures beside them')}
${counted(blamed === 0 ? 'good' : 'bad', blamed, `of ${innocent} conforming servers blamed`)}
${counted(hostile.right === hostile.total ? 'good' : 'bad', hostile.right, `of ${hostile.total} hostile targets withstood`)}
</ul>
<dl class="facts">
${fact('Started', calibration.startedAt)}
${fact('Took', `${Math.round(calibration.durationMs / 1000)} s with ${calibration.workers} processes`)}
${fact('Seed', `${calibration.seed}, of the suite ${calibration.suiteSeed}${further(calibration)}`)}
${fact('Contract', html`<span class="mono">${calibration.contract.digest}</span>`)}
</dl>`;
}

function counted(tone: Tone, number: number, what: string): Markup {
  return html`<li class="${tone}"><b>${number}</b> ${what}</li>`;
}

function problemsSection(problems: readonly string[]): Markup {
  return html`<section aria-labelledby="problems">
<h2 id="problems">What is wrong <small>${count(problems.length, 'problem')}</small></h2>
<ol class="findings">${problems.map((problem) => html`<li><p>${problem}</p></li>`)}</ol>
</section>`;
}

/** A selection that went well calibrates nothing, so the page does not say it does. */
function titleOf({ exitCode, complete }: Calibration): string {
  if (exitCode !== 0) {
    return 'The suite is not calibrated';
  }
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
  return html`<tr><th scope="row" class="tight mono">${requirement}</th><td class="tight" data-label="Level">${level}</td><td>${text}</td><td><details${caught < faults.length ? raw(' open') : ''}><summary>${tag(caught === faults.length && caught > 0 ? 'good' : 'bad', `${caught} of ${faults.length}`)}</summary><ul>${faults.map(
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
  business: 'Conforming business servers, written apart',
  hostile: 'Hostile and flaky targets',
  stranger: 'Faults of strangers, that show in some situation only',
  situational: 'Faults drawn by seed, that show in some situation only',
};

function casesSection(kind: CaseKind, cases: readonly CaseOutcome[]): Markup | '' {
  const own = cases.filter(
    (each) => each.kind === kind && (kind !== 'fault' || (each.fault?.collateral.length ?? 0) > 0),
  );
  if (own.length === 0) {
    return '';
  }
  return html`<section aria-labelledby="${kind}">
<h2 id="${kind}">${TITLES[kind]} <small>${own.length}</small></h2>
<div class="panel"><table>
<thead><tr><th scope="col">Server</th><th scope="col">What it does</th><th scope="col">Verdict</th><th scope="col">Judged</th></tr></thead>
<tbody>${own.map(
    ({ id, how, verdict, ok, problems, fault }) =>
      html`<tr><th scope="row" class="mono">${id}</th><td>${how}${[...problems, ...(fault?.collateral ?? [])].map((problem) => html`<p>${problem}</p>`)}</td><td class="tight" data-label="Verdict">${verdict}</td><td class="tight">${tag(ok ? 'good' : 'bad', ok ? 'rightly' : 'wrongly')}</td></tr>`,
  )}</tbody>
</table></div>
</section>`;
}
