import { styleText } from 'node:util';
import Table from 'cli-table3';
import { visibleLine } from '../../pages/visible-text.ts';
import { count, grouped } from '../../pages/words.ts';
import {
  averageRates,
  bytes,
  errorsByKind,
  gateFigure,
  gateName,
  hasTooFew,
  milliseconds,
  OPEN_MODEL_NOTE,
  percent,
  percentile,
  perSecond,
  sampleText,
  TOO_FEW_NOTE,
} from './figures.ts';
import type { AuditReport, BreakpointReport, LoadReport, LoadVerdict } from './load-report.ts';

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

const STYLE_OF: Record<LoadVerdict, Style> = {
  passed: ['bold', 'green'],
  failed: ['bold', 'red'],
  incomplete: ['bold', 'yellow'],
  inconclusive: ['bold', 'yellow'],
  broken: ['bold', 'magenta'],
};

/** The summary of a run for a terminal: verdict and reasons first, then gates and figures. */
export function renderLoadTerminal(report: LoadReport, options: { colour?: boolean } = {}): string {
  const paint: Paint = (style, text) =>
    options.colour ? styleText(style, text, { validateStream: false }) : text;
  return `${[
    ...head(report, paint),
    ...setAside(report, paint),
    '',
    endpoints(report),
    ...(hasTooFew(report) ? [TOO_FEW_NOTE] : []),
    ...rates(report, paint),
    '',
    ...gates(report, paint),
    ...audit(report.audit, paint),
    ...breakpoint(report.breakpoint),
  ].join('\n')}\n`;
}

function head(report: LoadReport, paint: Paint) {
  const { journey, verdict, reasons, caveats, fingerprint, target, partial } = report;
  const { profile, rate, durationSeconds, seed } = fingerprint;
  const early = partial === null ? '' : paint('yellow', ' (partial)');
  return [
    `${paint(STYLE_OF[verdict], verdict.toUpperCase())}${early}  ${journey} on ${visibleLine(target, 80)}  ${paint('dim', `${profile}, ${rate}/s, ${durationSeconds} s, seed ${seed}`)}`,
    ...reasons.map((reason) => `  ${visibleLine(reason)}`),
    ...auditLine(report),
    ...caveats
      .filter((caveat) => !caveat.startsWith('not audited'))
      .map((caveat) => `  ${paint('dim', `note: ${visibleLine(caveat, 500)}`)}`),
  ];
}

/** What the money was held against, beside the verdict: without a ledger that is the answers alone. */
function auditLine({ audit: report }: LoadReport): string[] {
  if (report === null) {
    return [];
  }
  const { result, compared, notAudited } = report;
  const what = compared.length > 0 ? `compared ${compared.join('; ')}` : 'nothing was compared';
  const open = notAudited.length > 0 ? `; NOT audited: ${notAudited.join('; ')}` : '';
  return [`  money ${result}: ${visibleLine(what + open, 1000)}`];
}

/** What the kit could not measure, which is neither the target's latency nor its error. */
function setAside({ totals }: LoadReport, paint: Paint): string[] {
  const { statesExhausted, tokenFailures, iterations } = totals;
  return [
    ...(statesExhausted > 0
      ? [
          `States ran dry: ${grouped(statesExhausted)} times in ${count(iterations, 'iteration')}; these are in no figure below. Supply more states.`,
        ]
      : []),
    ...(tokenFailures > 0
      ? [
          `Tokens died: ${count(tokenFailures, 'request')} refused although the token should have lived; these are in no figure below.`,
        ]
      : []),
  ].map((line) => `  ${paint('yellow', line)}`);
}

function endpoints(report: LoadReport): string {
  const { seconds } = averageRates(report);
  const table = new Table({
    head: [
      ...['endpoint', 'requests', 'per s', 'p50', 'p90', 'p95', 'p99', 'max ms'],
      ...['judged in full', 'errors'],
    ],
    colAligns: ['left', ...Array(8).fill('right'), 'left'],
    style: { head: [], border: [], compact: true },
  });
  for (const endpoint of report.endpoints) {
    const { name, requests, unanswered, errors, errorRate, refused, latency } = endpoint;
    table.push([
      visibleLine(name, 80),
      grouped(requests),
      (requests / seconds).toFixed(1),
      ...(['p50', 'p90', 'p95', 'p99'] as const).map((each) => percentile(endpoint, each)),
      requests === unanswered ? '–' : milliseconds(latency.max),
      sampleText(endpoint),
      [
        errors === 0
          ? '0'
          : `${grouped(errors)} (${percent(errorRate)}): ${visibleLine(errorsByKind(report, name))}`,
        ...(refused > 0 ? [`${grouped(refused)} refused as they may be`] : []),
      ].join('; '),
    ]);
  }
  return table.toString();
}

