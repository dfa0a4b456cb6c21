import { grouped } from '../../pages/words.ts';
import { milliseconds, perSecond } from '../report/figures.ts';
import type { FiguresSoFar } from './live-figures.ts';

/** The figures of a run so far on one line of a terminal. */
export function figuresLine(figures: FiguresSoFar): string {
  const { rateAsked, rateAchieved, latency, droppedIterations, virtualUsers } = figures;
  if (figures.warmUpSeconds > 0) {
    return `${warmUpText(figures)}, ${grouped(virtualUsers)} VUs`;
  }
  const latencies =
    latency === null
      ? 'no answer yet'
      : `p50 ${milliseconds(latency.p50)}, p95 ${milliseconds(latency.p95)}, p99 ${milliseconds(latency.p99)} ms`;
  return [
    `${perSecond(rateAchieved)} of ${perSecond(rateAsked)}`,
    latencies,
    errorsText(figures),
    `${grouped(droppedIterations)} dropped`,
    `${grouped(virtualUsers)} VUs`,
  ].join(', ');
}

/** What is said while nothing counts yet. */
export function warmUpText({ warmUpSeconds }: Pick<FiguresSoFar, 'warmUpSeconds'>): string {
  return `warming up for another ${Math.ceil(warmUpSeconds)} s, which is in no figure`;
}

/** Errors by kind, the most frequent first: `3 timeout, 1 status-500`, or `no errors`. */
export function errorsText({ errors }: Pick<FiguresSoFar, 'errors'>): string {
  const kinds = Object.entries(errors).sort(([, one], [, other]) => other - one);
  return kinds.length === 0
    ? 'no errors'
    : kinds.map(([kind, count]) => `${grouped(count)} ${kind}`).join(', ');
}
