import { ENDPOINTS, isBackground } from './endpoints.ts';
import { isBuiltIn } from './journey.ts';
import { iterationsOf, shapeOf } from './profiles.ts';
import type { Run } from './run.ts';

/** Of ten iterations, two repeat a key: once afterwards, or three times at once. */
const REPEATED = 0.4;

/** Logins and refreshes per second beside a journey: one for 50 iterations, 0.5 to 2. */
export function backgroundRate(rate: number): number {
  return Math.min(2, Math.max(0.5, rate / 50));
}

type Planned = Pick<Run, 'profile' | 'rate' | 'durationSeconds' | 'journeys' | 'mix'>;

/** About how many answers of an endpoint a run will see, so that enough of them are judged in full. */
export function expectedAnswers(
  { profile, rate, durationSeconds, journeys, mix }: Planned,
  endpoint: string,
): number {
  if (isBackground(endpoint)) {
    return backgroundRate(rate) * durationSeconds;
  }
  const first = endpoint.replace(/-repeat$/, '');
  const asking = journeys.find(({ name }) => isBuiltIn(name) && ENDPOINTS[name].includes(first));
  const shares: Record<string, number> = mix.lending.requests;
  const own = (asking?.rate ?? rate) * (shares[first] ?? 1);
  const iterations = iterationsOf(shapeOf(profile, own, durationSeconds));
  return endpoint.endsWith('-repeat') ? REPEATED * iterations : iterations;
}
