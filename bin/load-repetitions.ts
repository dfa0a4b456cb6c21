import type { LoadOptions } from '../load/run-load.ts';
import type { CommandContext } from './command-context.ts';
import { worstExitCode } from './exit-codes.ts';
import { printComparison, stoppable } from './load-comparison-on-terminal.ts';

/** Runs a journey as often as a baseline was, compares, and gives the exit code. */
export async function loadAgainst(
  settings: LoadOptions,
  path: string,
  context: CommandContext,
): Promise<number> {
  const { readRuns } = await import('../load/compare/read-runs.ts');
  const { runAgainst } = await import('../load/compare/run-comparison.ts');
  const { EXIT_CODE } = await import('../load/load-report.ts');
  const baseline = await readRuns(path);
  const compared = await runAgainst({ ...settings, ...stoppable(context), baseline });
  const compareCode = await printComparison(compared, settings.out, context);
  return worstExitCode([compareCode, ...compared.next.map(({ verdict }) => EXIT_CODE[verdict])]);
}

/** Runs a journey several times, writes a baseline where asked, and gives the exit code. */
export async function loadRepeatedly(
  settings: LoadOptions,
  repetitions: number,
  baseline: string | undefined,
  context: CommandContext,
): Promise<number> {
  const { runRepetitions, writeBaseline } = await import('../load/compare/run-comparison.ts');
  const { EXIT_CODE } = await import('../load/load-report.ts');
  const reports = await runRepetitions({ ...settings, ...stoppable(context), repetitions });
  for (const { verdict, reasons, startedAt } of reports) {
    context.print(`${startedAt}  ${verdict}${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`);
  }
  if (baseline !== undefined) {
    await writeBaseline(baseline, reports);
    context.print(`baseline: ${baseline}`);
  }
  return worstExitCode(reports.map(({ verdict }) => EXIT_CODE[verdict]));
}
