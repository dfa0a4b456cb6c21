import type { CheckResult } from '../result.ts';
import type { Target } from '../target/target.ts';

/**
 * The worker in which vitest runs the checks and the process that started it talk over a
 * BroadcastChannel: unlike a file it leaves no secret on the disk, and unlike vitest's `provide` it
 * is fresh in every run of one vitest instance.
 */
export const CHANNEL_KEY = 'assayChannel';

/** What a run is to do. */
export interface Plan {
  target: Target;
  /** ids of the checks to run; what they build on runs too */
  select: string[];
  /** when the run ends, in milliseconds since the epoch; absent where it may take as long as it likes */
  deadlineAt?: number;
}

/** From the worker. */
export type FromWorker =
  | { type: 'ready' }
  | { type: 'result'; result: CheckResult }
  | { type: 'secret'; value: string }
  | { type: 'done' };

/** To the worker. */
export type ToWorker = { type: 'plan'; plan: Plan } | { type: 'stop'; reason: string };

declare module 'vitest' {
  interface ProvidedContext {
    [CHANNEL_KEY]: string;
  }
}
