import type { Options } from 'k6/options';
import { peakOf, scenarioOf, shapeOf, virtualUsersFor } from './profiles.ts';
import { run } from './run.ts';
import { TREND_STATISTICS } from './summary.ts';
import { thresholdsOf } from './thresholds.ts';

/** Virtual users of the background at most. */
export const BACKGROUND_USERS = 20;

/** Logins and refreshes per second beside the journey: one for 50 iterations, 0.5 to 2. */
function backgroundRate(): number {
  return Math.min(2, Math.max(0.5, run.rate / 50));
}

/** The k6 options of a journey: its profile, its background, its gates. */
export function journeyOptions(): Options {
  const { profile, rate, durationSeconds, timeoutMs } = run;
  const shape = shapeOf(profile, rate, durationSeconds);
  const background = shapeOf('soak', backgroundRate(), durationSeconds);
  // A request in flight at the end has until its own timeout, so that none drops out unmeasured.
  const graceful = timeoutMs + 1000;
  return {
    scenarios: {
      [run.journey]: scenarioOf(
        shape,
        virtualUsersFor(peakOf(shape), run.virtualUsers),
        'journey',
        graceful,
      ),
      sessions: scenarioOf(
        background,
        { preAllocated: 2, max: BACKGROUND_USERS },
        'sessions',
        graceful,
      ),
    },
    thresholds: thresholdsOf(run.journey, run.thresholds),
    summaryTrendStats: TREND_STATISTICS,
    setupTimeout: '5m',
    noVUConnectionReuse: false,
  };
}
