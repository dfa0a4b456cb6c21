import type { Check } from '../../../check.ts';
import type { CheckContext } from '../../../check-context.ts';
import { deviate } from '../../../outcome.ts';
import { completeListings } from '../../../situations/listings/complete-listings.ts';
import { dayIn, dayOf, type RangeEnd, slashDate, surelyInside } from '../days.ts';
import { CUSTOMER_LISTING, creationDay, keyOf, keysOf, readListing } from '../listing.ts';

/** A wider range that holds more pages than this is not read to its end, and shows nothing. */
const MOST_PAGES = 12;

/** Months from January, as `Date` counts them, in which every country has winter or summer time. */
const [JANUARY, JULY] = [1, 7];

/** Whether clocks are likely to be those of July, north of the equator; the south has it the other way. */
const isSummer = (day: number) => {
  const month = new Date(day * 24 * 3600 * 1000).getUTCMonth();
  return month > 2 && month < 10;
};

/**
 * The middle of the nearest season of the other clock, before or after a range: between them lies a
 * change of the clock, ends of months, and often that of a year.
 */
export function acrossTheClock(
  end: RangeEnd,
  { fromDate, toDate }: Record<RangeEnd, number>,
): number {
  const [near, other] = end === 'fromDate' ? [fromDate, toDate] : [toDate, fromDate];
  const month = isSummer(other) ? JANUARY : JULY;
  const year = new Date(near * 24 * 3600 * 1000).getUTCFullYear();
  const middles = [year - 1, year, year + 1].map((each) => dayIn(each, month, 15));
  const beyond = middles.filter((day) => (end === 'fromDate' ? day < near : day > near));
  return (end === 'fromDate' ? beyond.at(-1) : beyond[0]) ?? near;
}

/**
 * Each end is a filter of its own: what lies near one end is listed or not, whichever day the other end
 * is. It holds however the ends count and in whatever time zone days are compared.
 */
async function expectSameNear(context: CheckContext, moved: RangeEnd): Promise<boolean> {
  const state = await context.state('awaiting-payments');
  const complete = (await completeListings(context)).find(
    ({ caller, currency }) => caller === 'customer' && currency === state.currency,
  );
  const range = { fromDate: dayOf(state.fromDate), toDate: dayOf(state.toDate) };
  const date = slashDate(acrossTheClock(moved, range));
  const body = { [moved]: date };
  const wide = await readListing(context, { body, mostPages: MOST_PAGES, untilShorterThan: 0 });
  // A target may limit how long a range is, and how late it ends.
  if (!complete?.whole || !wide.succeeded || wide.cutOff) {
    return false;
  }
  const isJudged = (entry: unknown) => {
    const day = creationDay(entry);
    return day !== undefined && surelyInside(moved, range[moved], day);
  };
  const narrow = keysOf(complete.entries);
  const wider = keysOf(wide.entries);
  const more = wide.entries.filter((entry) => isJudged(entry) && !narrow.has(keyOf(entry)));
  const fewer = complete.entries.filter((entry) => isJudged(entry) && !wider.has(keyOf(entry)));
  const [odd] = [...more, ...fewer];
  if (odd !== undefined) {
    deviate(
      `the same payments near the other end where ${moved} is ${date} and where it is ${state[moved]}`,
      `${more.length} more and ${fewer.length} fewer, such as ${keyOf(odd)}`,
    );
  }
  return complete.entries.some(isJudged);
}

/** Section 4.5: an end of the range does not depend on the other, over a change of the clock. */
export const awaitingPaymentsRangeEndsCheck: Check = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.relation.range-ends',
  title: 'counts each end of the range alike, whatever the other end is',
  requirements: ['PAY-92'],
  async run(context) {
    const told = [
      await expectSameNear(context, 'fromDate'),
      await expectSameNear(context, 'toDate'),
    ];
    if (!told.some(Boolean)) {
      context.inconclusive('No longer range was listed whose payments could be compared.');
    }
  },
};
