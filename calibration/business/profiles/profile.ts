import { ownRules, type Rules } from '../rules.ts';

/** One ordinary behaviour of a vendor that the specification allows. */
export interface Profile {
  name: string;
  /** what it does, in one sentence */
  does: string;
  /** the sentence of the specification, or its silence, that leaves room for it */
  room: string;
  change: (rules: Rules) => void;
  /** globs of checks of a should that this profile leaves, and which therefore may warn */
  warns?: string[];
  /** profiles that decide the same question otherwise */
  excludes?: string[];
}

/** Rules of a server with all the profiles given. */
export function rulesOf(profiles: readonly Profile[]): Rules {
  const rules = ownRules();
  for (const profile of profiles) {
    profile.change(rules);
  }
  return rules;
}

function agree(one: Profile, other: Profile): boolean {
  return !one.excludes?.includes(other.name) && !other.excludes?.includes(one.name);
}

/** Those that may be had at once: each that does not exclude one before it. */
export function agreeing(profiles: readonly Profile[]): Profile[] {
  const had: Profile[] = [];
  for (const next of profiles) {
    if (had.every((one) => agree(one, next))) {
      had.push(next);
    }
  }
  return had;
}
