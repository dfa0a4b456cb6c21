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
import { completeListings } from './listing-query.ts';

/** How often what was read of a list that grows is read anew. */
const MOST_TIMES = 3;

/** A list of more payments than pages of it are read has no pages: to read it again costs much and tells nothing. */
const MOST_ENTRIES = FULL_PAGE * MOST_PAGES;

/** Days by which the clocks of a target and of its time zone may differ from ours. */
const NEARLY_TODAY = 2;

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

/**
 * Whether payments came and none went. Those that came were made just now: what else a list shows all of a
 * sudden, or shows no more, it was right or wrong not to show before.
 */
export function haveGrown(
  before: ReadonlyMap<string, readonly unknown[]>,
  now: ReadonlyMap<string, readonly unknown[]>,
  today = new Date().toISOString(),
): boolean {
  const earliest = (dayOfDateTime(today.slice(0, 19)) ?? 0) - NEARLY_TODAY;
  let grown = false;
  for (const [whose, old] of before) {
    const current = now.get(whose) ?? [];
    const keys = new Set(current.map(keyOf));
    const known = new Set(old.map(keyOf));
    const came = current.filter((entry) => !known.has(keyOf(entry)));
    if (
      !old.every((entry) => keys.has(keyOf(entry))) ||
      !came.every((entry) => (creationDay(entry) ?? 0) >= earliest)
    ) {
      return false;
    }
    grown ||= came.length > 0;
  }
  return grown;
}

/** A context that has nothing of what was shared before, but who is logged in. */
function anew(plain: CheckContext, time: number): CheckContext {
  return {
    ...plain,
    shared: (key, make, by = key) =>
      plain.shared(`${key}, read anew (${time})`, (own) => make(anew(own, time)), by),
  };
}

/**
 * Judges what one answer foretells of another. Payments may come while a run goes on, since nothing says
 * that they wait for its end: where it deviates and the lists have grown since they were first read, all is
 * read anew, and where that deviates as well each time, nothing can be told.
 *
 * @throws Deviation, the first, where the lists did not grow
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
      if (!haveGrown(before, await listsOf(anew(aside, used)))) {
        throw error;
      }
      try {
        return await judge(anew(context, used));
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
