import type { StateName, Target } from '../target/target.ts';
import type { CheckData } from './check.ts';
import { missingFor, prerequisites, takenStates } from './engine/needs.ts';

/** What a run would do, found out without sending anything. */
export interface DryRun {
  /** ids of the checks that would run, prerequisites included */
  runs: string[];
  untested: { check: string; missing: string[] }[];
  notApplicable: { check: string; missing: string[] }[];
  /** entries that literal pools lack, by state: how many there are and how many would be taken */
  shortPools: { state: StateName; entries: number; needed: number }[];
}

/** Lists what would run and what would go untested, as far as the target file can tell. */
export function dryRun(
  checks: readonly CheckData[],
  selected: readonly CheckData[],
  target: Target,
): DryRun {
  const byId = new Map(checks.map((check) => [check.id, check]));
  const reasons = new Map<string, ReturnType<typeof missingFor>>();

  const reasonFor = (check: CheckData): ReturnType<typeof missingFor> => {
    if (!reasons.has(check.id)) {
      const before = prerequisites(check)
        .flatMap((id) => byId.get(id) ?? [])
        .map(reasonFor);
      reasons.set(check.id, missingFor(check, target) ?? before.find((reason) => reason));
    }
    return reasons.get(check.id);
  };

  const all = withPrerequisites(byId, selected);
  const result: DryRun = { runs: [], untested: [], notApplicable: [], shortPools: [] };
  for (const check of all) {
    const reason = reasonFor(check);
    const missing = reason?.missing ?? [];
    if (!reason) {
      result.runs.push(check.id);
    } else if (reason.result === 'not applicable') {
      result.notApplicable.push({ check: check.id, missing });
    } else {
      result.untested.push({ check: check.id, missing });
    }
  }
  const running = all.filter(({ id }) => result.runs.includes(id));
  result.shortPools = shortPools(running, target);
  return result;
}

function withPrerequisites(
  byId: Map<string, CheckData>,
  selected: readonly CheckData[],
): CheckData[] {
  const all = new Set<CheckData>();
  const add = (check: CheckData) => {
    if (all.has(check)) {
      return;
    }
    for (const id of prerequisites(check)) {
      const before = byId.get(id);
      if (before) {
        add(before);
      }
    }
    all.add(check);
  };
  for (const check of selected) {
    add(check);
  }
  return [...all];
}

/** How many entries of a state a set of checks uses up: one shared one, and each one taken. */
export function entriesNeeded(checks: readonly CheckData[]): Map<StateName, number> {
  const needed = new Map<StateName, number>();
  const add = (state: StateName, count: number) =>
    needed.set(state, (needed.get(state) ?? 0) + count);
  for (const state of new Set(checks.flatMap((check) => check.states ?? []))) {
    add(state, 1);
  }
  for (const check of checks) {
    for (const state of takenStates(check)) {
      add(state, check.takes?.[state] ?? 0);
    }
  }
  return needed;
}

/**
 * States whose entries serve again where a list has too few, unless the target refuses that, with
 * the entries needed in any case: one to share, and one loan to repay as a whole.
 */
const LEAST_ENTRIES: { [N in StateName]?: number } = { 'loan-product': 1, 'active-loan': 2 };

/** Whether so many entries do, though a run would rather take more. */
export function doesAgain(state: StateName, entries: number): boolean {
  const least = LEAST_ENTRIES[state];
  return least !== undefined && entries >= least;
}

function shortPools(checks: readonly CheckData[], target: Target): DryRun['shortPools'] {
  if (target.states.url) {
    return [];
  }
  return [...entriesNeeded(checks)].flatMap(([state, needed]) => {
    const entries = target.states.pools[state]?.length ?? 0;
    return entries > 0 && entries < needed && !doesAgain(state, entries)
      ? [{ state, entries, needed }]
      : [];
  });
}
