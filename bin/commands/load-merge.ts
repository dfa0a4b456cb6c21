import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { printLoadReport } from '../print-load-report.ts';

/** `assay load merge`: one report of the segments that `assay load --instances` left. */
export function addLoadMerge(load: Command, context: CommandContext): void {
  load
    .command('merge')
    .summary('merge the reports of one run’s segments')
    .description(
      'Merges the reports in the segment-<number>/ folders of `assay load --instances` once more: counts summed, percentiles from the summed histograms, gates judged anew. Every share of the run has to be there, once.',
    )
    .argument('<path>', 'folder with segment-<number>/, or a file with a list of their reports')
    .option('-o, --out <folder>', 'folder of the merged report', 'reports/load')
    .addHelpText(
      'after',
      `
Exit codes: those of the run as a whole, as \`assay load\` gives them; 2 where a share is missing

Examples:
  assay load merge reports/load --out reports/merged`,
    )
    .action((path: string, { out }: { out: string }) => merge(path, out, context));
}

async function merge(path: string, out: string, context: CommandContext): Promise<void> {
  const { readShares } = await import('../../load/compare/read-runs.ts');
  const { EXIT_CODE } = await import('../../load/load-report.ts');
  const { mergeShares } = await import('../../load/merge-shares.ts');
  const { writeReport } = await import('../../load/run-load.ts');
  const report = mergeShares(await readShares(path));
  await writeReport(out, report);
  await printLoadReport(report, out, context);
  context.exitWith(EXIT_CODE[report.verdict]);
}
