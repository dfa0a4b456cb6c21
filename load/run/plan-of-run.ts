import { createHash } from 'node:crypto';
import type { LoadTarget } from '../load-target.ts';
import type { LoadFingerprint } from '../report/load-report.ts';
import type { PlannedJourney } from '../scripts/plan/journey.ts';
import { mixOf } from '../scripts/plan/mix.ts';

/** What of a run's plan has to be equal for two runs to be compared: each journey's rate, and the mix. */
export function planOf(
  journeys: readonly PlannedJourney[],
  { load }: Pick<LoadTarget, 'load'>,
): Pick<LoadFingerprint, 'rates' | 'mixDigest'> {
  const mix = { ...mixOf(load?.mix), usersPerTenant: load?.mix?.usersPerTenant ?? null };
  return {
    rates: Object.fromEntries(journeys.map(({ name, rate }) => [name, rate])),
    mixDigest: createHash('sha256').update(JSON.stringify(mix)).digest('hex'),
  };
}
