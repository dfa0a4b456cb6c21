import { EXIT_CODE } from '../../load/report/load-report.ts';
import {
  type LoadOptions,
  type LoadResult,
  measureLoad,
  writeReport,
} from '../../load/run/run-load.ts';
import type { CommandContext } from '../command-context.ts';
import { printLoadReport, tellLoadReport } from './load-outcome.ts';
import { type Progress, showProgress } from './progress.ts';

/**
 * Runs one journey with live progress, prints what it found and where the report is, and gives both
 * with the exit code.
 *
 * @throws UnavailableError as `runLoad` does; where the report cannot be written it is printed first
 */
export async function loadOnTerminal(
  {
    instances = 1,
    ...options
  }: Omit<LoadOptions, 'onProgress' | 'signal'> & { instances?: number | undefined },
  context: CommandContext,
): Promise<Pick<LoadResult, 'report' | 'exitCode'>> {
  let progress: Progress | undefined;
  const report = await measureLoad({
    ...options,
    instances,
    signal: context.signal,
    onProgress: (step) => {
      if (step.phase === 'load') {
        progress ??= showProgress(options.journey, step.durationSeconds, 's', context);
        progress.update(Math.min(Math.round(step.elapsedSeconds), step.durationSeconds));
      } else {
        progress?.stop();
        progress = undefined;
        context.print(`${options.journey}: ${step.message}`);
      }
    },
  }).finally(() => progress?.stop());
  try {
    await writeReport(options.out, report);
  } catch (error) {
    // What an hour has measured is not lost with the disk: it is told here, if nowhere else.
    tellLoadReport(report, context);
    throw error;
  }
  await printLoadReport(report, options.out, context);
  return { report, exitCode: EXIT_CODE[report.verdict] };
}
