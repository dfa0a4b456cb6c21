import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { figuresLine } from '../../load/live/figures-line.ts';
import { LiveFigures } from '../../load/live/live-figures.ts';
import { type LiveLoad, startLiveLoad } from '../../load/live/live-load.ts';
import { EXIT_CODE } from '../../load/report/load-report.ts';
import { checkedOptions } from '../../load/run/load-options.ts';
import { nameOf } from '../../load/run/planned-journeys.ts';
import {
  type LoadOptions,
  type LoadResult,
  measureLoad,
  writeReport,
} from '../../load/run/run-load.ts';
import type { CommandContext } from '../command-context.ts';
import { printLoadReport, tellLoadReport } from './load-outcome.ts';
import { type Progress, showProgress } from './progress.ts';

/** A run on a terminal. */
export type TerminalLoad = Omit<LoadOptions, 'onProgress' | 'onSample' | 'signal' | 'instances'> & {
  instances?: number | undefined;
  /** also shows the run on a page of this machine, which becomes its report */
  ui?: boolean | undefined;
};

/**
 * Runs journeys with live progress, prints what was found and where the report is, and gives both with
 * the exit code.
 *
 * @throws UnavailableError as `runLoad` does; where the report cannot be written it is printed first
 */
export async function loadOnTerminal(
  { instances = 1, ui = false, ...options }: TerminalLoad,
  context: CommandContext,
): Promise<Pick<LoadResult, 'report' | 'exitCode'>> {
  const { target, out } = options;
  const settings = checkedOptions({ ...options, instances });
  const { journeys, profile, durationSeconds, warmUpSeconds } = settings;
  const journey = nameOf(journeys);
  const names = journeys.map(({ name }) => name);
  const timeoutSeconds = target.timeoutMs / 1000;
  const figures = new LiveFigures(names, durationSeconds, timeoutSeconds, warmUpSeconds);
  const planned = { journey, target: target.name, profile, durationSeconds };
  const live = ui ? await startLiveLoad(planned, figures) : undefined;
  if (live) {
    context.print(`live page: ${live.url}`);
  }
  const shown = shownOn(journey, figures, context, live);
  try {
    const report = await measureLoad({
      ...options,
      instances,
      signal: context.signal,
      onSample: (sample, process) => figures.take(sample, process),
      onProgress: shown.progress,
    }).finally(shown.stop);
    try {
      await writeReport(out, report);
    } catch (error) {
      // What an hour has measured is not lost with the disk: it is told here, if nowhere else.
      tellLoadReport(report, context);
      throw error;
    }
    await printLoadReport(report, out, context);
    await live?.freeze(await readFile(join(out, `load-${journey}.html`), 'utf8'));
    return { report, exitCode: EXIT_CODE[report.verdict] };
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
