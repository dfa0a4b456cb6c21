import type { LoadOptions, LoadResult } from '../load/run-load.ts';
import type { CommandContext } from './command-context.ts';
import { loadSummary } from './load-summary.ts';
import { type Progress, showProgress } from './progress.ts';

/** Runs one journey with live progress and prints what it found and where the report is. */
export async function loadOnTerminal(
  options: Omit<LoadOptions, 'onProgress' | 'signal'>,
  context: CommandContext,
): Promise<LoadResult> {
  const { runLoad } = await import('../load/run-load.ts');
  let progress: Progress | undefined;
  const result = await runLoad({
    ...options,
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
  context.print(`\n${loadSummary(result.report)}`);
  context.print(`report: ${result.file}`);
  return result;
}
