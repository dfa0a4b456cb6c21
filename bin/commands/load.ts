import type { Command } from 'commander';
import { JOURNEYS } from '../../load/report/load-report.ts';
import { type CommandContext, wholeNumber } from '../command-context.ts';
import { jsonOption } from '../json-option.ts';
import { addOutputOptions, addRunOptions, minimumEffectOption } from '../load-run-options.ts';
import type { LoadCommandOptions } from '../work/load.ts';
import { addLoadArchive } from './load/archive.ts';
import { addLoadCollect } from './load/collect.ts';
import { addLoadCompare } from './load/compare.ts';
import { addLoadSelfCheck } from './load/self-check.ts';
import { addLoadTrend } from './load/trend.ts';

/** `assay load`: the k6 journeys against a target. */
export function addLoad(program: Command, context: CommandContext): void {
  const command = program
    .command('load')
    .summary('run load journeys against a target')
    .description(
      'Runs load journeys with k6, one after the other, and writes load-<journey>.json and .html for each. k6 is looked for in ASSAY_K6, on the path, and among those built before; else Go builds it once, or Docker runs it.',
    )
    // So that options after `load compare` are those of `compare`.
    .enablePositionalOptions()
    .helpCommand(false)
    .argument(
      '[journey...]',
      `${JOURNEYS.join(', ')}, the file of your own, or several at once as payment-listing:50+lending:5; both of the kit’s, one after the other, when none is named`,
    )
    .option('-t, --target <file>', 'target file; `assay init` writes a starter (needed)');
  addRunOptions(command);
  addOutputOptions(command);
  command
    .option('--dashboard <file>', 'export k6’s own web dashboard as HTML')
    .option(
      '--ui',
      'show the run on a page of this machine while it goes on; its URL is printed, and the report takes its place',
    )
    .option('--instances <number>', 'k6 processes side by side', wholeNumber(1, 1000))
    .option('--against <path>', 'compare with a baseline or reports; exit code 1 when slower')
    .addOption(minimumEffectOption())
    .option('--repetitions <number>', 'run each journey so often', wholeNumber(1, 1000))
    .option('--baseline <file>', 'write the repetitions as a baseline for --against')
    .option('--reference-db <file>', 'the reference server’s database, for the audit after lending')
    .addOption(jsonOption('load-results'))
    .addHelpText(
      'after',
      `
Exit codes: 0 every gate met, 1 a gate breached, money lost or slower, 2 wrong usage or no k6,
3 less measured than asked, also by Ctrl-C, or the run or the comparison is inconclusive, 4 the target
or k6 failed

Examples:
  assay load --target target.json
  assay load payment-listing --target target.json --profile average --rate 50 --duration 2m
  assay load lending --target target.json --profile breakpoint --rate 200
  assay load payment-listing:50+./portfolios.ts:5 --target target.json --warm-up 10s
  assay load payment-listing --target target.json --profile soak --ui
  assay load payment-listing --target target.json --against load-baseline.json
  assay load payment-listing --target target.json --json | jq '.reports[].verdict'`,
    )
    .action(async (journeys: string[], options: LoadCommandOptions) => {
      const { load } = await import('../work/load.ts');
      await load(journeys, options, context);
    });
  addLoadCompare(command, context);
  addLoadArchive(command, context);
  addLoadCollect(command, context);
  addLoadTrend(command, context);
  addLoadSelfCheck(command, context);
}
