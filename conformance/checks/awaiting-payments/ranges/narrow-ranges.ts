import type { UserName } from '../../../../target/target.ts';
import type { Check } from '../../../check.ts';
import type { CheckContext } from '../../../check-context.ts';
import { expectSuccess, isRejectedAsAsked, isSuccess } from '../../../expectations.ts';
import { deviate } from '../../../outcome.ts';
import { firstListings } from '../../../situations/callers.ts';
import { factorsFor } from '../../../situations/endpoint-factors.ts';
import { completeListings } from '../../../situations/listings/complete-listings.ts';
import { allDone } from '../../all-done.ts';
import { dayOf, mistakableNear, type RangeEnd, slashDate } from '../days.ts';
import {
  askListing,
  CUSTOMER_LISTING,
  creationDay,
  entriesOf,
  FULL_PAGE,
  isWithin,
  keyOf,
  keysOf,
  type Listing,
  type ListingChange,
  readListing,
} from '../listing.ts';

/** Days from the 13th to the 28th of a month. */
const HALF = 15;

/** Days of a range of which a half of a month is looked for: some always have one. */
const DAYS_LOOKED_AT = 366;

/** Pages that are read of each half of a list: what both halves hold of those is enough. */
const PAGES_OF_A_HALF = 2;

/**
 * A day with payments and the next one with some: in the middle, or else as near as may be to it one that
 * is another day to who reads the month first.
 */
function daysWithPayments(entries: readonly unknown[]): [number, number] | undefined {
  const known = entries.map(creationDay).filter((day) => day !== undefined);
  const days = [...new Set(known)].sort((a, b) => a - b);
  const middle = days[Math.floor((days.length - 1) / 2)];
  if (middle === undefined) {
    return undefined;
  }
  const day = mistakableNear(middle, days);
  return [day, days[days.indexOf(day) + 1] ?? day];
}

/**
 * A listing from or up to a day, or both; each end that is not given is that of the state. A page that is not
 * full is its last, unless it is to be read `to the end`.
 */
type Ranged = (range: Partial<Record<RangeEnd, number>>, how?: 'to the end') => Promise<Listing>;

/** Reads each range once, though several intersections begin on one day. */
function rangedBy(context: CheckContext, change: ListingChange): Ranged {
  const read = new Map<string, Promise<Listing>>();
  const listing: Ranged = ({ fromDate, toDate }, how) =>
    readListing(context, {
      ...change,
      body: {
        ...change.body,
        ...(fromDate !== undefined && { fromDate: slashDate(fromDate) }),
        ...(toDate !== undefined && { toDate: slashDate(toDate) }),
      },
      mostPages: PAGES_OF_A_HALF,
      ...(how === undefined && { untilShorterThan: FULL_PAGE }),
    });
  return (range, how) => {
    const key = `${range.fromDate} ${range.toDate} ${how}`;
    const known = read.get(key) ?? listing(range, how);
    read.set(key, known);
    return known;
  };
}

/**
 * Intersection: what is listed from a day on, and also up to a day, is listed from the one to the
 * other. It holds whichever way the ends count and in whatever time zone days are compared.
 */
async function expectIntersection(ranged: Ranged, days: [number, number], text: string) {
  const [from, to] = days;
  const [since, until, both] = await allDone([
    ranged({ fromDate: from }),
    ranged({ toDate: to }),
    ranged({ fromDate: from, toDate: to }),
  ]);
  const upTo = keysOf(until.entries);
  const wanted = since.entries.filter((entry) => upTo.has(keyOf(entry)));
  if (wanted.length === 0) {
    return;
  }
  const range = `${slashDate(from)} to ${slashDate(to)}`;
  // Whether a range may begin and end on one day is open; where it may, it lists what is of that day.
  if (from === to && isRejectedAsAsked(both.first)) {
    return;
  }
  expectSuccess(both.first, `a listing ${text} from ${range}`);
  const missingFrom = ({ entries }: Listing) => {
    const listed = keysOf(entries);
    return wanted.filter((entry) => !listed.has(keyOf(entry)));
  };
  if (missingFrom(both).length === 0) {
    return;
  }
  const whole = await ranged({ fromDate: from, toDate: to }, 'to the end');
  const missing = missingFrom(whole);
  // A range whose pages were not all read may hold them further on.
  if (missing.length > 0 && whole.entries.length < PAGES_OF_A_HALF * FULL_PAGE) {
    deviate(
      `what is listed ${text} from ${slashDate(from)} on, and up to ${slashDate(to)}, to be listed from ${range}`,
      `${missing.length} of ${wanted.length} payments missing, such as ${keyOf(missing[0])}`,
    );
  }
}

/** The 13th and the 28th of a month that lie inside a range: days that nobody can read month first. */
function halfOfMonth({
  fromDate,
  toDate,
}: Record<RangeEnd, string>): Record<RangeEnd, number> | undefined {
  const [from, to] = [dayOf(fromDate), dayOf(toDate)];
  const days = Array.from({ length: Math.min(to - from, DAYS_LOOKED_AT) }, (_, at) => from + at);
  const first = days.find((day) => slashDate(day).startsWith('13/') && day + HALF < to);
  return first === undefined ? undefined : { fromDate: first, toDate: first + HALF };
}

/** Who is listed nothing of a range is listed nothing of a part of it. */
async function expectNothingWithin(context: CheckContext, caller: UserName) {
  const part = halfOfMonth(await context.state('awaiting-payments'));
  if (part === undefined) {
    return;
  }
  const range = { fromDate: slashDate(part.fromDate), toDate: slashDate(part.toDate) };
  const ask = async (body: Record<string, string>) =>
    entriesOf(await askListing(context, { as: caller, body }));
  const inside = (await ask(range)).filter((entry) => isWithin(part, entry));
  // A payment may have come meanwhile.
  if (inside.length > 0 && (await ask({})).length === 0) {
    deviate(
      `what is listed for ${caller} from ${range.fromDate} to ${range.toDate} to be listed in the whole range`,
      `none of ${inside.length} payments`,
    );
  }
}

/** Section 4.5: ranges of a single day and of two, of the own payments and of those of many. */
export const awaitingPaymentsNarrowRangeCheck: Check = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.relation.narrow-range',
  title: 'lists in a range of a day or two what wider ranges list of it',
  requirements: ['PAY-39'],
  async run(context) {
    for (const [caller, first] of await firstListings(context)) {
      if (isSuccess(first) && entriesOf(first).length === 0) {
        await expectNothingWithin(context, caller);
      }
    }
    const { token = [] } = await factorsFor(context, 'awaiting-payments');
    const { currency: main } = await context.state('awaiting-payments');
    const listings = (await completeListings(context)).filter(
      ({ caller, currency }) =>
        caller === 'customer' || (caller === 'manager' && currency === main),
    );
    await allDone(
      listings.map(async ({ caller, currency, entries }, index) => {
        const days = daysWithPayments(entries);
        if (!days) {
          return;
        }
        const { bearer = false } = token[index % token.length] ?? {};
        const change = { as: caller, body: { selectedCurrency: currency }, bearer };
        const ranged = rangedBy(context, change);
        const text = `by ${caller} in ${currency}`;
        const [day] = days;
        await expectIntersection(ranged, [day, day], text);
        if (caller === 'customer') {
          await expectIntersection(ranged, days, text);
        }
      }),
    );
  },
};
