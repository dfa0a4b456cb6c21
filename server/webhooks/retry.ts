/** When a delivery that failed is tried again. Times are milliseconds. */
export interface RetryPlan {
  /** How often a delivery is tried before it is a dead letter. */
  attempts: number;
  /** Before the second attempt; each further pause is FACTOR times as long. */
  firstPause: number;
}

/** How much longer each pause is than the one before. */
const FACTOR = 5;

/** The most that is waited, whatever the plan or the receiver says. */
const LONGEST = 24 * 3600 * 1000;

/** Eight attempts in some 27 hours: 5 s, 25 s, 2 min, 10 min, 52 min, 4 h, 22 h. */
export const RETRIES: RetryPlan = { attempts: 8, firstPause: 5000 };

/**
 * The pause after a failed attempt, in milliseconds: exponential, and up to a fifth longer by
 * chance, so that what failed together does not come again together.
 *
 * @param attempt the number of the attempt that failed, from 1
 * @param retryAfter what the receiver asked for by Retry-After (RFC 9110 10.2.3), in milliseconds
 * @param random from 0 to 1
 */
export function pauseAfter(
  { firstPause }: RetryPlan,
  attempt: number,
  retryAfter: number,
  random: number,
): number {
  const pause = firstPause * FACTOR ** (attempt - 1) * (1 + random / 5);
  return Math.round(Math.min(LONGEST, Math.max(pause, retryAfter)));
}
