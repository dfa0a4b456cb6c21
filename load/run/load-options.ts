import { UsageError } from '../../contract/errors.ts';
import { pathText } from '../../target/mistakes.ts';
import { loadMistakes } from '../../target/target-rules.ts';
import type { LoadTarget } from '../load-target.ts';
import { JOURNEYS, type Journey } from '../report/load-report.ts';
import { mixOf } from '../scripts/plan/mix.ts';
import {
  LOWEST_RATE,
  PROFILES,
  type ProfileName,
  peakOf,
  type Shape,
  shapeOf,
  virtualUsersFor,
} from '../scripts/plan/profiles.ts';
import { gatedEndpoints } from '../scripts/plan/thresholds.ts';
import { segmentsOf } from '../shares/segments.ts';
import { type JourneyOfRun, plannedJourneys } from './planned-journeys.ts';

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
  journeys: JourneyOfRun[];
  profile: ProfileName;
  /** of all journeys together */
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
  if (!PROFILES.includes(profile)) {
    problems.push(`the profile is ${profile}; expected one of ${PROFILES.join(', ')}`);
  }
  const size = SIZES[profile] ?? SIZES.smoke;
  const { durationSeconds = size.durationSeconds } = given;
  const { journeys, rate } = plannedJourneys(journey, given.rate, size.rate);
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
    problems.push(...unknownEndpoints(target, journeys), ...wrongSettings(target));
  }
  if (profile === 'breakpoint' && instances > 1) {
    problems.push('a breakpoint search cannot be split into segments');
  }
  if (instances > 1 && journeys.length > 1) {
    // Each process calls as users of its own, of whom lending knows one.
    problems.push('several journeys at once cannot be split into segments');
  }
  if (problems.length === 0) {
    segmentsOf(instances);
    problems.push(
      ...journeys.flatMap((each) =>
        tooFewUsers(each, shapeOf(profile, each.rate, durationSeconds), given),
      ),
    );
  }
  if (problems.length > 0) {
    throw new UsageError(problems.join('; '));
  }
  return { journeys, profile, rate, durationSeconds, warmUpSeconds, seed, instances };
}

/** k6 leaves out the share of an instance for which there is no virtual user, without a word. */
function tooFewUsers(
  { name }: JourneyOfRun,
  shape: Shape,
  { target: { load }, instances = 1 }: Given,
): string[] {
  const mix = mixOf(load?.mix);
  const { preAllocated } = virtualUsersFor(name, peakOf(shape), load?.virtualUsers, mix);
  return instances > preAllocated
    ? [
        `${instances} instances share ${preAllocated} virtual users; run fewer, or raise load.virtualUsers.preAllocated`,
      ]
    : [];
}

/** Names of both journeys are known, since one target file serves both; one's own has any. */
function unknownEndpoints({ load }: LoadTarget, journeys: readonly JourneyOfRun[]): string[] {
  if (journeys.some(({ script }) => script !== null)) {
    return [];
  }
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
