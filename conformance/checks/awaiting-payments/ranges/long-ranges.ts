import type { StateValues } from '../../../../target/target.ts';
import type { Check } from '../../../check.ts';
import type { CheckContext } from '../../../check-context.ts';
import { expectNoServerError } from '../../../expectations.ts';
import { deviate } from '../../../outcome.ts';
import { completeListings } from '../../../situations/listings/complete-listings.ts';
import { dayIn, dayOf, type RangeEnd, slashDate } from '../days.ts';
import {
  askListing,
  CUSTOMER_LISTING,
  creationDay,
  entriesOf,
  FULL_PAGE,
  isWithin,
  keyOf,
  keysOf,
  readListing,
} from '../listing.ts';

/** Years before the range of the state of which a target may have payments, too. */
const YEARS = 6;

/** A range that lists more pages than this is not read to its end, and shows nothing. */
const MOST_PAGES = 6;

/** The last day of a year before the state's range: as a text it comes after nearly any other, earlier as it is. */
export const yearsBefore = (state: Pick<StateValues['awaiting-payments'], 'fromDate'>): number =>
  dayIn(Number(state.fromDate.slice(6)) - YEARS - 1, 12, 31);

/** Days before and after the middle one of the older payments. */
const HALF_A_MONTH = 15;

/** Days so far from an end of a range lie inside or outside, whichever way it counts. */
const DAYS_APART = 2;

/** A range of days, in days since 1970-01-01, with what it lists. */
interface Listed extends Record<RangeEnd, number> {
  entries: readonly unknown[];
}

/** Demands as many payments without a size as with the default one, asked once more: a list may have grown. */
async function expectFullWithoutSize(
  context: CheckContext,
  body: Record<string, unknown>,
  what: string,
) {
  const lengthOf = async (query: { page?: number; size?: number }) =>
    entriesOf(await askListing(context, { body, query })).length;
  const sized = await lengthOf({ page: 1, size: FULL_PAGE });
  const bare = await lengthOf({});
  if (bare < sized) {
    deviate(
      `${sized} payments on the first page of ${what}, without size as with ${FULL_PAGE}`,
      `${bare}`,
    );
  }
}

/** What a range lists to its end; `undefined` where it is refused, since no length of a range is promised. */
async function listed(
  context: CheckContext,
  selectedCurrency: string,
  { fromDate, toDate }: Record<RangeEnd, number>,
): Promise<Listed | undefined> {
  const body = { selectedCurrency, fromDate: slashDate(fromDate), toDate: slashDate(toDate) };
  const { entries, succeeded, first, cutOff } = await readListing(context, {
    ...{ body, mostPages: MOST_PAGES, untilShorterThan: 0, firstBare: true },
  });
  const what = `a listing from ${body.fromDate} to ${body.toDate}`;
  expectNoServerError(first, what);
  if (succeeded && entriesOf(first).length < Math.min(FULL_PAGE, entries.length)) {
    await expectFullWithoutSize(context, body, what);
  }
  return succeeded && !cutOff ? { fromDate, toDate, entries } : undefined;
}

/** Of the days that two ranges have in common each lists what the other does. */
function expectSame(one: Listed, other: Listed, currency: string): void {
  for (const [range, against] of [
    [one, other],
    [other, one],
  ] as const) {
    const keys = keysOf(against.entries);
    const missing = range.entries.filter(
      (entry) => isWithin(one, entry) && isWithin(other, entry) && !keys.has(keyOf(entry)),
    );
    const [first] = missing;
    if (first !== undefined) {
      const days = ({ fromDate, toDate }: Listed) =>
        `${slashDate(fromDate)} to ${slashDate(toDate)}`;
      deviate(
        `what is listed in ${currency} from ${days(range)} to be listed from ${days(against)} as well, as far as its days are`,
        `${missing.length} payments missing, such as ${keyOf(first)}`,
      );
    }
  }
}

/**
 * Shorter ranges of older days: around a payment in the middle of them, before all that are listed, and the
 * whole year before that of the state, since a range of one year may have a way of its own.
 */
export function olderRanges(
  { entries, fromDate }: Listed,
  state: Pick<StateValues['awaiting-payments'], 'fromDate'>,
): (Record<RangeEnd, number> | undefined)[] {
  const days = entries.map(creationDay).filter((day) => day !== undefined);
  const older = days.filter((day) => day < dayOf(state.fromDate) - HALF_A_MONTH);
  const middle = older.sort((a, b) => a - b)[Math.floor(older.length / 2)];
  const end = Math.min(...days) - DAYS_APART;
  const yearBefore = Number(state.fromDate.slice(6)) - 1;
  return [
    middle === undefined
      ? undefined
      : { fromDate: Math.max(middle - HALF_A_MONTH, fromDate), toDate: middle + HALF_A_MONTH },
    days.length > 0 && end > fromDate + DAYS_APART ? { fromDate, toDate: end } : undefined,
    { fromDate: dayIn(yearBefore, 1, 1), toDate: dayIn(yearBefore, 12, 31) },
  ];
}

/** Section 4.5: what a range of years lists is what shorter ranges list of it, those of long ago, too. */
export const awaitingPaymentsLongRangeCheck: Check = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.relation.long-range',
  title: 'lists in a range of years what shorter ranges list of it',
  requirements: ['PAY-39', 'PAY-26'],
  async run(context) {
    const state = await context.state('awaiting-payments');
    const range = { fromDate: dayOf(state.fromDate), toDate: dayOf(state.toDate) };
    let told = false;
    for (const { caller, currency, entries, whole } of await completeListings(context)) {
      const long =
        caller === 'customer' && whole
          ? await listed(context, currency, { ...range, fromDate: yearsBefore(state) })
          : undefined;
      if (!long) {
        continue;
      }
      told = true;
      expectSame({ ...range, entries }, long, currency);
      for (const older of currency === state.currency ? olderRanges(long, state) : []) {
        const short = older && (await listed(context, currency, older));
        if (short) {
          expectSame(short, long, currency);
        }
      }
    }
    if (!told) {
      context.inconclusive('No range of years was listed to its end.');
    }
  },
};
