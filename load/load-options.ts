import { UsageError } from '../contract/errors.ts';
import { JOURNEYS, type Journey } from './load-report.ts';
import type { LoadTarget } from './load-target.ts';
import { PROFILES, type ProfileName } from './scripts/profiles.ts';
import { gatedEndpoints } from './scripts/thresholds.ts';

/** Rate in iterations per second and duration in seconds of each profile where none is given. */
const SIZES: Record<ProfileName, { rate: number; durationSeconds: number }> = {
  smoke: { rate: 5, durationSeconds: 5 },
  average: { rate: 50, durationSeconds: 60 },
  stress: { rate: 50, durationSeconds: 120 },
  spike: { rate: 20, durationSeconds: 120 },
  soak: { rate: 20, durationSeconds: 3600 },
  breakpoint: { rate: 1000, durationSeconds: 80 },
};

interface Given {
  journey: Journey;
  target: LoadTarget;
  profile?: ProfileName;
  rate?: number;
  durationSeconds?: number;
  seed?: number;
}

/** What a gate may set. */
const GATES = ['p50', 'p95', 'p99', 'errorRate', 'minCount', 'wrongAnswers'];

/**
 * The options with their defaults.
 *
 * @throws UsageError naming every mistake at once
 */
export function checkedOptions(given: Given) {
  const { journey, target, profile = 'smoke', seed = 1 } = given;
  const problems: string[] = [];
  if (!JOURNEYS.includes(journey)) {
    problems.push(`the journey is ${journey}; expected one of ${JOURNEYS.join(', ')}`);
  }
  if (!PROFILES.includes(profile)) {
    problems.push(`the profile is ${profile}; expected one of ${PROFILES.join(', ')}`);
  }
  const size = SIZES[profile] ?? SIZES.smoke;
  const { rate = size.rate, durationSeconds = size.durationSeconds } = given;
  if (!(rate > 0 && rate <= 100_000)) {
    problems.push(`the rate is ${rate}; expected iterations per second, above 0 up to 100000`);
  }
  if (!(durationSeconds >= 1 && durationSeconds <= 7 * 86_400)) {
    problems.push(`the duration is ${durationSeconds}; expected seconds, from 1 to a week`);
  }
  if (!(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31)) {
    problems.push(`the seed is ${seed}; expected a whole number from 0 to 2147483647`);
  }
  if (problems.length === 0) problems.push(...wrongThresholds(target));
  if (problems.length > 0) throw new UsageError(problems.join('; '));
  return { profile, rate, durationSeconds, seed };
}

/** Names of both journeys are known, since one target file serves both. */
function wrongThresholds({ load }: LoadTarget): string[] {
  const known = new Set(['*', ...JOURNEYS.flatMap(gatedEndpoints)]);
  return Object.entries(load?.thresholds ?? {}).flatMap(([endpoint, gates]) => {
    const where = `load.thresholds.${endpoint}`;
    if (!known.has(endpoint)) {
      return [`${where} is no endpoint under load; expected one of ${[...known].join(', ')}`];
    }
    return Object.entries(gates).flatMap(([gate, limit]) => {
      if (!GATES.includes(gate)) {
        return [`${where}.${gate} is unknown; expected one of ${GATES.join(', ')}`];
      }
      const isNumber = typeof limit === 'number' && limit >= 0;
      return isNumber ? [] : [`${where}.${gate} is ${limit}; expected a number of 0 or more`];
    });
  });
}
