import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { dayOfDateTime } from '../checks/awaiting-payments/days.ts';
import {
  creationDay,
  FULL_PAGE,
  fullListing,
  keyOf,
  MOST_PAGES,
} from '../checks/awaiting-payments/listing.ts';
import { Deviation, Inconclusive } from '../outcome.ts';
import { completeListings, leftOut } from './listing-query.ts';

/** How often what was read of a list that grows is read anew. */
const MOST_TIMES = 3;

/** A list of more payments than pages of it are read has no pages: to read it again costs much and tells nothing. */
const MOST_ENTRIES = FULL_PAGE * MOST_PAGES;

/** Days by which the clocks of a target and of its time zone may differ from ours. */
const NEARLY_TODAY = 2;

/** Whose lists hold what the state promises, as they are called in `listsOf`. */
const OF_STATE: readonly string[] = ['full', 'customer'];

/** The lists of awaiting payments that the relations rest on, by whose they are. */
async function listsOf(context: CheckContext): Promise<Map<string, readonly unknown[]>> {
  const { entries } = await fullListing(context);
  const complete = await completeListings(context);
  return new Map([
    ['full', entries],
    ...complete.map(
      ({ caller, currency, entries: own }) => [`${caller} ${currency}`, own] as const,
    ),
  ]);
}

type Lists = ReadonlyMap<string, readonly unknown[]>;

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
  return {
    went: [...known].filter((key) => !keys.has(key)),
    came: came.map(keyOf),
    justMade: came.every((entry) => (creationDay(entry) ?? 0) >= earliest),
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
 * what went does not come back, and what came stays. Where one goes between two pages the next one moves up and
 * is on neither, so as many may be back later as are gone. The state promises the customer's alone; where those
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
    const gone = went.filter((key) => !listed.has(key)).length;
    const isSteady = OF_STATE.includes(caller)
      ? went.length === 0 && justMade
      : went.length - gone <= gone && came.every((key) => listed.has(key));
    if (!isSteady) {
      return new Set();
    }
    if (went.length > 0) {
      restless.add(caller);
    }
  }
  return restless;
}

/** A context that has nothing of what was shared before, but who is logged in. */
function anew(plain: CheckContext, time: number | string): CheckContext {
  return {
    ...plain,
    shared: (key, make, by = key) =>
      plain.shared(`${key}, read anew (${time})`, (own) => make(anew(own, time)), by),
  };
}

/** A context that reads anew, and nothing of the lists of these callers. */
async function without(
  restless: ReadonlySet<string>,
  context: CheckContext,
  time: number,
): Promise<CheckContext> {
  if (restless.size === 0) {
    return anew(context, time);
  }
  const own = anew(context, `${time}, without ${[...restless].sort().join(' and ')}`);
  const left = await leftOut(own);
  for (const caller of restless) {
    left.add(caller);
  }
  return own;
}

/**
 * Judges what one answer foretells of another. Payments may come while a run goes on, since nothing says
 * that they wait for its end, and those that are not the customer's may go: where it deviates and the lists
 * have changed so since they were first read, all is read anew, but for the lists of which payments go, and
 * where that deviates as well each time, nothing can be told.
 *
 * @throws Deviation, the first, where the lists did not change so
 */
async function judged(
  context: CheckContext,
  judge: (context: CheckContext) => Promise<void>,
): Promise<void> {
  try {
    await judge(context);
  } catch (error) {
    if (!(error instanceof Deviation)) {
      throw error;
    }
    // What decides whether the lists have grown is no evidence of what deviated.
    const aside = context.aside();
    const { entries } = await fullListing(aside);
    if (entries.length > MOST_ENTRIES) {
      throw error;
    }
    const before = await listsOf(aside);
    const latest = await aside.shared('readings of awaiting payments', async () => ({ time: 0 }));
    let used = 0;
    for (let tried = 0; tried < MOST_TIMES; tried += 1) {
      if (latest.time === used) {
        latest.time += 1;
      }
      used = latest.time;
      const now = await listsOf(anew(aside, used));
      const later = () => listsOf(anew(aside, `${used}, and later`));
      const restless = haveGrown(before, now)
        ? undefined
        : restlessCallers([before, now, await later()]);
      if (restless?.size === 0) {
        throw error;
      }
      try {
        return await judge(await without(restless ?? new Set(), context, used));
      } catch (later) {
        if (!(later instanceof Deviation)) {
          throw later;
        }
      }
    }
    throw new Inconclusive('The list grew while it was read, as often as it was read.');
  }
}

/** Whether a check holds listings against each other, and uses nothing up. */
const comparesListings = ({ endpoint, level, takes, phase, states }: Check): boolean =>
  endpoint === 'awaiting-payments' &&
  level !== 'open' &&
  takes === undefined &&
  phase === undefined &&
  (states ?? []).includes('awaiting-payments');

/** The check as it is judged of listings that may grow while they are read. */
export function whereListsGrow(check: Check): Check {
  const { again } = check;
  if (!comparesListings(check)) {
    return check;
  }
  return {
    ...check,
    run: (context) => judged(context, (own) => check.run(own)),
    ...(again && { again: (context) => judged(context, (own) => again(own)) }),
  };
}
