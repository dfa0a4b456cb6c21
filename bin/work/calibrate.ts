import { join } from 'node:path';
import { calibrate } from '../../calibration/calibrate.ts';
import { further } from '../../calibration/calibration-figures.ts';
import type { CaseKind } from '../../calibration/cases/calibration-case.ts';
import { writeCalibration } from '../../calibration/write-calibration.ts';
import type { CommandContext } from '../command-context.ts';
import { type JsonOption, printJson, wordsOf } from '../json-option.ts';
import { type Progress, showProgress } from '../terminal/progress.ts';

/** The options of `assay calibrate`. */
export interface CalibrateOptions extends JsonOption {
  out: string;
  kind?: CaseKind[];
  filter?: string;
  combinations?: number;
  draw?: number;
  sample?: number;
  seed?: number;
  suiteSeed?: number;
  requests?: number;
  workers?: number;
  documents?: boolean;
}

/**
 * Calibrates the suite, prints what was judged rightly, and writes the results.
 *
 * @throws UnavailableError when they cannot be written
 */
export async function calibrateSuite(
  options: CalibrateOptions,
  context: CommandContext,
): Promise<void> {
  let progress: Progress | undefined;
  const words = wordsOf(context, options);
  const calibration = await calibrate({
    signal: context.signal,
    ...(options.kind && { kinds: options.kind }),
    ...(options.filter !== undefined && { filter: options.filter }),
    ...(options.combinations !== undefined && { combinations: options.combinations }),
    ...(options.draw !== undefined && { draws: options.draw }),
    ...(options.sample !== undefined && { sample: options.sample }),
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(options.suiteSeed !== undefined && { suiteSeed: options.suiteSeed }),
    ...(options.requests !== undefined && { requests: options.requests }),
    ...(options.workers !== undefined && { workers: options.workers }),
    onProgress: ({ done, total }) => {
      progress ??= showProgress('calibrating', total, 'servers', words);
      progress.update(done);
    },
  }).finally(() => progress?.stop());
  const documents = options.documents
    ? { readme: 'README.md', calibration: join('docs', 'calibration.md') }
    : {};
  const files = await writeCalibration(options.out, calibration, documents);

  const { problems, figures, seed, suiteSeed, durationMs } = calibration;
  const { faults, variants, combinations, business, lazy, hostile, strangers, situational } =
    figures;
  for (const problem of problems) {
    words.print(problem);
  }
  const innocent = variants.total + combinations.total + business.total;
  const blamed = variants.blamed + combinations.blamed + business.blamed;
  const lines: [number, string][] = [
    [
      faults.total,
      `faults: ${faults.caught} of ${faults.total} caught by the check named for them`,
    ],
    [innocent, `conformant servers: ${blamed} of ${innocent} blamed`],
    [lazy.total, `lazy targets: ${lazy.right} of ${lazy.total} seen through`],
    [hostile.total, `hostile targets: ${hostile.right} of ${hostile.total} judged rightly`],
    [strangers.total, `strangers' faults: ${strangers.caught} of ${strangers.total} caught`],
    [
      situational.total,
      `situational faults: ${situational.caught} of ${situational.total} caught by their rule, ${situational.byAnotherRuleOnly} by another rule only`,
    ],
  ];
  for (const [, line] of lines.filter(([total]) => total > 0)) {
    words.print(line);
  }
  words.print(
    `seed ${seed}, suite seed ${suiteSeed}${further(calibration)}, ${Math.round(durationMs / 1000)} s; ${files.join(', ')}`,
  );
  if (options.documents && !calibration.complete) {
    words.print(
      'README.md and docs/calibration.md are left as they were: not all servers were run',
    );
  }
  printJson(context, options, calibration);
  context.exitWith(context.signal.aborted ? 3 : calibration.exitCode);
}
