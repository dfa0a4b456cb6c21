import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { CASE_KINDS, type CaseKind } from '../../calibration/case.ts';
import { type CommandContext, wholeNumber } from '../command-context.ts';
import { type Progress, showProgress } from '../progress.ts';

interface CalibrateOptions {
  out: string;
  kind?: CaseKind[];
  filter?: string;
  combinations?: number;
  seed?: number;
  workers?: number;
  documents?: boolean;
}

/** `assay calibrate`: the suite's own error rates. */
export function addCalibrate(program: Command, context: CommandContext): void {
  program
    .command('calibrate')
    .summary('measure what the suite catches and whom it blames')
    .description(
      'Runs the suite against servers that are broken in one rule, servers that conform and differ in everything open, and hostile ones, and writes which were judged rightly: calibration.json and calibration.html.',
    )
    .option('-o, --out <folder>', 'folder of the results', 'reports/calibration')
    .addOption(new Option('--kind <kind...>', 'only servers of these kinds').choices(CASE_KINDS))
    .option('--filter <glob>', 'only servers whose id matches, such as repay-loan.*')
    .option('--combinations <number>', 'random combinations of variants', wholeNumber(0, 100_000))
    .option('--seed <number>', 'seed of the combinations', wholeNumber(0, 2 ** 31 - 1))
    .option('--workers <number>', 'processes at once; one for each core', wholeNumber(1, 256))
    .option('--documents', 'also write the figures into README.md and docs/calibration.md here')
    .addHelpText(
      'after',
      `
Exit codes: 0 every server was judged rightly, 1 one was not, 3 stopped before the end

Examples:
  assay calibrate
  assay calibrate --kind fault --filter 'awaiting-payments*'
  assay calibrate --combinations 500 --seed 7`,
    )
    .action((options: CalibrateOptions) => calibrateSuite(options, context));
}

async function calibrateSuite(options: CalibrateOptions, context: CommandContext): Promise<void> {
  const { calibrate } = await import('../../calibration/calibrate.ts');
  const { writeCalibration } = await import('../../calibration/write-calibration.ts');
  let progress: Progress | undefined;
  const calibration = await calibrate({
    signal: context.signal,
    ...(options.kind && { kinds: options.kind }),
    ...(options.filter !== undefined && { filter: options.filter }),
    ...(options.combinations !== undefined && { combinations: options.combinations }),
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(options.workers !== undefined && { workers: options.workers }),
    onProgress: ({ done, total }) => {
      progress ??= showProgress('calibrating', total, 'servers', context);
      progress.update(done);
    },
  }).finally(() => progress?.stop());
  const documents = options.documents
    ? { readme: 'README.md', calibration: join('docs', 'calibration.md') }
    : {};
  const files = await writeCalibration(options.out, calibration, documents);

  const { problems, figures, seed, durationMs } = calibration;
  const { faults, variants, combinations, lazy, hostile, strangers } = figures;
  for (const problem of problems) {
    context.print(problem);
  }
  const innocent = variants.total + combinations.total;
  const blamed = variants.blamed + combinations.blamed;
  const lines: [number, string][] = [
    [
      faults.total,
      `faults: ${faults.caught} of ${faults.total} caught by the check named for them`,
    ],
    [innocent, `conformant servers: ${blamed} of ${innocent} blamed`],
    [lazy.total, `lazy targets: ${lazy.right} of ${lazy.total} seen through`],
    [hostile.total, `hostile targets: ${hostile.right} of ${hostile.total} judged rightly`],
    [strangers.total, `strangers' faults: ${strangers.caught} of ${strangers.total} caught`],
  ];
  for (const [, line] of lines.filter(([total]) => total > 0)) {
    context.print(line);
  }
  context.print(`seed ${seed}, ${Math.round(durationMs / 1000)} s; ${files.join(', ')}`);
  context.exitWith(context.signal.aborted ? 3 : calibration.exitCode);
}
