import { setTimeout as wait } from 'node:timers/promises';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { FULL_PAGE, fullListing, MOST_PAGES } from '../../checks/awaiting-payments/listing.ts';
import { Deviation, Inconclusive } from '../../outcome.ts';
import { completeListings, leftOut } from './complete-listings.ts';
import { goOnGrowing, haveGrown, type Lists, type Pause, restlessCallers } from './list-changes.ts';

/** How often what was read of a list that grows is read anew. */
const MOST_TIMES = 3;

/** How often the lists are read anew in a run: what is read of lists that grow on and on is kept, and more each time. */
const MOST_READINGS = 12;

/** A list that has grown to so many times what it was grows by being read: the next reading is longer still. */
const OUTGROWN = 1.5;

/** A list of more payments than pages of it are read has no pages: to read it again costs much and tells nothing. */
const MOST_ENTRIES = FULL_PAGE * MOST_PAGES;

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

/** Whether payments of any day go on coming, looked at once per run. */
const comeOnAndOn = (
  context: CheckContext,
  readings: readonly [Lists, Lists],
  pause: Pause,
): Promise<boolean> =>
  context.shared('whether payments of any day go on coming', (own) =>
    goOnGrowing(readings, (time) => listsOf(anew(own, `look ${time}`)), pause),
  );

/**
 * Judges what one answer foretells of another. Payments may come while a run goes on, since nothing says
 * that they wait for its end, and those that are not the customer's may go: where it deviates and the lists
 * have changed so since they were first read, or go on growing, all is read anew, but for the lists of which payments go, and
 * where that deviates as well each time, nothing can be told.
 *
 * @throws Deviation, the first, where the lists did not change so
 */
async function judged(
  context: CheckContext,
  judge: (context: CheckContext) => Promise<void>,
  pause: Pause,
): Promise<void> {
  try {
    await judge(context);
  } catch (error) {
    if (!(error instanceof Deviation)) {
      throw error;
    }
    let deviatedAt = performance.now();
    // What decides whether the lists have grown is no evidence of what deviated.
    const aside = context.aside();
    const { entries } = await fullListing(aside);
    if (entries.length > MOST_ENTRIES) {
      throw error;
    }
    const before = await listsOf(aside);
    const latest = await aside.shared('readings of awaiting payments', async () => ({
      time: 0,
      begunAt: 0,
      isLast: false,
    }));
    for (let tried = 0; tried < MOST_TIMES; tried += 1) {
      // A reading from before the deviation may show nothing of what it came of.
      if (latest.begunAt <= deviatedAt) {
        if (latest.isLast || latest.time === MOST_READINGS) {
          break;
        }
        latest.time += 1;
        latest.begunAt = performance.now();
      }
      const used = latest.time;
      const now = await listsOf(anew(aside, used));
      const later = () => listsOf(anew(aside, `${used}, and later`));
      const restless = haveGrown(before, now)
        ? undefined
        : restlessCallers([before, now, await later()]);
      if (restless?.size === 0 && !(await comeOnAndOn(aside, [before, now], pause))) {
        throw error;
      }
      const [first = 0, current = 0] = [before, now].map((lists) => lists.get('full')?.length);
      latest.isLast ||= current > OUTGROWN * first;
      try {
        return await judge(await without(restless ?? new Set(), context, used));
      } catch (later) {
        if (!(later instanceof Deviation)) {
          throw later;
        }
        deviatedAt = performance.now();
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

/** How long after each other is looked whether more payments come, in milliseconds. */
const BETWEEN_LOOKS_MS = 400;

/**
 * The check as it is judged of listings that may grow while they are read.
 *
 * @param pause lets time pass between two looks at a list
 */
export function whereListsGrow(check: Check, pause: Pause = () => wait(BETWEEN_LOOKS_MS)): Check {
  const { again } = check;
  if (!comparesListings(check)) {
    return check;
  }
  return {
    ...check,
    run: (context) => judged(context, (own) => check.run(own), pause),
    ...(again && { again: (context) => judged(context, (own) => again(own), pause) }),
  };
}
