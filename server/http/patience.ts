import { setTimeout } from 'node:timers/promises';
import type { OpenRoute } from '../routes/route.ts';

/** How long a request waits for another process's lock on the database, in milliseconds. */
const PATIENCE = 5000;

/** The first and the longest pause between two attempts, in milliseconds. */
const FIRST_PAUSE = 10;
const LONGEST_PAUSE = 160;

/**
 * Tries a route again while another process holds the database locked. SQLite's own waiting would
 * stop the whole server, reads and `/healthz` included. A route may be run from its start again,
 * since what it writes is one transaction, and the body stays readable.
 *
 * The route throws SQLITE_BUSY when the lock outlasts PATIENCE.
 */
export function patiently(route: OpenRoute): OpenRoute {
  return (c) => {
    const again = (error: unknown) => tryAgain(error, () => route(c));
    try {
      const answer = route(c);
      return answer instanceof Response ? answer : answer.catch(again);
    } catch (error) {
      return again(error);
    }
  };
}

/**
 * The same of one piece of work, where the rest of its route is not to be done again.
 *
 * @throws SQLITE_BUSY when the lock outlasts PATIENCE
 */
export function whenUnlocked<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => tryAgain(error, work));
}

async function tryAgain<T>(error: unknown, work: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    if (!isLocked(error) || performance.now() > until) {
      throw error;
    }
    await setTimeout(pause);
    try {
      return await work();
    } catch (next) {
      error = next;
    }
  }
}

/** Whether another process's lock was in the way. */
export function isLocked(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_BUSY');
}
