import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { printLoadReport } from '../terminal/load-outcome.ts';

interface CollectCommandOptions {
  target: string;
  out: string;
  referenceDb?: string;
}

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
    .addHelpText(
      'after',
      `
Exit codes: those of the run as a whole, as \`assay load\` gives them; 2 where a share is missing

Examples:
  assay load collect results --target target.json --out reports/cluster`,
    )
    .action((folder: string, options: CollectCommandOptions) => collect(folder, options, context));
}

async function collect(
  folder: string,
  { target: targetFile, out, referenceDb }: CollectCommandOptions,
  context: CommandContext,
): Promise<void> {
  const { readTargetFile } = await import('../../conformance/target/target-file.ts');
  const { collectRuns } = await import('../../load/shares/collect.ts');
  const { EXIT_CODE } = await import('../../load/report/load-report.ts');
  const { writeReport } = await import('../../load/run/run-load.ts');
  const { referenceLedger } = await import('../../server/database/reference-ledger.ts');
  const report = await collectRuns({
    ...{ folder, target: await readTargetFile(targetFile) },
    ...(referenceDb !== undefined && { ledger: referenceLedger(referenceDb) }),
    ...{ signal: context.signal, onProgress: context.print },
  });
  await writeReport(out, report);
  await printLoadReport(report, out, context);
  context.exitWith(EXIT_CODE[report.verdict]);
}
