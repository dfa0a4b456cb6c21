import { markdownTable } from '../../pages/markdown.ts';
import { KIND_NAMES } from './sample.ts';
import type { Tool } from './tool.ts';
import type { ToolFigures } from './tool-figures.ts';

/** A tool with what it did, or why it could not be used. */
export interface Row {
  name: string;
  tool?: Tool;
  figures?: ToolFigures;
  missing?: string;
}

/** What was compared, when and with which draw. */
export interface Setting {
  date: string;
  seed: number;
  /** ids of those that were put to the tools */
  faults: readonly string[];
  catalogue: number;
  variants: readonly string[];
  node: string;
  cpus: number;
}

/** The figures as Markdown. */
export function figuresText(setting: Setting, rows: readonly Row[]): string {
  const { date, seed, faults, catalogue, variants, node, cpus } = setting;
  const seen = rows.filter((row) => row.figures);
  return [
    `Run on ${date}, seed ${seed}, Node ${node}, ${cpus} cores: ${faults.length} of the ` +
      `${catalogue} faults of the catalogue, ${variants.length} conforming variants.`,
    markdownTable(
      ['tool', 'version', 'faults found', 'rate (95 %)', 'by seed', 'reports anything'],
      rows.map(({ name, tool, figures, missing }) => {
        if (!figures) {
          return [name, '', `not run: ${missing ?? 'unknown'}`, '', '', ''];
        }
        const { count, of, low, high } = figures.detected;
        const rate = `${percent(count / Math.max(of, 1))} (${percent(low)} to ${percent(high)})`;
        const bySeed = tool?.seeded ? figures.bySeed.join(', ') : 'no seed';
        return [name, tool?.version ?? '', `${count} of ${of}`, rate, bySeed, `${figures.raw}`];
      }),
    ),
    markdownTable(
      [
        'tool',
        'failures on the reference server, by run',
        'variants blamed',
        'of them beyond the reference',
        'alarms per variant',
        'seconds a run',
        'requests a run',
        'runs without a report',
      ],
      seen.map(({ name, figures }) => [
        name,
        figures?.onReference.join(', ') ?? '',
        `${figures?.blamedRaw} of ${figures?.variants}`,
        `${figures?.blamed}`,
        figures?.alarmsPerVariant.toFixed(1) ?? '',
        figures?.seconds.toFixed(1) ?? '',
        `${figures?.requests}`,
        `${figures?.withoutReport}`,
      ]),
    ),
    'Faults found, by what they break:',
    markdownTable(
      ['kind', ...seen.map(({ name }) => name)],
      KIND_NAMES.filter((kind) => seen.some((row) => row.figures?.byGroup.has(kind))).map(
        (kind) => [
          kind,
          ...seen.map(({ figures }) => {
            const group = figures?.byGroup.get(kind);
            return group ? `${group.count} of ${group.of}` : '';
          }),
        ],
      ),
    ),
    faultTable(setting, seen),
    'How each was set up:',
    seen
      .map(
        ({ name, tool }) =>
          `- **${name}**: ${tool?.configuration} The body of the GET ${tool?.getBody}.`,
      )
      .join('\n'),
    `Variants: ${variants.map((id) => `\`${id}\``).join(', ')}.`,
  ].join('\n\n');
}

/** Above this number the faults are not listed one by one. */
const MOST_LISTED = 100;

function faultTable({ faults }: Setting, rows: readonly Row[]): string {
  if (faults.length > MOST_LISTED) {
    return 'Each fault is in the raw results.';
  }
  const found = rows.map(({ figures }) => new Set(figures?.found));
  return [
    '<details><summary>Fault by fault</summary>',
    markdownTable(
      ['fault', ...rows.map(({ name }) => name)],
      faults
        .toSorted()
        .map((id) => [`\`${id}\``, ...found.map((ids) => (ids.has(id) ? 'found' : '-'))]),
    ),
    '</details>',
  ].join('\n\n');
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
