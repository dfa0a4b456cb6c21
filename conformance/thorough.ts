import { type Target, USER_NAMES } from '../target/target.ts';
import type { CheckData } from './check.ts';
import { kindOf, type ShownByPass, saidOf, TIMES_OF_THE_FIRST } from './engine/further-pass.ts';
import { prerequisites, takenStates } from './engine/needs.ts';
import type { Runner, RunOutcome } from './engine/thread/runner.ts';
import type { TrafficChannel } from './http/traffic.ts';
import type { CheckResult, Result } from './result.ts';

/** What a run may use up that goes on after its first pass. */
export interface Budget {
  /** requests that may still be sent */
  requests: number;
  /** requests of the first pass */
  pass: number;
  /** when the run has to be over, in milliseconds since the epoch */
  deadlineAt?: number;
}

/** What further passes gave. */
export interface FurtherPasses {
  passes: number;
  requests: number;
  secrets: string[];
}

/** Results from bad to good: a later pass can only make a check's result worse. */
const WORST_FIRST: readonly Result[] = ['fail', 'error', 'warn'];

/** How much longer than the last one a pass may take, for one to be begun before the deadline. */
const MARGIN = 1.5;

/**
 * The checks that may be asked once more by another seed, which sends them in other forms, orders and
 * situations, and the rules that judge whatever is asked. What takes entries of a pool, or builds on
 * what does, is left out, since a second pass would be given the same again.
 *
 * @param all every check of the suite, of which `selected` are to run
 */
export function repeatedChecks(
  selected: readonly CheckData[],
  all: readonly CheckData[],
  { states }: Pick<Target, 'states'>,
): CheckData[] {
  const byId = new Map(all.map((check) => [check.id, check]));
  const known = new Map<string, boolean>();
  const usesUp = (check: CheckData): boolean => {
    const before = known.get(check.id);
    if (before !== undefined) {
      return before;
    }
    known.set(check.id, false); // what builds on itself uses up no more by that
    const found =
      takenStates(check).some((name) => (states.pools[name] ?? []).length > 0) ||
      prerequisites(check).some((id) => {
        const one = byId.get(id);
        return one !== undefined && usesUp(one);
      });
    known.set(check.id, found);
    return found;
  };
  return selected.filter(
    (check) =>
      check.phase === 'rules' || (check.level !== 'open' && !check.wrongLogins && !usesUp(check)),
  );
}

/** What is tried by further passes, and what came of it before. */
interface FurtherPlan {
  target: Target;
  checks: readonly CheckData[];
  seed: number;
  /** what the first pass has shown of the target */
  shown: ShownByPass;
  results: Map<string, CheckResult>;
  traffic?: TrafficChannel;
}

/**
 * Runs these checks again and again, by one seed after the other, as long as another pass like the
 * last one of its kind fits the budget. A result that is worse than that of before takes its place where it comes again,
 * by the third time at the latest, without the rest: what many sessions and requests at once brought about may be a limit of the target. Where a
 * right login is refused by now, which what a pass before sent may have locked, nothing of the pass is
 * believed, and none follows. `onPass` hears of each pass, with the requests of all.
 */
export async function furtherPasses(
  runner: Runner,
  plan: FurtherPlan,
  budget: Budget,
  signal: AbortSignal,
  onPass?: (seed: number, requests: number) => void,
): Promise<FurtherPasses> {
  const { target, checks, results, traffic } = plan;
  const made: FurtherPasses = { passes: 0, requests: 0, secrets: [] };
  if (checks.every(({ phase }) => phase === 'rules')) {
    return made;
  }
  const { deadlineAt } = budget;
  const repeated = new Set(checks.map(({ id }) => id));
  let { shown: before } = plan;
  /** Runs some of the checks in a pass; gives what is worse than before, and what the run was. */
  const inPass = async (pass: number, some: readonly CheckData[]) => {
    const select = some.map(({ id }) => id);
    const worse = new Map<string, CheckResult>();
    const outcome: RunOutcome = await runner.run(
      {
        ...{ target, select, seed: plan.seed + pass, pass, before },
        ...(deadlineAt !== undefined && { deadlineAt }),
        ...(traffic && { traffic }),
      },
      {
        signal,
        onResult(result) {
          if (repeated.has(result.id) && isWorse(result, results.get(result.id))) {
            worse.set(result.id, result);
          }
        },
      },
    );
    made.requests += outcome.requests;
    made.secrets.push(...outcome.secrets);
    return { worse, outcome };
  };
  const isLocked = (worse: ReadonlyMap<string, unknown>) =>
    [...worse.keys()].some((id) => RIGHT_LOGINS.has(id));
  const costs = new Map<string, number>();
  const costOf = (pass: number) => {
    const kind = kindOf(pass);
    return costs.get(kind) ?? TIMES_OF_THE_FIRST[kind] * budget.pass;
  };
  let took = 0;
  while (
    !signal.aborted &&
    made.requests + costOf(made.passes + 1) <= budget.requests &&
    Date.now() + MARGIN * took < (deadlineAt ?? Infinity)
  ) {
    const begun = Date.now();
    const pass = made.passes + 1;
    const seed = plan.seed + pass;
    const { worse, outcome } = await inPass(pass, checks);
    before = outcome.shown;
    let locked = isLocked(worse);
    for (
      let time = 0;
      time < MOST_TIMES && worse.size > 0 && !locked && !signal.aborted;
      time += 1
    ) {
      const { worse: again } = await inPass(pass, toBringBack(worse, checks));
      locked = isLocked(again);
      for (const [id, result] of locked ? [] : again) {
        if (worse.delete(id)) {
          const message = `By seed ${seed}, ${saidOf(pass)}: ${result.message}`;
          results.set(id, { ...result, message });
        } else {
          // What the others build on hides them, and may have come by chance as well.
          worse.set(id, result);
        }
      }
    }
    made.passes = pass;
    onPass?.(seed, made.requests);
    costs.set(kindOf(pass), outcome.requests);
    took = Date.now() - begun;
    if (outcome.problems.length > 0 || locked) {
      break;
    }
  }
  return made;
}

/** How often what a pass has found is looked for again: what shows every third time may not come at once. */
const MOST_TIMES = 3;

/** The checks that every user may log in. */
const RIGHT_LOGINS: ReadonlySet<string> = new Set(USER_NAMES.map((user) => `login.${user}`));

/**
 * The checks that find again what some found; a rule judges whatever is asked of its endpoint. Whether everybody may
 * still log in is asked as well: what is found of who may not is no more than that.
 */
function toBringBack(
  found: ReadonlyMap<string, CheckResult>,
  checks: readonly CheckData[],
): CheckData[] {
  const ofRules = new Set(
    checks
      .filter(({ id, phase }) => phase === 'rules' && found.has(id))
      .map(({ endpoint }) => endpoint),
  );
  return checks.filter(
    ({ id, endpoint }) => found.has(id) || ofRules.has(endpoint) || RIGHT_LOGINS.has(id),
  );
}

function isWorse(next: CheckResult, before: CheckResult | undefined): boolean {
  const rank = ({ result }: CheckResult) => {
    const at = WORST_FIRST.indexOf(result);
    return at === -1 ? WORST_FIRST.length : at;
  };
  return before !== undefined && rank(next) < rank(before);
}
