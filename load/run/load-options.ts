import { UsageError } from '../../contract/errors.ts';
import { pathText } from '../../target/mistakes.ts';
import { loadMistakes } from '../../target/target-rules.ts';
import type { LoadTarget } from '../load-target.ts';
import { JOURNEYS, type Journey } from '../report/load-report.ts';
import {
  LOWEST_RATE,
  PROFILES,
  type ProfileName,
  peakOf,
  shapeOf,
  virtualUsersFor,
} from '../scripts/plan/profiles.ts';
import { segmentsOf } from '../shares/segments.ts';
import { gatedEndpoints } from '../scripts/plan/thresholds.ts';

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
  warmUpSeconds?: number;
  seed?: number;
  /** k6 processes that share the run; default 1 */
  instances?: number;
}

/** The options of a run, none left out. */
export interface Settings {
  profile: ProfileName;
  rate: number;
  durationSeconds: number;
  warmUpSeconds: number;
  seed: number;
  instances: number;
}

/**
 * The options with their defaults.
 *
 * @throws UsageError naming every mistake at once
 */
export function checkedOptions(given: Given): Settings {
  const { journey, target, profile = 'smoke', seed = 1, instances = 1 } = given;
  const { warmUpSeconds = 0 } = given;
  const problems: string[] = [];
  if (!JOURNEYS.includes(journey)) {
    problems.push(`the journey is ${journey}; expected one of ${JOURNEYS.join(', ')}`);
  }
  if (!PROFILES.includes(profile)) {
    problems.push(`the profile is ${profile}; expected one of ${PROFILES.join(', ')}`);
  }
  const size = SIZES[profile] ?? SIZES.smoke;
  const { rate = size.rate, durationSeconds = size.durationSeconds } = given;
  if (!(rate >= LOWEST_RATE && rate <= 100_000)) {
    problems.push(
      `the rate is ${rate}; expected iterations per second, from ${LOWEST_RATE} to 100000`,
    );
  }
  if (!(warmUpSeconds >= 0 && warmUpSeconds <= 86_400)) {
    problems.push(`the warm-up is ${warmUpSeconds}; expected seconds, from 0 to a day`);
  }
  if (!(durationSeconds >= 1 && durationSeconds <= 7 * 86_400)) {
    problems.push(`the duration is ${durationSeconds}; expected seconds, from 1 to a week`);
  }
  if (!(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31)) {
    problems.push(`the seed is ${seed}; expected a whole number from 0 to 2147483647`);
  }
  if (problems.length === 0) {
    problems.push(...unknownEndpoints(target), ...wrongSettings(target));
  }
  if (profile === 'breakpoint' && instances > 1) {
    problems.push('a breakpoint search cannot be split into segments');
  }
  if (problems.length === 0) {
    segmentsOf(instances);
    const peak = peakOf(shapeOf(profile, rate, durationSeconds));
    const { preAllocated } = virtualUsersFor(journey, peak, target.load?.virtualUsers);
    // k6 leaves out the share of an instance for which there is no virtual user, without a word.
    if (instances > preAllocated) {
      problems.push(
        `${instances} instances share ${preAllocated} virtual users; run fewer, or raise load.virtualUsers.preAllocated`,
      );
    }
  }
  if (problems.length > 0) {
    throw new UsageError(problems.join('; '));
  }
  return { profile, rate, durationSeconds, warmUpSeconds, seed, instances };
}

/** Names of both journeys are known, since one target file serves both. */
function unknownEndpoints({ load }: LoadTarget): string[] {
  const known = new Set(['*', ...JOURNEYS.flatMap(gatedEndpoints)]);
  return Object.keys(load?.thresholds ?? {})
    .filter((endpoint) => !known.has(endpoint))
    .map((endpoint) => {
      const where = pathText(['load', 'thresholds', endpoint]);
      return `${where} is no endpoint under load; expected one of ${[...known].join(', ')}`;
    });
}

/** A target file has been checked when it was read; a target that a program made has not. */
function wrongSettings({ load }: LoadTarget): string[] {
  if (load === undefined) {
    return [];
  }
  return loadMistakes(load).map(({ path, text }) => `${pathText(['load', ...path])} ${text}`);
}
