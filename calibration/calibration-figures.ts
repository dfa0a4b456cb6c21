import { readFile } from 'node:fs/promises';
import { UnavailableError } from '../contract/errors.ts';
import { whyNoFile } from '../contract/why-no-file.ts';
import { writeWhole } from '../contract/write-whole.ts';
import { markdownTable } from '../pages/markdown.ts';
import type { Calibration } from './calibration.ts';

const START = '<!-- calibration:start -->';
const END = '<!-- calibration:end -->';

/** How far the runs went on by further seeds, as the end of a clause; empty for one pass each. */
export function further({ requests }: Pick<Calibration, 'requests'>): string {
  return requests === undefined ? '' : ` and on, up to ${requests} requests each`;
}

/** The figures of a calibration as a Markdown table, for the README and docs/calibration.md. */
export function figuresTable(calibration: Calibration): string {
  const { figures, complete, seed, startedAt, durationMs, workers } = calibration;
  const { faults, collateral, lazy, variants, combinations, business, hostile } = figures;
  const rows = [
    [
      'Seeded faults: servers broken in one rule',
      `${faults.total}, breaking ${figures.requirements} requirements`,
      `${faults.caught} caught by the check named for the rule, ${faults.byAnotherOnly} only by another, ${faults.uncaught} not at all`,
    ],
    [
      'Collateral: further checks that fail without a stated reason',
      `${faults.total} faults`,
      `${collateral.checks} in ${collateral.faults} faults`,
    ],
    ['Lazy targets: one answer to everything', String(lazy.total), `${lazy.right} seen through`],
    [
      'Conforming variants: open points answered otherwise',
      String(variants.total),
      `${variants.blamed} blamed`,
    ],
    ['Random combinations of them', String(combinations.total), `${combinations.blamed} blamed`],
    [
      'Conforming business servers: written apart, with rules of ordinary vendors',
      String(business.total),
      `${business.blamed} blamed`,
    ],
    [
      'Hostile and flaky targets',
      String(hostile.total),
      `${hostile.right} ended in time, rightly concluded, no secret told`,
    ],
  ];
  return [
    markdownTable(['Servers', 'How many', 'What the suite made of them'], rows),
    '',
    `${complete ? '' : 'A sample of each kind, drawn by the seed. '}${figures.checks} checks, ${figures.binding} of them binding, on ${startedAt.slice(0, 10)}; seed ${seed}${further(calibration)}; ${Math.round(durationMs / 1000)} s with ${workers} ${workers === 1 ? 'process' : 'processes'}.`,
  ].join('\n');
}

/** The table of faults for docs/calibration.md: each requirement with the faults that break it. */
export function matrixTable({ matrix }: Calibration): string {
  const rows = matrix
    .filter(({ sameAs }) => sameAs === undefined)
    .map(({ requirement, text, level, faults }) => {
      const caught = faults.filter((fault) => fault.caught).length;
      const checks = [...new Set(faults.map(({ check }) => check))];
      return [requirement, level, text, `${caught} of ${faults.length}`, checks.length];
    });
  return markdownTable(
    ['Requirement', 'Level', 'What it says', 'Faults caught', 'Checks that catch them'],
    rows,
  );
}

/**
 * Puts generated text between the markers `calibration:start` and `calibration:end` of a Markdown
 * file; everything around them stays.
 *
 * @throws UnavailableError when the file cannot be read or written, or has no markers
 */
export async function writeBetweenMarkers(file: string, generated: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UnavailableError(`cannot read ${file}: ${whyNoFile(error)}`);
  });
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start < 0 || end < start) {
    throw new UnavailableError(`${file} has no lines ${START} and ${END} to write between`);
  }
  const whole = `${text.slice(0, start + START.length)}\n\n${generated}\n\n${text.slice(end)}`;
  if (whole !== text) {
    await writeWhole(file, whole);
  }
}
