import { html } from 'hono/html';
import { LIVE_STYLE, liveHead } from '../../pages/live/live-head.ts';
import { LIVE_SCRIPT } from '../../pages/live/live-script.ts';
import type { Markup } from '../../pages/markup.ts';
import { visibleLine } from '../../pages/visible-text.ts';
import { capital, grouped } from '../../pages/words.ts';
import { milliseconds, percent, perSecond } from '../report/figures.ts';
import { plotsSection } from '../report/plots.ts';
import { renderPlotsPage } from '../report/plots-page.ts';
import { errorsText, warmUpText } from './figures-line.ts';
import { liveCharts } from './live-charts.ts';
import type { FiguresSoFar, LiveBucket } from './live-figures.ts';

/** A run of load while it goes on. */
export interface LoadSoFar {
  journey: string;
  /** the name of the target file */
  target: string;
  profile: string;
  durationSeconds: number;
  /** what is done now, in words */
  status: string;
  figures: FiguresSoFar;
  course: LiveBucket[];
  /** seconds of each point of the course */
  bucketSeconds: number;
}

/** The page of a load that goes on; its script listens behind the patch of that number. */
export function renderLiveLoadPage(soFar: LoadSoFar, since: number): string {
  const { journey, target, profile, durationSeconds, bucketSeconds, course } = soFar;
  const charts = liveCharts(course);
  return renderPlotsPage({
    title: `Running: ${visibleLine(journey, 100)} on ${visibleLine(target, 100)}`,
    tone: 'calm',
    masthead: html`<p class="kicker">${visibleLine(journey, 100)} on ${visibleLine(target, 200)}: ${profile}, ${durationSeconds} s</p>
<h1 class="running">Running</h1>
${liveHead(soFar.status)}
${figuresSoFar(soFar)}`,
    main: plotsSection(charts, 'Course of the run so far', {
      timeline: { bucketSeconds, buckets: [] },
    }),
    charts,
    style: LIVE_STYLE,
    script: LIVE_SCRIPT,
    data: { id: 'live', value: { since } },
    asksItsServer: true,
  });
}

/** How far the run is and its figures; the element is replaced while the run goes on. */
export function figuresSoFar({ figures, durationSeconds }: LoadSoFar): Markup {
  const { elapsedSeconds, latency, requests, rateAsked, rateAchieved } = figures;
  const done = Math.min(Math.floor(elapsedSeconds), durationSeconds);
  const errors = Object.values(figures.errors).reduce((sum, each) => sum + each, 0);
  const tiles: [term: string, value: string, more: string][] = [
    ['Iterations', perSecond(rateAchieved), `asked ${perSecond(rateAsked)}`],
    ['Dropped iterations', grouped(figures.droppedIterations), 'asked, and not begun in time'],
    ['Requests', grouped(requests), `${grouped(figures.virtualUsers)} virtual users`],
    ['Errors', percent(requests === 0 ? 0 : Math.min(1, errors / requests)), errorsText(figures)],
    latency === null
      ? ['Latency p95', '–', 'no answer yet']
      : [
          'Latency p95',
          `${milliseconds(latency.p95)} ms`,
          `p50 ${milliseconds(latency.p50)}, p99 ${milliseconds(latency.p99)} ms so far`,
        ],
  ];
  return html`<div id="live-figures"><progress max="${durationSeconds}" value="${done}" aria-label="Seconds of the load"></progress><p>${figures.warmUpSeconds > 0 ? capital(warmUpText(figures)) : `${done} of ${durationSeconds} s`}</p>
<dl class="facts big">${tiles.map(([term, value, more]) => html`<div><dt>${term}</dt><dd>${value}<small>${more}</small></dd></div>`)}</dl></div>`;
}
