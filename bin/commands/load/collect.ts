import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.ts';
import { jsonOption } from '../../json-option.ts';
import type { CollectCommandOptions } from '../../work/load-collect.ts';

/** `assay load collect`: one report of a run whose k6 processes ran in a cluster. */
export function addLoadCollect(load: Command, context: CommandContext): void {
  load
    .command('collect')
    .summary('make one report of what k6 pods left')
    .description(
      'Reads what the pods of one run left on the claim of `load archive --results-claim`: percentiles from all samples, gates and verdict of the whole, and after lending the audit.',
    )
    .argument('<folder>', 'copy of the results: <pod>.csv.gz, <pod>.console and <pod>.log')
    .requiredOption('-t, --target <file>', 'target file, for gates and the audit')
    .option('-o, --out <folder>', 'folder of the report', 'reports/load')
    .option('--reference-db <file>', 'the reference server’s database, for the audit after lending')
    .addOption(jsonOption('load-results'))
    .addHelpText(
      'after',
      `
Exit codes: those of the run as a whole, as \`assay load\` gives them; 2 where a share is missing

Examples:
  assay load collect results --target target.json --out reports/cluster`,
    )
    .action(async (folder: string, options: CollectCommandOptions) => {
      const { collect } = await import('../../work/load-collect.ts');
      await collect(folder, options, context);
    });
}
