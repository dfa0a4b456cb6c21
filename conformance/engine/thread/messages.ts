import type { Target } from '../../../target/target.ts';
import type { CheckData } from '../../check.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { TrafficChannel } from '../../http/traffic.ts';
import type { CheckResult } from '../../result.ts';
import type { ShownByPass } from '../further-pass.ts';

/**
 * What the worker that runs the checks and the thread that started it say to each other. It goes by
 * the worker's own port: unlike a file it leaves no secret on the disk. Only where all traffic is wanted
 * does the worker write a file, which nobody can read without the key in memory.
 */

/** What a run is to do. */
export interface Plan {
  target: Target;
  /** first tries whether anybody may log in, and ends where nobody may */
  firstLogin?: boolean;
  /** ids of the checks to run; what they build on runs too */
  select: string[];
  /** of what the checks generate: the same seed asks the same */
  seed: number;
  /** how many passes came before, of a run that goes on; absent in the first */
  pass?: number;
  /** what a pass before has shown of the target; absent in the first */
  before?: ShownByPass;
  /** when the run ends, in milliseconds since the epoch; absent where it may take as long as it likes */
  deadlineAt?: number;
  /** where every exchange is recorded; absent where nobody wants them all */
  traffic?: TrafficChannel;
}

/** From the worker, which posts them in lists. */
export type FromWorker =
  /** what is said of all its checks, once it has loaded them */
  | { type: 'checks'; checks: CheckData[] }
  | { type: 'secret'; value: string }
  /** an exchange that results after it name; each is told once, however many checks share it */
  | { type: 'exchange'; number: number; exchange: Exchange }
  | { type: 'result'; result: Omit<CheckResult, 'exchanges'>; exchanges: number[] }
  /** a rule is broken: what stands if the worker does not come to conclude it */
  | { type: 'breach'; result: Omit<CheckResult, 'exchanges'>; exchanges: number[] }
  /** nobody may log in, so that nothing ran: why, for whoever wrote the target file */
  | { type: 'refused'; message: string }
  /** a mistake of the harness itself, outside of any check */
  | { type: 'problem'; message: string }
  /** the plan is done, with how many requests to the target, and what it has shown */
  | { type: 'done'; requests: number; shown: ShownByPass };

/** To the worker: one plan at a time, the next one after `done`. */
export type ToWorker = { type: 'plan'; plan: Plan } | { type: 'stop'; reason: string };
