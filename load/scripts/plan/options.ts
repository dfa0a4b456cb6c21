import type { Options } from 'k6/options';
import { TREND_STATISTICS } from '../record/summary.ts';
import { backgroundRate } from './expected-answers.ts';
import { type BuiltIn, isBuiltIn } from './journey.ts';
import { peakOf, scenarioOf, shapeOf, virtualUsersFor, warmedUp } from './profiles.ts';
import { run } from './run.ts';

/** Virtual users of the logins and refreshes. */
export const BACKGROUND_USERS = 20;

/** Requests of an iteration at most, one after the other: renewed tokens, states, repeats. */
const MOST_REQUESTS: Record<BuiltIn, number> = { 'payment-listing': 3, lending: 15 };
const REQUESTS_OF_OTHERS = 15;

/** The k6 options of a run: its journeys and its background. Gates are judged on the samples. */
export function journeyOptions(): Options {
  const { profile, rate, durationSeconds, warmUpSeconds, timeoutMs, instances, mix } = run;
  const seconds = warmUpSeconds + durationSeconds;
  const background = shapeOf('soak', backgroundRate(rate), seconds);
  // What is in flight at the end may use up its timeouts, so that no slow answer drops out
  // unmeasured, and no repayment is booked that the audit knows nothing of.
  const graceful = (requests: number) => requests * timeoutMs + 1000;
  const journeys = run.journeys.map(({ name, rate: own }, place) => {
    const shape = warmedUp(shapeOf(profile, own, durationSeconds), warmUpSeconds);
    const requests = isBuiltIn(name) ? MOST_REQUESTS[name] : REQUESTS_OF_OTHERS;
    const thinking = name === 'lending' ? 2000 * mix.lending.thinkTime.max : 0;
    const users = virtualUsersFor(name, peakOf(shape), run.virtualUsers, mix);
    return [name, scenarioOf(shape, users, `journey${place}`, graceful(requests) + thinking)];
  });
  return {
    scenarios: {
      ...Object.fromEntries(journeys),
      // All stand ready, so that each of several k6 processes has some: one that has none and makes
      // them drops an iteration for each.
      sessions: scenarioOf(
        background,
        { preAllocated: BACKGROUND_USERS, max: BACKGROUND_USERS },
        'sessions',
        graceful(2),
      ),
      // One for each process: what is due there at a time and comes late, comes late for all.
      heartbeat: {
        executor: 'constant-vus',
        exec: 'heartbeat',
        vus: instances,
        duration: `${Math.round(seconds * 1000)}ms`,
        gracefulStop: '0s',
      },
    },
    summaryTrendStats: TREND_STATISTICS,
    setupTimeout: '5m',
    noVUConnectionReuse: false,
    // The specification knows no redirect, and tokens are not for wherever one leads.
    maxRedirects: 0,
    ...(run.tlsAuth.length > 0 && { tlsAuth: run.tlsAuth }),
  };
}
