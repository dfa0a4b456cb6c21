import { type LiveServer, startLiveServer } from '../../pages/live/live-server.ts';
import type { Part } from '../../pages/live/patch.ts';
import type { LoadProgress } from '../run/run-load.ts';
import { liveCharts } from './live-charts.ts';
import type { LiveFigures } from './live-figures.ts';
import { figuresSoFar, type LoadSoFar, renderLiveLoadPage } from './live-load-page.ts';

/** A page on this machine that shows a load while it goes on. */
export interface LiveLoad extends Pick<LiveServer, 'url' | 'freeze' | 'close'> {
  /** takes what the run says, and changes the page; a step in words is read out */
  progress(step: LoadProgress): void;
}

/** What is known of the run before it begins. */
export type PlannedLoad = Pick<LoadSoFar, 'journey' | 'target' | 'profile' | 'durationSeconds'>;

/** Serves the page; the figures are those that the run's samples are gathered in. */
export async function startLiveLoad(
  planned: PlannedLoad,
  figures: LiveFigures,
  now: () => number = Date.now,
): Promise<LiveLoad> {
  let status = 'Getting ready.';
  const soFar = (): LoadSoFar => ({
    ...{ ...planned, status, bucketSeconds: figures.seconds },
    ...{ figures: figures.soFar(now()), course: figures.course(now()) },
  });
  const server = await startLiveServer((since) => renderLiveLoadPage(soFar(), since));
  let told = '';
  return {
    ...{ url: server.url, freeze: server.freeze, close: server.close },
    progress(step) {
      const state = soFar();
      status =
        step.phase !== 'load'
          ? `${step.message}.`
          : state.figures.warmUpSeconds > 0
            ? 'The load warms up: what it measures now is in no figure.'
            : 'The load goes on.';
      const parts: Record<string, Part> = {
        'live-figures': { html: `${figuresSoFar(state)}` },
        charts: { data: liveCharts(state.course) },
        ...(status !== told && { 'live-status': { text: status } }),
      };
      told = status;
      server.send(parts);
    },
  };
}
