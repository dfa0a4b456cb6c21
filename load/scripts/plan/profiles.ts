import type { BuiltIn } from './journey.ts';
import type { Mix } from './mix.ts';

/** The load profiles. All are open-model: the rate of arrivals does not depend on the answers. */
export const PROFILES = ['smoke', 'average', 'stress', 'spike', 'soak', 'breakpoint'] as const;

/** The name of a profile. */
export type ProfileName = (typeof PROFILES)[number];

/** Ramps linearly from the rate before to `rate` (iterations per second) within `seconds`. */
export interface Stage {
  seconds: number;
  rate: number;
}

/** The course of the arrival rate over a run. */
export interface Shape {
  startRate: number;
  stages: Stage[];
}

/**
 * Stages as [share of the duration, multiple of the rate at its end], with the multiple at the
 * start. A jump is a stage of 1% of the duration. `breakpoint` is one step of the search that
 * `load/run/breakpoint.ts` makes.
 */
const COURSES: Record<ProfileName, { start: number; stages: [share: number, multiple: number][] }> =
  {
    smoke: { start: 1, stages: [[1, 1]] },
    average: {
      start: 0,
      stages: [
        [0.1, 1],
        [0.8, 1],
        [0.1, 0],
      ],
    },
    stress: {
      start: 0,
      stages: [
        [0.1, 1],
        [0.2, 1],
        [0.1, 1.5],
        [0.2, 1.5],
        [0.1, 2],
        [0.2, 2],
        [0.1, 0],
      ],
    },
    spike: {
      start: 1,
      stages: [
        [0.39, 1],
        [0.01, 5],
        [0.19, 5],
        [0.01, 1],
        [0.4, 1],
      ],
    },
    soak: { start: 1, stages: [[1, 1]] },
    breakpoint: { start: 1, stages: [[1, 1]] },
  };

/** The course of a profile sized by a rate (iterations per second) and a duration in seconds. */
export function shapeOf(profile: ProfileName, rate: number, durationSeconds: number): Shape {
  const { start, stages } = COURSES[profile];
  return {
    startRate: start * rate,
    stages: stages.map(([share, multiple]) => ({
      seconds: share * durationSeconds,
      rate: multiple * rate,
    })),
  };
}

/**
 * The course with so many seconds before it at the rate at which it begins, or where that is 0, at its
 * first higher one: what is cold at first has become warm.
 */
export function warmedUp(shape: Shape, seconds: number): Shape {
  if (seconds <= 0) {
    return shape;
  }
  const { startRate, stages } = shape;
  const rate = startRate > 0 ? startRate : (stages.find((stage) => stage.rate > 0)?.rate ?? 0);
  const [first] = stages;
  const goesOn = first && stages.length === 1 && first.rate === startRate;
  return {
    startRate: rate,
    stages: goesOn
      ? [{ rate, seconds: seconds + first.seconds }]
      : [
          { rate, seconds },
          ...(rate === startRate ? [] : [{ rate: startRate, seconds: 0 }]),
          ...stages,
        ],
  };
}

/** The highest rate of a course. */
export function peakOf(shape: Shape): number {
  return Math.max(shape.startRate, ...shape.stages.map((stage) => stage.rate));
}

/** The rate asked at a moment, in seconds since the start; 0 after the end. */
export function rateAt(shape: Shape, second: number): number {
  let before = shape.startRate;
  let begin = 0;
  for (const { seconds, rate } of shape.stages) {
    if (second < begin + seconds) {
      return before + ((rate - before) * (second - begin)) / seconds;
    }
    before = rate;
    begin += seconds;
  }
  return 0;
}

/** Iterations that a course asks for in all. */
export function iterationsOf(shape: Shape): number {
  let before = shape.startRate;
  let sum = 0;
  for (const { seconds, rate } of shape.stages) {
    sum += (seconds * (before + rate)) / 2;
    before = rate;
  }
  return sum;
}

/** How many virtual users stand ready, and how many there may be. */
export interface VirtualUsers {
  preAllocated: number;
  max: number;
}

/** Seconds that an iteration may take on average: a listing is one request, lending up to six. */
const ITERATION_SECONDS: Record<BuiltIn, number> = { 'payment-listing': 1, lending: 3 };
/** Of one's own nothing is known. */
const SECONDS_OF_OTHERS = 3;

/**
 * Enough virtual users for iterations as long as the gates allow. All of them stand ready: k6 drops
 * the iteration for which it has to make one more, and a dropped iteration fails the run.
 */
export function virtualUsersFor(
  journey: string,
  peak: number,
  given: Partial<VirtualUsers> = {},
  mix?: Mix,
): VirtualUsers {
  // Who thinks between three requests thinks twice.
  const thinking = journey === 'lending' ? 2 * (mix?.lending.thinkTime.max ?? 0) : 0;
  const known: Record<string, number> = ITERATION_SECONDS;
  const seconds = (known[journey] ?? SECONDS_OF_OTHERS) + thinking;
  const needed = clamp(Math.ceil(peak * seconds), 50, 3000);
  const preAllocated = given.preAllocated ?? Math.min(needed, given.max ?? needed);
  return { preAllocated, max: Math.max(preAllocated, given.max ?? preAllocated) };
}

/** k6 takes whole numbers of iterations per time unit: per so many seconds a rate is exact to four digits. */
const UNIT_SECONDS = 10_000;

/** The lowest rate that can be asked of k6, in iterations per second. */
export const LOWEST_RATE = 1 / UNIT_SECONDS;

/** A k6 scenario that follows the course. */
export function scenarioOf(shape: Shape, users: VirtualUsers, exec: string, gracefulMs: number) {
  const shared = {
    exec,
    timeUnit: `${UNIT_SECONDS}s`,
    preAllocatedVUs: users.preAllocated,
    maxVUs: users.max,
    gracefulStop: `${gracefulMs}ms`,
  };
  const [only, ...more] = shape.stages;
  if (only && more.length === 0) {
    const rate = Math.max(1, Math.round(only.rate * UNIT_SECONDS));
    const duration = `${Math.round(only.seconds * 1000)}ms`;
    return { executor: 'constant-arrival-rate' as const, rate, duration, ...shared };
  }
  return {
    executor: 'ramping-arrival-rate' as const,
    startRate: Math.round(shape.startRate * UNIT_SECONDS),
    stages: shape.stages.map(({ seconds, rate }) => ({
      target: Math.round(rate * UNIT_SECONDS),
      duration: `${Math.round(seconds * 1000)}ms`,
    })),
    ...shared,
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
