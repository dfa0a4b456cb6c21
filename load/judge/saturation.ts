import type { GeneratorCost, Timeline, TimelineBucket } from '../report/load-report.ts';

/**
 * Milliseconds by which k6 wakes up late, in the median of a second, from which on it measures itself:
 * each answer waits as long to be noticed. An idle machine has 0 to 2.
 */
const MOST_LAG_MS = 20;
/** Seconds of iterations that were due and neither started nor dropped. */
const MOST_BEHIND_SECONDS = 0.5;
/** Fewer seconds than this, or than this share of the run, are a hiccup; a run that is shorter has no more. */
const LEAST_SECONDS = 3;
const LEAST_SHARE = 0.1;

/**
 * In how many seconds the machine of k6 was too busy to measure, by its own account: it woke up late, or
 * began its iterations late. Such a run tells of the generator, and not of the target.
 */
export function saturationOf(
  timeline: Timeline,
  durationSeconds: number,
): Pick<GeneratorCost, 'saturated' | 'saturatedSeconds'> {
  const late = lateOf(timeline, durationSeconds).filter(Boolean);
  const saturatedSeconds = late.length * timeline.bucketSeconds;
  const least = Math.max(Math.min(LEAST_SECONDS, durationSeconds), LEAST_SHARE * durationSeconds);
  return { saturatedSeconds, saturated: saturatedSeconds >= least };
}

/**
 * Whether iterations were dropped, and all of them while k6 woke up or began late, or right after: its virtual
 * users were held up by its own machine, so that what was dropped says nothing about the target.
 */
export function dropsAreOurs(timeline: Timeline, durationSeconds: number): boolean {
  const late = lateOf(timeline, durationSeconds);
  const dropped = timeline.buckets.flatMap(({ droppedIterations }, index) =>
    droppedIterations > 0 ? [index] : [],
  );
  return dropped.length > 0 && dropped.every((index) => late[index] || late[index - 1]);
}

/** Of each bucket, whether k6 was late in it. */
function lateOf({ bucketSeconds, buckets }: Timeline, durationSeconds: number): boolean[] {
  const behind = behindBy(buckets, bucketSeconds);
  return buckets.map(
    ({ second, generator: { lagMs } }, index) =>
      second < durationSeconds &&
      ((lagMs ?? 0) >= MOST_LAG_MS || (behind[index] ?? 0) >= MOST_BEHIND_SECONDS),
  );
}

/** How far the start of iterations is behind what was asked by the end of each bucket, in seconds. */
function behindBy(buckets: readonly TimelineBucket[], seconds: number): number[] {
  let due = 0;
  let done = 0;
  return buckets.map(({ rateAsked, rateAchieved, droppedIterations }) => {
    due += rateAsked * seconds;
    done += rateAchieved * seconds + droppedIterations;
    // One iteration more or less falls into the next second.
    return rateAsked <= 0 ? 0 : Math.max(0, due - done - 2) / rateAsked;
  });
}
