import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import type { DiffOptions } from '../work/reports/diff.ts';

/** `assay diff`: what changed between two conformance reports. */
export function addDiff(program: Command, context: CommandContext): void {
  program
    .command('diff')
    .summary('say what changed between two reports')
    .description(
      'Compares two report.json of `assay certify`: what broke, what was fixed, what is tested only now or no more, and which observations moved.',
    )
    .argument('<old>', 'the older report.json, or the folder that holds it')
    .argument('<new>', 'the newer one')
    .option('--json', 'print JSON (urn:assay:schema:report-diff) instead of text')
    .option('-o, --out <folder>', 'also write diff.json and diff.html there')
    .addHelpText(
      'after',
      `
Exit codes: 0 nothing got worse, 1 something did, 2 wrong usage or no such report,
4 a file could not be written

Examples:
  assay diff reports/before reports/after
  assay diff reports/before/report.json reports/after/report.json --out reports/diff
  assay diff reports/main reports/branch --json | jq '.changes[] | select(.worse)'`,
    )
    .action(async (before: string, after: string, options: DiffOptions) => {
      const { diff } = await import('../work/reports/diff.ts');
      await diff(before, after, options, context);
    });
}
