import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { figuresLine } from '../../load/live/figures-line.ts';
import { LiveFigures } from '../../load/live/live-figures.ts';
import { type LiveLoad, startLiveLoad } from '../../load/live/live-load.ts';
import { checkedOptions } from '../../load/run/load-options.ts';
import type { LoadOptions, LoadResult } from '../../load/run/run-load.ts';
import { runLoad } from '../../load/run/run-load.ts';
import { runSegments } from '../../load/shares/segments.ts';
import type { CommandContext } from '../command-context.ts';
import { printLoadReport } from './load-outcome.ts';
import { type Progress, showProgress } from './progress.ts';

/** A run on a terminal. */
export type TerminalLoad = Omit<LoadOptions, 'onProgress' | 'onSample' | 'signal'> & {
  instances?: number | undefined;
  /** also shows the run on a page of this machine, which becomes its report */
  ui?: boolean | undefined;
};

/** Runs one journey with live progress and prints what it found and where the report is. */
export async function loadOnTerminal(
  { instances = 1, ui = false, ...options }: TerminalLoad,
  context: CommandContext,
): Promise<LoadResult> {
  const { journey, target, out } = options;
  const { profile, durationSeconds } = checkedOptions({ ...options, instances });
  const figures = new LiveFigures([journey], durationSeconds, target.timeoutMs / 1000);
  const planned = { journey, target: target.name, profile, durationSeconds };
  const live = ui ? await startLiveLoad(planned, figures) : undefined;
  if (live) {
    context.print(`live page: ${live.url}`);
  }
  const shown = shownOn(journey, figures, context, live);
  const run = (settings: LoadOptions) =>
    instances > 1 ? runSegments({ ...settings, instances }) : runLoad(settings);
  try {
    const result = await run({
      ...options,
      signal: context.signal,
      onSample: (sample, process) => figures.take(sample, process),
      onProgress: shown.progress,
    }).finally(shown.stop);
    await printLoadReport(result.report, out, context);
    await live?.freeze(await readFile(join(out, `load-${journey}.html`), 'utf8'));
    return result;
  } finally {
    await live?.close();
  }
}

/** What a run says, on the terminal and the page. */
function shownOn(
  journey: string,
  figures: LiveFigures,
  context: CommandContext,
  live: LiveLoad | undefined,
) {
  let progress: Progress | undefined;
  const stop = () => {
    progress?.stop();
    progress = undefined;
  };
  return {
    stop,
    progress: (step: Parameters<NonNullable<LoadOptions['onProgress']>>[0]) => {
      if (step.phase === 'load') {
        const { durationSeconds, elapsedSeconds, rateAsked } = step;
        figures.ask(rateAsked, Date.now());
        progress ??= showProgress(journey, durationSeconds, 's', context);
        const done = Math.min(Math.round(elapsedSeconds), durationSeconds);
        progress.update(done, figuresLine(figures.soFar(Date.now())));
      } else {
        stop();
        if (step.phase === 'setup') {
          // another step of a search begins, or nothing has
          figures.restart();
        }
        context.print(`${journey}: ${step.message}`);
      }
      live?.progress(step);
    },
  };
}
