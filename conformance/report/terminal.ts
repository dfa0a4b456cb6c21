import { styleText } from 'node:util';
import { visibleLogLine } from '../../pages/visible-text.ts';
import { RESULTS } from '../result.ts';
import { type Rows, rowsOf, unseenText } from './coverage.ts';
import { quotationOf } from './quotation.ts';
import type { Finding, Report, Verdict } from './report.ts';

/** A stream as far as it decides whether to colour. */
export interface ColourStream {
  isTTY?: boolean;
}

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

/** How many findings the summary shows; the reports hold all. */
const MOST_FINDINGS = 10;

const STYLE_OF_VERDICT: Record<Verdict, Style> = {
  conformant: ['bold', 'green'],
  'not conformant': ['bold', 'red'],
  incomplete: ['bold', 'yellow'],
};

/** Whether to colour what is written there: a terminal, and NO_COLOR not set (no-color.org). */
export function mayColour(stream: ColourStream, env: NodeJS.ProcessEnv = process.env): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}

/**
 * The summary for a terminal: verdict, what to fix first, then counts and what is missing. The
 * report must be redacted. Ends with a line break.
 */
export function renderTerminal(report: Report, options: { colour?: boolean } = {}): string {
  const paint: Paint = (style, text) =>
    options.colour ? styleText(style, text, { validateStream: false }) : text;
  return `${[
    ...headOf(report, paint),
    ...findingsOf(report, paint),
    ...replayOf(report, paint),
    ...missingOf(report, paint),
    '',
    countsOf(report, paint),
    ...notesOf(report, paint),
    paint('dim', `register version ${report.contract.registerVersion}, ${seedsText(report)}`),
  ].join('\n')}\n`;
}

/** The seed, or the seeds, of what was generated. */
function seedsText({ seed, passes }: Report): string {
  return passes > 1 ? `seeds ${seed} to ${seed + passes - 1}` : `seed ${seed}`;
}

function headOf(report: Report, paint: Paint): string[] {
  const { verdict, target, partial, reasons, unseenMusts } = report;
  const name = visibleLogLine(target.name, 80);
  return [
    '',
    `${paint(STYLE_OF_VERDICT[verdict], verdict.toUpperCase())}${partial ? ' (partial run)' : ''}  ${name}  ${paint('dim', visibleLogLine(target.baseUrl, 120))}`,
    ...reasons.map((reason) => `  ${visibleLogLine(reason)}`),
    ...(unseenMusts > 0 ? [paint('dim', `  ${unseenText(unseenMusts)}`)] : []),
  ];
}

function findingsOf(report: Report, paint: Paint): string[] {
  const { findings } = report;
  const rows = rowsOf(report);
  if (findings.length === 0) {
    return [];
  }
  const shown = findings.slice(0, MOST_FINDINGS);
  const more = findings.length - shown.length;
  return [
    '',
    paint('bold', 'Fix first'),
    ...shown.flatMap((finding, index) => findingOf(finding, index + 1, rows, paint)),
    ...(more > 0 ? [`  … and ${more} more in the report`] : []),
  ];
}

function findingOf(finding: Finding, number: number, rows: Rows, paint: Paint): string[] {
  const { title, level, blocks, checks, endpoints, requirements, known } = finding;
  const own = checks.length - blocks;
  const label = paint(level === 'must' ? 'red' : 'yellow', level.padEnd(6));
  const [first = ''] = requirements;
  const row = rows.get(first);
  const rule = requirements.length > 1 ? listed(requirements, 6) : `${first}: ${row?.text}`;
  const facts = [
    `${own} check${own === 1 ? '' : 's'}`,
    ...(blocks > 0 ? [`blocks ${blocks} more`] : []),
    ...(endpoints.length > 1 ? [listed(endpoints, 3)] : []),
    ...(known ? ['known'] : []),
  ];
  return [
    `${String(number).padStart(3)}. ${label} ${visibleLogLine(title, 200)}`,
    ...(first === '' ? [] : [paint('dim', `            ${visibleLogLine(rule, 160)}`)]),
    ...(row ? [paint('dim', `            ${visibleLogLine(quotationOf(row), 300)}`)] : []),
    paint('dim', `            ${facts.join(' · ')} · ${checks[0]}`),
  ];
}

/** The lines of what to fix first, at the margin, so that they can be copied as a whole. */
function replayOf({ findings, checks }: Report, paint: Paint): string[] {
  const first = findings[0]?.checks[0];
  const { replay = [] } = checks.find(({ id }) => id === first) ?? {};
  if (replay.length === 0) {
    return [];
  }
  const head = paint('bold', `Replay of ${first}`);
  return ['', `${head} in a shell with curl; the report has one for each check`, ...replay];
}

function missingOf({ missing }: Report, paint: Paint): string[] {
  if (missing.length === 0) {
    return [];
  }
  return [
    '',
    paint('bold', 'Not supplied by the target file'),
    ...missing.map(
      ({ what, checks }) =>
        `  ${visibleLogLine(what, 400).padEnd(32)} ${checks.length} check${checks.length === 1 ? '' : 's'} untested`,
    ),
  ];
}

const STYLE_OF_RESULT: Partial<Record<(typeof RESULTS)[number], Style>> = {
  pass: 'green',
  fail: 'red',
  error: 'red',
  warn: 'yellow',
  blocked: 'yellow',
  'not tested': 'yellow',
};

function countsOf({ counts, checks, durationMs }: Report, paint: Paint): string {
  const parts = RESULTS.filter((result) => counts[result] > 0).map((result) =>
    paint(STYLE_OF_RESULT[result] ?? 'dim', `${counts[result]} ${result}`),
  );
  const seconds = (durationMs / 1000).toFixed(1);
  return `${checks.length} checks in ${seconds} s: ${parts.join(', ') || 'none ran'}`;
}

function notesOf({ coverage, retries }: Report, paint: Paint): string[] {
  const undecidable = coverage.filter((row) => row.level === 'must' && row.status === 'observed');
  return [
    ...(undecidable.length > 0
      ? [
          paint(
            'dim',
            `${listed(
              undecidable.map(({ requirement }) => requirement),
              6,
            )}: nothing visible from outside could tell at this target`,
          ),
        ]
      : []),
    ...(retries.length > 0
      ? [
          paint(
            'dim',
            `${retries.length} request${retries.length === 1 ? ' was' : 's were'} sent again`,
          ),
        ]
      : []),
  ];
}

function listed(names: readonly string[], most: number): string {
  const more = names.length - most;
  return names.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
