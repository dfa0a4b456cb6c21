import type { EndpointName } from '../contract/endpoint-names.ts';
import type { StateName, UserName } from '../target/target.ts';
import type { CheckContext } from './check-context.ts';
import type { Level } from './result.ts';
import type { Refusal } from './situations/refusal.ts';

/**
 * One rule put to a target. A check is data and one function; the engine decides whether it can
 * run, runs it once, and turns what it throws into a result.
 */
export interface Check extends CheckData {
  run(context: CheckContext): Promise<void>;
  /**
   * The same rule in situations, where `run` has passed: in the second half of a run, also of a check
   * that others build on and that ran before.
   */
  again?(context: CheckContext): Promise<void>;
  /** what it refuses, where that is tried in situations */
  refusal?: Refusal;
  /** reads what is told the same in other forms of headers, and does so once more in such */
  inOtherForms?: true;
}

/** What is said of a check, without what it does: all that a thread needs which runs none. */
export interface CheckData {
  /** `<endpoint or topic>.<what>.<variant>`, such as `awaiting-payments.header.uuid-missing` */
  id: string;
  /** the outcome in the present tense, under 80 characters: `refuses a request without uuid` */
  title: string;
  /** ids of the register; all of the level given below */
  requirements: string[];
  level: Level;
  endpoint?: EndpointName;
  /** users whose session the check uses; each implies `after: ['login.<user>']` */
  users?: UserName[];
  /** states the check reads and shares with other checks */
  states?: StateName[];
  /** states the check consumes, with the number of entries it takes */
  takes?: { [N in StateName]?: number };
  /** runs only where the target declares it */
  capability?: string;
  /**
   * Checks that must pass first, else this one is blocked: the positive twin of a negative check,
   * and whatever its verdict rests on.
   */
  after?: string[];
  /**
   * `sessions`: logs in or out by itself, so it runs after all others, and is believed alone only what it
   * finds wrong, since a target may end a user's older sessions at a login. `logins`: logs in wrongly, or
   * in an order of its own, so it runs alone after those. `endings`: uses up what refusals share, so it
   * runs when all of them have been tried again. `rules`: is judged on every exchange of the run, so it
   * is concluded when all others are done.
   */
  phase?: 'endings' | 'sessions' | 'logins' | 'rules';
  /** checks of the phase `logins` next to each other that keep an order of their own: they go at once */
  atOnce?: string;
  /** checks of a phase that share what the last of them ends: they come in a row, in their order */
  inARow?: string;
  /** judges what all other checks of the run saw, so it comes last */
  wholeRun?: true;
  /** says all that is to be said of a 5xx that it is answered with */
  ownServerErrors?: true;
  /** the finding a failure belongs to, where several endpoints share one cause */
  cause?: string;
  /**
   * How many values the check tries, one a run: it runs at least as often, in situations where it has
   * some, with a `turn` of its own each time.
   */
  tries?: number;
  /** logs in wrongly, of which a target may let a user have so many: not done more often than once */
  wrongLogins?: true;
  /** asks something else by another seed */
  drawn?: true;
}
