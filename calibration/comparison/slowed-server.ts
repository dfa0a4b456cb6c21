import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Layer } from '../servers/exchange-layer.ts';

/** How slow a server is made. */
export interface Slowness {
  /** milliseconds that every answer takes beside the reference server's own time */
  addedMs: number;
  /** what all that is then multiplied by: 1.1 is 10% slower */
  factor: number;
}

/** A timer may fire a little late, so the rest is waited for in turns of the event loop. */
const TIMER_IS_LATE_BY_MS = 2;

/** Every answer takes longer by what is asked, to some hundredths of a millisecond. */
export function slowedBy({ addedMs, factor }: Slowness): Layer {
  return async (request, next) => {
    const begun = performance.now();
    const answer = await next(request);
    const due = begun + (performance.now() - begun + addedMs) * factor;
    const timer = due - performance.now() - TIMER_IS_LATE_BY_MS;
    if (timer > 0) {
      await delay(timer);
    }
    while (performance.now() < due) {
      await nextTurn();
    }
    return answer;
  };
}
