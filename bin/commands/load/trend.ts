import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.ts';
import { jsonOption } from '../../json-option.ts';
import type { TrendCommandOptions } from '../../work/reports/load-trend.ts';

/** `assay load trend`: many reports, commit by commit. */
export function addLoadTrend(load: Command, context: CommandContext): void {
  load
    .command('trend')
    .summary('show percentiles over many reports, commit by commit')
    .description(
      'Reads the reports of `assay load` anywhere in a folder, groups them by their commit (`--commit`, or the CI’s), and compares each commit with the one before, as `load compare` does. Writes trend.json and trend.html.',
    )
    .argument('<folder>', 'folder with reports anywhere in it')
    .option('-o, --out <folder>', 'folder of the trend', 'reports/load')
    .addOption(jsonOption('load-trend'))
    .addHelpText(
      'after',
      `
Exit codes: 0 written, 2 no report in the folder, 4 a file could not be written

Examples:
  assay load trend reports --out reports/trend`,
    )
    .action(async (folder: string, options: TrendCommandOptions) => {
      const { trend } = await import('../../work/reports/load-trend.ts');
      await trend(folder, options, context);
    });
}
