import { UsageError } from '../../contract/errors.ts';
import type { Comparison } from '../../load/compare/comparison.ts';
import { readRuns } from '../../load/compare/read-runs.ts';
import { runAgainst, runRepetitions, writeBaseline } from '../../load/compare/run-comparison.ts';
import { EXIT_CODE, type LoadReport } from '../../load/report/load-report.ts';
import type { LoadOptions } from '../../load/run/run-load.ts';
import { visibleLine } from '../../pages/visible-text.ts';
import type { CommandContext } from '../command-context.ts';
import { worstExitCode } from '../exit-codes.ts';
import { printComparison, stoppable } from './load-comparison-on-terminal.ts';

/** What runs of one journey came to. */
export interface LoadOutcome {
  exitCode: number;
  /** those that were measured now */
  reports: LoadReport[];
  /** where they were compared */
  comparison?: Comparison;
}

/** Runs a journey as often as a baseline was, compares, and gives what they came to. */
export async function loadAgainst(
  settings: LoadOptions,
  path: string,
  minimumEffect: number | undefined,
  context: CommandContext,
): Promise<LoadOutcome> {
  const baseline = await readRuns(path);
  const options = { ...settings, ...stoppable(context), baseline, minimumEffect };
  const compared = await runAgainst(options);
  const exitCode = await printComparison(compared, settings.out, context);
  return { exitCode, reports: compared.next, comparison: compared.comparison };
}

/**
 * Runs a journey several times, writes a baseline where asked and every run can be compared, and gives
 * what the runs came to.
 */
export async function loadRepeatedly(
  settings: LoadOptions,
  repetitions: number,
  baseline: string | undefined,
  context: CommandContext,
): Promise<LoadOutcome> {
  const reports = await runRepetitions({ ...settings, ...stoppable(context), repetitions });
  for (const { verdict, reasons, startedAt } of reports) {
    const why = reasons.length > 0 ? `: ${visibleLine(reasons.join('; '), 500)}` : '';
    context.print(`${startedAt}  ${verdict}${why}`);
  }
  if (baseline !== undefined) {
    try {
      await writeBaseline(baseline, reports);
      context.print(`baseline: ${baseline}`);
    } catch (error) {
      // How the runs ended is told by their exit code; they were asked for rightly.
      if (!(error instanceof UsageError)) {
        throw error;
      }
      context.complain(`${baseline} was not written: ${error.message}`);
    }
  }
  return { exitCode: worstExitCode(reports.map(({ verdict }) => EXIT_CODE[verdict])), reports };
}
