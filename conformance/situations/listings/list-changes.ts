import { dayOfDateTime } from '../../checks/awaiting-payments/days.ts';
import { creationDay, FULL_PAGE, keyOf } from '../../checks/awaiting-payments/listing.ts';

/** Days by which the clocks of a target and of its time zone may differ from ours. */
const NEARLY_TODAY = 2;

/** Whose lists hold what the state promises, as they are called in `listsOf`. */
const OF_STATE: readonly string[] = ['full', 'customer'];

/** Lists of awaiting payments, by whose they are: `full`, or a caller and a currency. */
export type Lists = ReadonlyMap<string, readonly unknown[]>;

/** What went from a list, and whether all that came to it was made just now. */
function changeOf(
  old: readonly unknown[],
  current: readonly unknown[],
  today: string,
): { went: string[]; came: string[]; justMade: boolean } {
  const earliest = (dayOfDateTime(today.slice(0, 19)) ?? 0) - NEARLY_TODAY;
  const keys = new Set(current.map(keyOf));
  const known = new Set(old.map(keyOf));
  const came = current.filter((entry) => !known.has(keyOf(entry)));
  const justMade = came.every((entry) => (creationDay(entry) ?? 0) >= earliest);
  // What comes at the front moves the rest to later pages while they are read: where more than a page came, what
  // is not found may be on one that was read before, or is not read any more.
  const isPushed = justMade && came.length >= FULL_PAGE;
  return {
    went: isPushed ? [] : [...known].filter((key) => !keys.has(key)),
    came: came.map(keyOf),
    justMade,
  };
}

/**
 * Whether payments came and none went. Those that came were made just now: what else a list shows all of a
 * sudden, or shows no more, it was right or wrong not to show before.
 */
export function haveGrown(before: Lists, now: Lists, today = new Date().toISOString()): boolean {
  const changes = [...before].map(([whose, old]) => changeOf(old, now.get(whose) ?? [], today));
  return (
    changes.every(({ went, justMade }) => went.length === 0 && justMade) &&
    changes.some(({ came }) => came.length > 0)
  );
}

/**
 * Those who are listed payments beside the customer's that go while the run goes on, since they are paid:
 * what went does not come back. Where one goes between two pages the next one moves up and is on neither, and what came
 * may go as well: as many may be back later, or missed, as are gone. The state promises the customer's alone; where those
 * go, or more comes back, nobody's are said to go.
 */
export function restlessCallers(
  [before, now, later]: readonly [Lists, Lists, Lists],
  today = new Date().toISOString(),
): Set<string> {
  const restless = new Set<string>();
  for (const [whose, old] of before) {
    const { went, came, justMade } = changeOf(old, now.get(whose) ?? [], today);
    const [caller = ''] = whose.split(' ');
    const listed = new Set((later.get(whose) ?? []).map(keyOf));
    const back = went.filter((key) => listed.has(key)).length;
    const gone = old.map(keyOf).filter((key) => !listed.has(key)).length;
    const isSteady = OF_STATE.includes(caller)
      ? went.length === 0 && justMade
      : Math.max(back, came.filter((key) => !listed.has(key)).length) <= gone;
    if (!isSteady) {
      return new Set();
    }
    if (went.length > 0) {
      restless.add(caller);
    }
  }
  return restless;
}

/** Lets time pass. */
export type Pause = () => Promise<unknown>;

/** How often is looked whether more payments come, and looks of which none shows more, after which none is thought to. */
const LOOKS = { most: 8, inVain: 4 };

/** The same where more came since the lists were first read: they may grow seldom. */
const LOOKS_AT_GROWN = { most: 24, inVain: 12 };

/** Looks that have to show more: what is wrongly shown or not may look like growth once, not on and on. */
const LEAST_GROWTHS = 2;

/**
 * Whether payments of the customer go on coming, whatever day they are of: a list that stands still does not
 * grow, be it right or wrong.
 *
 * @param look reads all lists once more, given how often that was done
 * @param pause lets time pass before a look
 */
export async function goOnGrowing(
  [before, now]: readonly [Lists, Lists],
  look: (time: number) => Promise<Lists>,
  pause: Pause,
): Promise<boolean> {
  const grows = (old: Lists, current: Lists): boolean | undefined => {
    // Of long lists of others the end is not read, so that what comes moves something out of sight.
    const changes = [...old]
      .filter(([whose]) => OF_STATE.includes(whose.split(' ')[0] ?? ''))
      .map(([whose, list]) => changeOf(list, current.get(whose) ?? [], ''));
    return changes.some(({ went }) => went.length > 0)
      ? undefined
      : changes.some(({ came }) => came.length > 0);
  };
  // Both may have been read just now, after what deviated: then they are the same, though more comes.
  const grew = grows(before, now);
  if (grew === undefined) {
    return false;
  }
  const looks = grew ? LOOKS_AT_GROWN : LOOKS;
  let last = now;
  let growths = 0;
  for (let time = 1; time <= looks.most && growths < LEAST_GROWTHS; time += 1) {
    if (time > looks.inVain && growths === 0) {
      return false;
    }
    await pause();
    const current = await look(time);
    const grown = grows(last, current);
    if (grown === undefined) {
      return false;
    }
    growths += grown ? 1 : 0;
    last = current;
  }
  return growths >= LEAST_GROWTHS;
}