function rates(report: LoadReport, paint: Paint): string[] {
  const { asked, achieved, requests } = averageRates(report);
  const { totals, generator } = report;
  const { listed } = totals;
  const cpu = generator.cpuSecondsPerThousandRequests;
  return [
    `Iterations: asked ${perSecond(asked)}, achieved ${perSecond(achieved)}, ${grouped(totals.droppedIterations)} dropped; requests ${perSecond(requests)}, errors ${percent(totals.errorRate)}; received ${bytes(totals.bytesReceived)}, sent ${bytes(totals.bytesSent)}`,
    ...(listed.pages > 0
      ? [
          `Payments listed: ${listed.estimate === listed.payments ? '' : 'about '}${grouped(listed.estimate)} (${grouped(listed.payments)} on the ${count(listed.pages, 'page')} judged in full)`,
        ]
      : []),
    `Generator: ${cpu === null ? 'processor time not known here' : `${cpu.toFixed(2)} CPU s per 1,000 requests`}, ${count(generator.virtualUsers, 'virtual user')}, ${generator.saturatedSeconds === 0 ? 'never saturated' : `saturated in ${generator.saturatedSeconds} s`}`,
    paint('dim', OPEN_MODEL_NOTE),
  ];
}

function gates({ gates: all }: LoadReport, paint: Paint): string[] {
  const open = all.filter(({ unjudged }) => unjudged !== null).length;
  const met = all.filter(({ ok }) => ok).length - open;
  const wide = Math.max(0, ...all.map((gate) => gateName(gate).length));
  return [
    `Gates: ${met} of ${all.length} met${open > 0 ? `, ${open} not judged` : ''}`,
    ...all
      .toSorted((a, b) => Number(a.ok) - Number(b.ok))
      .map((gate) => {
        const met = gate.unjudged === null ? paint('green', 'ok    ') : paint('yellow', '-     ');
        const mark = gate.ok ? met : paint('red', 'BREACH');
        const limit = `${gate.operator} ${gateFigure(gate, gate.limit)}`;
        return `  ${mark} ${gateName(gate).padEnd(wide)}  ${gateFigure(gate, gate.value).padStart(12)}  ${paint('dim', limit)}${gate.unjudged === null ? '' : `  ${paint('yellow', `not judged: ${gate.unjudged}`)}`}`;
      }),
  ];
}

function audit(report: AuditReport | null, paint: Paint): string[] {
  if (report === null) {
    return [];
  }
  const colour = { passed: 'green', failed: 'red', inconclusive: 'yellow' } as const;
  const { result, checks } = report;
  return [
    '',
    `Audit: ${paint(colour[result], result)}`,
    ...checks.flatMap((check) => [
      `  ${paint(colour[check.result], check.result.padEnd(12))} ${check.id}: ${visibleLine(check.message)}`,
      ...check.violations.slice(0, 3).map((violation) => `    ${visibleLine(violation)}`),
      ...(check.violations.length > 3 ? [`    and ${check.violations.length - 3} more`] : []),
    ]),
  ];
}

function breakpoint(report: BreakpointReport | null): string[] {
  if (report === null) {
    return [];
  }
  const { highestRate, lowestFailingRate, steps } = report;
  const limit =
    lowestFailingRate === null
      ? 'no rate tried breached a gate, so the limit lies above'
      : `${lowestFailingRate}/s breached`;
  return [
    '',
    `Breakpoint: ${highestRate}/s meets every gate; ${limit}`,
    ...steps.map(
      ({ rate, ok, p99, breached }) =>
        `  ${String(rate).padStart(7)}/s  ${ok ? 'ok' : 'BREACH'}${p99 === null ? '' : `  p99 ${milliseconds(p99)} ms`}${breached[0] ? `  ${visibleLine(breached[0], 120)}` : ''}`,
    ),
  ];
}
