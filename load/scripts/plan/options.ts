import type { Options } from 'k6/options';
import { TREND_STATISTICS } from '../record/summary.ts';
import type { Journey } from './journey.ts';
import { peakOf, scenarioOf, shapeOf, virtualUsersFor } from './profiles.ts';
import { run } from './run.ts';
import { thresholdsOf } from './thresholds.ts';

/** Virtual users of the background. */
export const BACKGROUND_USERS = 20;

/** Requests of an iteration at most, one after the other: renewed tokens, states, repeats. */
const MOST_REQUESTS: Record<Journey, number> = { 'payment-listing': 3, lending: 15 };

/** Logins and refreshes per second beside the journey: one for 50 iterations, 0.5 to 2. */
function backgroundRate(): number {
  return Math.min(2, Math.max(0.5, run.rate / 50));
}

/** The k6 options of a journey: its profile, its background, its gates. */
export function journeyOptions(): Options {
  const { journey, profile, rate, durationSeconds, timeoutMs } = run;
  const shape = shapeOf(profile, rate, durationSeconds);
  const background = shapeOf('soak', backgroundRate(), durationSeconds);
  // What is in flight at the end may use up its timeouts, so that no slow answer drops out
  // unmeasured, and no repayment is booked that the audit knows nothing of.
  const graceful = (requests: number) => requests * timeoutMs + 1000;
  return {
    scenarios: {
      [journey]: scenarioOf(
        shape,
        virtualUsersFor(journey, peakOf(shape), run.virtualUsers),
        'journey',
        graceful(MOST_REQUESTS[journey]),
      ),
      // All stand ready, so that each of several k6 processes has some: one that has none and makes
      // them drops an iteration for each.
      sessions: scenarioOf(
        background,
        { preAllocated: BACKGROUND_USERS, max: BACKGROUND_USERS },
        'sessions',
        graceful(2),
      ),
    },
    thresholds: thresholdsOf(run.journey, run.thresholds),
    summaryTrendStats: TREND_STATISTICS,
    setupTimeout: '5m',
    noVUConnectionReuse: false,
    // The specification knows no redirect, and tokens are not for wherever one leads.
    maxRedirects: 0,
    ...(run.tlsAuth.length > 0 && { tlsAuth: run.tlsAuth }),
  };
}
