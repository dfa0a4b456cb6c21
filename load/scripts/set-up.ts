import exec from 'k6/execution';
import { announceRun } from './announce-run.ts';
import { journeyStart } from './record/counters.ts';
import { openSessions, type Sessions } from './tokens.ts';

/** What every journey is given: the sessions of its users, and the name of its run. */
export interface Shared {
  sessions: Sessions;
  /** unique for each k6 process; in the narration of each repayment */
  runId: string;
}

/** A journey, as its script exports it. */
export interface JourneyModule {
  /** once for each k6 process, before the load: what each iteration is given beside `Shared` */
  prepare?: () => object;
  /** one iteration */
  journey: (prepared: never) => void;
}

/** k6's `setup` of journeys that run at once: it announces the run, and the users log in once, whoever calls as them. */
export function setUp(journeys: Record<string, JourneyModule>): Record<string, object> {
  // What is missing is found out before anybody is announced, or logs in.
  const prepared = Object.entries(journeys).map(
    ([name, { prepare }]) => [name, prepare?.() ?? {}] as const,
  );
  const shared: Shared = { runId: announceRun(), sessions: openSessions() };
  return Object.fromEntries(prepared.map(([name, own]) => [name, { ...own, ...shared }]));
}

/**
 * What a journey is given, as the virtual user's own copy: k6 hands over what `setup` returned as a view into
 * its own memory, of which every look costs a hundredth of a request. Call it once for each virtual user, in
 * its first iteration; the first one of all is second 0 of the timeline.
 */
export function begin(prepared: Record<string, object>, journey: string): object {
  if (exec.scenario.iterationInInstance === 0) {
    journeyStart.add(exec.scenario.startTime);
  }
  return JSON.parse(JSON.stringify(prepared[journey])) as object;
}
