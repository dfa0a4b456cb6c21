import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The heap of the worker that runs the checks, in MiB; `--max-old-space-size` overrides it. */
export const WORKER_HEAP_MIB = 160;

/** How much of the heap may be in use after an answer was read; the rest is for the work on it. */
const SHARE = 0.5;

/** How long a heap that was found full is taken to be so, in milliseconds: looking costs time. */
const FULL_FOR_MS = 500;

/** Tells whether this thread's heap has room for what an answer holds. */
export interface HeapGauge {
  /** whether a value of about so many bytes fits; what is garbage by now is collected first */
  hasRoomFor(bytes: number): boolean;
}

/**
 * Makes a gauge of the heap of the thread that calls it. What checks hold is known to nobody but
 * the garbage collector, so it is asked.
 */
export function createHeapGauge(
  heapMib = WORKER_HEAP_MIB,
  used: () => number = () => getHeapStatistics().used_heap_size,
  collect: () => void = collectGarbage,
): HeapGauge {
  const most = SHARE * Math.min(getHeapStatistics().heap_size_limit, heapMib * 1024 * 1024);
  let fullSince = Number.NEGATIVE_INFINITY;
  return {
    hasRoomFor(bytes) {
      if (used() + bytes <= most) {
        return true;
      }
      if (performance.now() - fullSince < FULL_FOR_MS) {
        return false;
      }
      collect();
      const fits = used() + bytes <= most;
      if (!fits) {
        fullSince = performance.now();
      }
      return fits;
    },
  };
}

let collector: (() => void) | undefined;

/** Collects this thread's garbage now, which takes some 30 ms. */
export function collectGarbage(): void {
  if (!collector) {
    // The one way to have the collector at hand without an option of the process.
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as () => void;
  }
  collector();
}
