import { digestOf } from '../../contract/digest.ts';
import type { Check } from '../check.ts';
import type { Evaluation } from './evaluation.ts';
import { prerequisites } from './needs.ts';

/** What is done and known in the middle of a run. */
export interface Between {
  /** done once all have passed or failed that many others build on */
  between?(): Promise<void>;
  /** whether it is done even where nothing drawn comes after it: what a pass found is asked again as it was there */
  anyway?: boolean;
  /** among which checks so many build on one, where they are more than those to be evaluated */
  among?: readonly Check[];
  /** whether sessions of the users lived on when others of theirs were begun and ended */
  sessionsLiveOn?(): boolean;
}

/**
 * Checks under way for each request that may be: some wait for an answer that another has asked for. How
 * many requests are under way is up to the client.
 */
const LANES = 3;

/** How many others have to build on a check for all to wait for it; what fewer do is waited for by those. */
const BASE_OF = 6;

/** Does something with each, some at once, begun in their order. */
type AtOnce = <T>(all: readonly T[], act: (each: T) => Promise<unknown>) => Promise<void>;

/** What is drawn by a seed, and is no situation of something else, is a sequence. */
const isSequence = (check: Check | undefined) => check?.drawn === true && !check.again;

const drawnFirst = ([one]: readonly Check[], [other]: readonly Check[]): number =>
  Number(isSequence(other)) - Number(isSequence(one));

/**
 * The checks of one endpoint together, whatever they are about, so that requests of different users meet
 * there; those of update-application first, since many of them wait for the same answers.
 */
function besideEachOther(checks: readonly Check[]): Check[] {
  const mixed = new Map(checks.map((check) => [check, digestOf(check.id)]));
  return checks.toSorted(
    (one, other) =>
      (other.endpoint ?? '').localeCompare(one.endpoint ?? '') ||
      (mixed.get(one) ?? '').localeCompare(mixed.get(other) ?? ''),
  );
}

/**
 * Evaluates checks in the order given, some at once for each request that `concurrency` allows: first those
 * that many others build on; after `between` all others that may run at once, then what is drawn by a seed, and
 * what is tried again; those of the phase `endings`, one by one, as soon as that is done at their endpoint, while the
 * rules ask for what they would judge at the least.
 * Then those of the phase `sessions`, beside each other where `sessionsLiveOn` says that no login ends what
 * another check has, and one by one what is left or was found wrong there; those of the phase `logins`, one
 * by one; then the rules that every exchange was judged by, and what looks at the run as a whole.
 */
export async function runChecks(
  checks: readonly Check[],
  evaluation: Pick<Evaluation, 'evaluate' | 'again' | 'prepare' | 'beside' | 'forget'>,
  concurrency: number,
  { between, anyway = false, among = checks, sessionsLiveOn }: Between = {},
): Promise<void> {
  const endings = checks.filter(({ phase }) => phase === 'endings');
  const sessions = checks.filter(({ phase }) => phase === 'sessions');
  const alone = checks.filter(({ phase, wholeRun }) => phase === 'logins' && !wholeRun);
  const rules = checks.filter(({ phase }) => phase === 'rules');
  const whole = checks.filter(({ wholeRun }) => wholeRun);
  const together = checks.filter(({ phase }) => phase === undefined);
  const atOnce: AtOnce = async (all, act) => {
    const left = all.values();
    const next = async () => {
      for (const each of left) {
        await act(each);
      }
    };
    await Promise.all(Array.from({ length: Math.max(concurrency * LANES, 1) }, next));
  };
  const plain = together.filter(({ drawn }) => !drawn);
  const building = Map.groupBy(among.flatMap(prerequisites), (id) => id);
  const isBase = ({ id }: Check) => (building.get(id)?.length ?? 0) >= BASE_OF;
  const [bases, others] = [isBase, (check: Check) => !isBase(check)].map((is) => plain.filter(is));
  const later = besideEachOther(together.filter(({ drawn, again }) => drawn || again));
  await atOnce(bases ?? [], ({ id }) => evaluation.evaluate(id));
  if (later.length > 0 || anyway) {
    await between?.();
  }
  const ofEndings = new Set(endings.map(({ endpoint }) => endpoint));
  const tasks = [
    ...(others ?? []).map((check) => ({ check, isAgain: false })),
    ...later.map((check) => ({ check, isAgain: true })),
  ];
  const left = new Set(
    tasks.filter(({ check, isAgain }) => !isAgain || ofEndings.has(check.endpoint)),
  );
  const { promise: ready, resolve: makeReady } = Promise.withResolvers<void>();
  const ended = ready.then(async () => {
    // One by one: a target may end a customer's other offers where one of them is accepted.
    for (const { id } of endings) {
      await evaluation.again(id);
    }
  });
  const asked = ready.then(() => Promise.all(rules.map(({ id }) => evaluation.prepare(id))));
  await atOnce(tasks, async (task) => {
    await evaluation[task.isAgain ? 'again' : 'evaluate'](task.check.id);
    left.delete(task);
    if (left.size === 0) {
      makeReady();
    }
  });
  makeReady();
  await Promise.all([ended, asked]);
  if (sessionsLiveOn?.()) {
    await inSessions(sessions, evaluation, atOnce);
  }
  for (const group of besideNext([...sessions, ...alone, ...rules, ...whole])) {
    await Promise.all(group.map(({ id }) => evaluation.again(id)));
  }
}

/** Each check by itself, but for those next to each other that may go at once. */
function besideNext(checks: readonly Check[]): Check[][] {
  const groups: Check[][] = [];
  for (const check of checks) {
    const last = groups.at(-1);
    if (last && check.atOnce !== undefined && last[0]?.atOnce === check.atOnce) {
      last.push(check);
    } else {
      groups.push([check]);
    }
  }
  return groups;
}

/**
 * Evaluates checks of sessions beside each other, the longest first, and alone what they found wrong. Where
 * that goes away alone, the sessions of the target disturb each other, and what was observed of them is
 * observed anew. Where anything was found, a sequence is played again, too: what it ended by mistake may have
 * been another check's.
 */
async function inSessions(
  sessions: readonly Check[],
  evaluation: Pick<Evaluation, 'evaluate' | 'again' | 'prepare' | 'beside' | 'forget'>,
  atOnce: AtOnce,
): Promise<void> {
  const rows = [...Map.groupBy(sessions, ({ id, inARow = id }) => inARow).values()];
  // A sequence takes longer than any checks in a row.
  const longest = rows.toSorted(
    (one, other) => drawnFirst(one, other) || other.length - one.length,
  );
  const trial = await evaluation.beside((now) =>
    atOnce(longest, async (row) => {
      for (const { id } of now.isVain ? [] : row) {
        await evaluation.again(id);
      }
    }),
  );
  let disturbed = false;
  for (const { id } of sessions.filter((check) => trial.doubted.has(check.id))) {
    await evaluation.again(id);
    disturbed ||= (await evaluation.evaluate(id)).result === 'pass';
  }
  const isAnew = (check: Check) =>
    (disturbed && check.level === 'open') || (trial.doubted.size > 0 && isSequence(check));
  const anew = sessions.filter((check) => !trial.doubted.has(check.id) && isAnew(check));
  evaluation.forget(anew.map(({ id }) => id));
}
