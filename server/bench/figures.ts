import { readFileSync, writeFileSync } from 'node:fs';
import Table from 'cli-table3';
import type { Spread } from './spread.ts';

/** A table of what was measured. */
export interface Figures {
  head: string[];
  rows: string[][];
}

/** Medians with the middle half of the rounds, each held against the first. */
export function comparison(
  what: string,
  unit: string,
  found: Readonly<Record<string, Spread>>,
): Figures {
  const [first = Number.NaN] = Object.values(found).map(({ median }) => median);
  return {
    head: [what, unit, 'middle half', 'to the first'],
    rows: Object.entries(found).map(([name, { median, from, to }]) => [
      name,
      median.toFixed(0),
      `${from.toFixed(0)} to ${to.toFixed(0)}`,
      (median / first).toFixed(2),
    ]),
  };
}

/** For a terminal. */
export function drawn({ head, rows }: Figures): string {
  const table = new Table({ head, style: { head: [] } });
  table.push(...rows);
  return table.toString();
}

const [BEGIN, END] = ['<!-- figures of npm run bench -->', '<!-- end of the figures -->'];

/**
 * A page with tables of figures, which stand between two comments. A table takes the place of the one
 * whose first column is of the same; those that were not measured stay, with their day.
 *
 * @throws Error where the page has no place for them
 */
export function withFigures(page: string, day: string, all: readonly Figures[]): string {
  const [before, rest] = page.split(BEGIN);
  const [old, after] = rest?.split(END) ?? [];
  if (old === undefined || after === undefined) {
    throw new Error(`the page has no place for figures: ${BEGIN} … ${END}`);
  }
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const tables = new Map(
    old
      .trim()
      .split(/\n\n(?=Measured on )/)
      .filter((text) => text.startsWith('Measured on '))
      .map((text) => [/^\| (.*?) \|/m.exec(text)?.[1], text]),
  );
  for (const { head, rows } of all) {
    const lines = [line(head), line(head.map(() => '---')), ...rows.map(line)];
    tables.set(head[0], `Measured on ${day}:\n\n${lines.join('\n')}`);
  }
  return `${before}${BEGIN}\n${[...tables.values()].join('\n\n')}\n${END}${after}`;
}

/** Puts the figures of today into a page. */
export function writeFigures(file: string, all: readonly Figures[]): void {
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(file, withFigures(readFileSync(file, 'utf8'), day, all));
}
