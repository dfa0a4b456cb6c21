import type { LoadOptions, LoadResult } from '../../load/run/run-load.ts';
import { runLoad } from '../../load/run/run-load.ts';
import type { CommandContext } from '../command-context.ts';
import { printLoadReport } from './load-outcome.ts';
import { type Progress, showProgress } from './progress.ts';

/** Runs one journey with live progress and prints what it found and where the report is. */
export async function loadOnTerminal(
  {
    instances = 1,
    ...options
  }: Omit<LoadOptions, 'onProgress' | 'signal'> & { instances?: number | undefined },
  context: CommandContext,
): Promise<LoadResult> {
  let progress: Progress | undefined;
  const result = await runLoad({
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
  await printLoadReport(result.report, options.out, context);
  return result;
}
