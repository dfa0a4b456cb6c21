import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { printLoadReport } from '../print-load-report.ts';

/** `assay load merge`: one report of a run whose segments were run on several machines. */
export function addLoadMerge(load: Command, context: CommandContext): void {
  load
    .command('merge')
    .summary('merge the reports of one run’s segments')
    .description(
      'Merges reports of k6 processes that took a share of one run each, such as the segment-<number>/ folders: counts summed, percentiles from the summed histograms, gates judged anew.',
    )
    .argument('<path>', 'folder with the reports, or a file with a list of them')
    .option('-o, --out <folder>', 'folder of the merged report', 'reports/load')
    .addHelpText(
      'after',
      `
Exit codes: those of the run as a whole, as \`assay load\` gives them

Examples:
  assay load merge reports/load --out reports/merged`,
    )
    .action((path: string, { out }: { out: string }) => merge(path, out, context));
}

async function merge(path: string, out: string, context: CommandContext): Promise<void> {
  const { readRuns } = await import('../../load/compare/read-runs.ts');
  const { EXIT_CODE } = await import('../../load/load-report.ts');
  const { mergeReports } = await import('../../load/merge-reports.ts');
  const { writeReport } = await import('../../load/run-load.ts');
  const report = mergeReports(await readRuns(path));
  await writeReport(out, report);
  await printLoadReport(report, out, context);
  context.exitWith(EXIT_CODE[report.verdict]);
}
