import { EXIT_CODE } from '../../load/report/load-report.ts';
import { writeReport } from '../../load/run/run-load.ts';
import { collectRuns } from '../../load/shares/collect.ts';
import { referenceLedger } from '../../server/database/reference-ledger.ts';
import { readTargetFile } from '../../target/target-file.ts';
import type { CommandContext } from '../command-context.ts';
import { type JsonOption, printJson, wordsOf } from '../json-option.ts';
import { printLoadReport } from '../terminal/load-outcome.ts';

/** The options of `assay load collect`. */
export interface CollectCommandOptions extends JsonOption {
  target: string;
  out: string;
  referenceDb?: string;
}

/**
 * Makes one report of what the k6 processes of a run left, and prints it.
 *
 * @throws UsageError where a share is missing
 */
export async function collect(
  folder: string,
  { target: targetFile, out, referenceDb, ...options }: CollectCommandOptions,
  context: CommandContext,
): Promise<void> {
  const words = wordsOf(context, options);
  const report = await collectRuns({
    ...{ folder, target: await readTargetFile(targetFile) },
    ...(referenceDb !== undefined && { ledger: referenceLedger(referenceDb) }),
    ...{ signal: context.signal, onProgress: words.print },
  });
  await writeReport(out, report);
  await printLoadReport(report, out, words);
  const exitCode = EXIT_CODE[report.verdict];
  printJson(context, options, { exitCode, reports: [report] });
  context.exitWith(exitCode);
}
