import type { Command } from 'commander';
import { JOURNEYS } from '../../../load/report/load-report.ts';
import { type CommandContext, wholeNumber } from '../../command-context.ts';
import { jsonOption } from '../../json-option.ts';
import { addRunOptions, minimumEffectOption } from '../../load-run-options.ts';
import type { CompareCommandOptions } from '../../work/load-compare.ts';

/** `assay load compare`: two sets of runs, or two targets in turn. */
export function addLoadCompare(load: Command, context: CommandContext): void {
  const command = load
    .command('compare')
    .summary('compare runs, or two targets in turn')
    .description(
      'Compares reports of earlier runs (`compare BASE NEW`: each a report, a baseline or a folder of reports), or measures two targets in turn (`compare JOURNEY --base FILE --next FILE`).',
    )
    .argument('<what...>', `BASE and NEW, or a journey: ${JOURNEYS.join(', ')}`)
    .option('--base <file>', 'target file of the base')
    .option('--next <file>', 'target file of what is new')
    .option('--repetitions <number>', 'pairs of runs; default 12', wholeNumber(1, 1000))
    .addOption(minimumEffectOption())
    .addOption(jsonOption('load-comparison'));
  addRunOptions(command);
  command
    .addHelpText(
      'after',
      `
Exit codes: 0 same or faster, 1 slower or a new run failed its gates or its audit, 2 not comparable,
3 inconclusive, 4 the target or k6 failed

Examples:
  assay load compare reports/before reports/after --minimum-effect 0.1
  assay load compare lending --base old.json --next new.json --rate 20 --duration 1m`,
    )
    .action(async (what: string[], options: CompareCommandOptions) => {
      const { compare } = await import('../../work/load-compare.ts');
      await compare(what, options, context);
    });
}
