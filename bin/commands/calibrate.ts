import { type Command, Option } from 'commander';
import { CASE_KINDS } from '../../calibration/cases/calibration-case.ts';
import { type CommandContext, wholeNumber } from '../command-context.ts';
import { jsonOption } from '../json-option.ts';
import type { CalibrateOptions } from '../work/calibrate.ts';

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
    .option(
      '--sample <number>',
      'so many servers of each kind, drawn by the seed',
      wholeNumber(1, 100_000),
    )
    .option('--combinations <number>', 'random combinations of variants', wholeNumber(0, 100_000))
    .option(
      '--draw <number>',
      'situational faults drawn, for --kind situational',
      wholeNumber(1, 100_000),
    )
    .option('--seed <number>', 'seed of all that is drawn', wholeNumber(0, 2 ** 31 - 1))
    .option(
      '--suite-seed <number>',
      'seed of what the suite generates, instead of the usual one',
      wholeNumber(0, 2 ** 31 - 1),
    )
    .option(
      '--requests <number>',
      'how many requests a run may send, going on by further seeds as certify --thorough does',
      wholeNumber(1, 10_000_000),
    )
    .option('--workers <number>', 'processes at once; one for each core', wholeNumber(1, 256))
    .addOption(jsonOption('calibration'))
    .option('--documents', 'also write the figures into README.md and docs/calibration.md here')
    .addHelpText(
      'after',
      `
Exit codes: 0 every server was judged rightly, 1 one was not, 3 stopped before the end

Examples:
  assay calibrate
  assay calibrate --kind fault --filter 'awaiting-payments*'
  assay calibrate --combinations 500 --seed 7
  assay calibrate --kind situational --draw 300 --seed 7`,
    )
    .action(async (options: CalibrateOptions) => {
      const { calibrateSuite } = await import('../work/calibrate.ts');
      await calibrateSuite(options, context);
    });
}
