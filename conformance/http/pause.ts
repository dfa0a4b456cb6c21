import { setTimeout as wait } from 'node:timers/promises';

/** A time in which nothing is sent, since the target asked to be left alone. */
interface Pause {
  /** nothing is sent for so long from now; the longest of several counts */
  begin(ms: number): void;
  /** resolves once nobody has asked to wait any longer, or the signal is aborted */
  over(): Promise<void>;
  /** all pauses together, the rest of the present one included, in milliseconds */
  totalMs(): number;
}

/** A pause that has not begun; the signal ends every wait. */
export function createPause(signal?: AbortSignal): Pause {
  let until = 0;
  let total = 0;
  return {
    begin(ms) {
      const now = performance.now();
      const end = now + ms;
      if (end <= until) {
        return;
      }
      total += end - Math.max(until, now);
      until = end;
    },
    async over() {
      for (let left = until - performance.now(); left > 0; left = until - performance.now()) {
        if (signal?.aborted) {
          return;
        }
        await wait(left, undefined, { signal }).catch(() => {});
      }
    },
    totalMs: () => total,
  };
}
