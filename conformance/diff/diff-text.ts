import { styleText } from 'node:util';
import { visibleLogLine } from '../../pages/visible-text.ts';
import { capital, count } from '../../pages/words.ts';
import {
  CHANGE_KINDS,
  type Change,
  type ChangeKind,
  type MovedObservation,
  type ReportDiff,
} from './report-diff.ts';

type Style = Parameters<typeof styleText>[0];

const STYLE_OF: Record<ChangeKind, Style> = {
  broken: ['bold', 'red'],
  'newly failing': ['bold', 'red'],
  'told no more': ['bold', 'yellow'],
  fixed: ['bold', 'green'],
  'newly tested': ['bold', 'green'],
  'still failing': ['bold', 'yellow'],
};

/** How many observations are printed; JSON and page hold all. */
const MOST_OBSERVATIONS = 20;

/** What changed, for a terminal: what got worse first. Ends with a line break. */
export function renderDiffText(diff: ReportDiff, options: { colour?: boolean } = {}): string {
  const paint = (style: Style, text: string) =>
    options.colour ? styleText(style, text, { validateStream: false }) : text;
  const { before, after, changes, observations, remarks } = diff;
  const head = `${paint(['bold', diff.worse ? 'red' : 'green'], headline(diff).toUpperCase())}  ${visibleLogLine(after.target, 80)}: ${before.verdict} before, ${after.verdict} now`;
  const groups = CHANGE_KINDS.flatMap((kind) => {
    const group = changes.filter((change) => change.kind === kind);
    return group.length === 0
      ? []
      : ['', paint(STYLE_OF[kind], `${capital(kind)} (${group.length})`), ...groupLines(group)];
  });
  return `${[
    head,
    ...remarks.map((remark) => `  ${visibleLogLine(remark, 500)}`),
    ...groups,
    ...observationLines(observations),
    '',
    countsText(diff),
  ].join('\n')}\n`;
}

/** `Worse`, `Better`, `Changed` or `Nothing changed`. */
export function headline({ worse, counts, observations }: ReportDiff): string {
  if (worse) {
    return 'Worse';
  }
  if (counts.fixed + counts['newly tested'] > 0) {
    return 'Better';
  }
  return counts['told no more'] + observations.length > 0 ? 'Changed' : 'Nothing changed';
}

/** `fail, then pass`; what was not there is said so. */
function courseOf({ before, after }: Change): string {
  return `${before ?? 'no such check'}, then ${after ?? 'no such check'}`;
}

/** What one cause blocks is told once, with how many it blocks. */
function groupLines(changes: readonly Change[]): string[] {
  const groups = Map.groupBy(changes, (change) =>
    change.after === 'blocked' ? change.message : change.check,
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : linesOf(first, others.length),
  );
}

function linesOf(change: Change, alike: number): string[] {
  const { check, level, formerly = [], message, kind } = change;
  const more = alike > 0 ? ` and ${count(alike, 'other')}` : '';
  const once = formerly.length > 0 ? ` (formerly ${formerly.join(', ')})` : '';
  return [
    `  ${level.padEnd(6)} ${check}${more}${once}: ${courseOf(change)}`,
    ...(kind === 'fixed' || kind === 'newly tested'
      ? []
      : [`         ${visibleLogLine(message, 300)}`]),
  ];
}

function observationLines(observations: readonly MovedObservation[]): string[] {
  if (observations.length === 0) {
    return [];
  }
  const shown = observations.slice(0, MOST_OBSERVATIONS);
  const more = observations.length - shown.length;
  return [
    '',
    `Observations that moved (${observations.length})`,
    ...shown.map(
      ({ subject, before, after }) =>
        `  ${visibleLogLine(subject, 120)}: ${valuesText(before)}, then ${valuesText(after)}`,
    ),
    ...(more > 0 ? [`  … and ${more} more with --json or --out`] : []),
  ];
}

const valuesText = (values: readonly string[]) =>
  values.length === 0 ? 'none' : values.map((value) => visibleLogLine(value, 120)).join(' and ');

function countsText({ counts }: ReportDiff): string {
  const parts = CHANGE_KINDS.filter((kind) => counts[kind] > 0).map(
    (kind) => `${counts[kind]} ${kind}`,
  );
  return `${[...parts, `${count(counts.unchanged, 'check')} unchanged`].join(', ')}`;
}
