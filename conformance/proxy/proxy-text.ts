import { styleText } from 'node:util';
import { visibleLogLine } from '../../pages/visible-text.ts';
import { count } from '../../pages/words.ts';
import type { JudgedRule, JudgedSide, ProxyReport } from './proxy-report.ts';

type Style = Parameters<typeof styleText>[0];

const STYLE_OF: Record<JudgedSide['verdict'], Style> = {
  kept: ['bold', 'green'],
  broken: ['bold', 'red'],
  'nothing judged': ['bold', 'yellow'],
};

/** How many broken rules of a side are printed; the reports hold all. */
const MOST_BROKEN = 20;

/** What a side came to, in words. */
export const VERDICT_TEXT: Record<JudgedSide['verdict'], string> = {
  kept: 'kept what it was judged by',
  broken: 'broke what the specification states',
  'nothing judged': 'was judged by nothing',
};

/** The report of a proxy for a terminal: both sides, what each broke first. Ends with a line break. */
export function renderProxyText(report: ProxyReport, options: { colour?: boolean } = {}): string {
  const paint = (style: Style, text: string) =>
    options.colour ? styleText(style, text, { validateStream: false }) : text;
  const { target, exchanges, durationMs, unanswered, elsewhere, unjudged } = report;
  const side = (name: string, { verdict, rules }: JudgedSide) => {
    const broken = brokenFirst(rules);
    const more = broken.length - MOST_BROKEN;
    return [
      '',
      `${paint(STYLE_OF[verdict], `The ${name} ${VERDICT_TEXT[verdict]}`)}: ${judgedText(rules)}`,
      ...broken.slice(0, MOST_BROKEN).flatMap((rule) => linesOf(rule, paint)),
      ...(more > 0 ? [`  … and ${more} more in the report`] : []),
    ];
  };
  return `${[
    `${visibleLogLine(target.name, 80)}: ${count(exchanges, 'exchange')} in ${(durationMs / 1000).toFixed(1)} s`,
    ...side('server', report.server),
    ...side('client', report.client),
    ...(unanswered.length > 0 ? [''] : []),
    ...unanswered.map(
      ({ reason, exchanges: times }) =>
        `no answer to ${count(times, 'request')}: ${visibleLogLine(reason, 200)}`,
    ),
    ...(unjudged > 0 ? [`${count(unjudged, 'exchange')} too large to be judged`] : []),
    ...(elsewhere.length > 0 ? ['', 'Not of the specification, and not judged'] : []),
    ...elsewhere.map(
      ({ method, path, exchanges: times }) =>
        `  ${method} ${visibleLogLine(path, 200)}: ${count(times, 'request')}`,
    ),
  ].join('\n')}\n`;
}

/** How many rules were judged, and how they fared. */
export function judgedText(rules: readonly JudgedRule[]): string {
  const judged = rules.filter((rule) => rule.judged > 0);
  const broken = rules.filter(({ result }) => result === 'broken');
  return `${judged.length} of ${count(rules.length, 'rule')} judged, ${broken.length} broken`;
}

/** Rules that were broken, musts first; then what was left open or could not be judged. */
export function brokenFirst(rules: readonly JudgedRule[]): JudgedRule[] {
  const rank = ({ result, level }: JudgedRule) =>
    result === 'broken' ? (level === 'must' ? 0 : 1) : result === 'error' ? 2 : 3;
  return rules
    .filter(({ result }) => ['broken', 'error', 'left open'].includes(result))
    .toSorted((a, b) => rank(a) - rank(b));
}

function linesOf(
  { id, level, result, title, expected, got, judged, broken, problem }: JudgedRule,
  paint: (style: Style, text: string) => string,
): string[] {
  if (result === 'error') {
    return [`  error  ${id}: ${visibleLogLine(problem ?? '', 200)}`];
  }
  const label = paint(level === 'must' ? 'red' : 'yellow', level.padEnd(6));
  return [
    `  ${label} ${title} (${id}): broken by ${broken} of ${judged}`,
    paint('dim', `         expected ${visibleLogLine(`${expected}, got ${got}`, 300)}`),
  ];
}
