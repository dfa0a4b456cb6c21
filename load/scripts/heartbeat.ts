import { sleep } from 'k6';
import { generatorLag } from './record/counters.ts';

const BEAT_SECONDS = 0.1;

/**
 * Wakes up ten times per second and notes how late: as late does k6 notice an answer, and as late does it
 * begin an iteration. Nothing else tells whether its machine is too busy to measure. It is one iteration,
 * which k6 breaks off at the end, so that it is none of those that k6 counts.
 */
export function heartbeat(): void {
  for (;;) {
    const due = Date.now() + 1000 * BEAT_SECONDS;
    sleep(BEAT_SECONDS);
    generatorLag.add(Math.max(0, Date.now() - due));
  }
}
