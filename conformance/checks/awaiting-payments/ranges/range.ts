import type { Check } from '../../../check.ts';
import type { CheckContext } from '../../../check-context.ts';
import { valueAt } from '../../../http/exchange.ts';
import { deviate } from '../../../outcome.ts';
import { textOf } from '../../entry-text.ts';
import {
  partingDay,
  type RangeEnd,
  slashDate,
  surelyInside,
  surelyOutside,
  swapProbe,
} from '../days.ts';
import {
  CUSTOMER_LISTING,
  creationDay,
  entriesFound,
  fullListing,
  keyOf,
  keysOf,
  type Listing,
  readListing,
} from '../listing.ts';

/** The ends of a range, and what lies beyond them. */
export const ENDS: { end: RangeEnd; requirement: string; side: string }[] = [
  { end: 'fromDate', requirement: 'PAY-37', side: 'before' },
  { end: 'toDate', requirement: 'PAY-38', side: 'after' },
];

/** The payments of the full listing whose day can be read, with it. */
async function knownDays(context: CheckContext): Promise<{ entry: unknown; day: number }[]> {
  const { entries } = await fullListing(context);
  return entries.flatMap((entry) => {
    const day = creationDay(entry);
    return day === undefined ? [] : [{ entry, day }];
  });
}

/** Demands that no entry was created outside the range with this end. */
function expectNoneOutside(entries: readonly unknown[], end: RangeEnd, date: number): void {
  const odd = entries.find((entry) => {
    const day = creationDay(entry);
    return day !== undefined && surelyOutside(end, date, day);
  });
  if (odd !== undefined) {
    deviate(
      `no payment created ${end === 'fromDate' ? 'before' : 'after'} the ${end} ${slashDate(date)}`,
      `one created at ${textOf(valueAt(odd, 'creationDate'))}`,
    );
  }
}

/** Demands that the known payments of these days are listed. */
function expectListed(
  listing: Listing,
  wanted: readonly { entry: unknown; day: number }[],
  what: string,
): void {
  const keys = keysOf(entriesFound(listing, `a listing with ${what}`));
  const missing = wanted.find(({ entry }) => !keys.has(keyOf(entry)));
  if (missing) {
    deviate(
      `every payment of the range listed with ${what}`,
      `none for the one created at ${textOf(valueAt(missing.entry, 'creationDate'))}`,
    );
  }
}

/** A listing whose one end is moved to this date; the other stays that of the state. */
function movedEnd(context: CheckContext, end: RangeEnd, date: number): Promise<Listing> {
  return context.shared(`listing with ${end} ${slashDate(date)}`, (own) =>
    readListing(own, { body: { [end]: slashDate(date) } }),
  );
}

/** A listing whose one end is a day of a known payment, about half of them before it; `undefined` where no day is known. */
export async function endInTheMiddle(
  context: CheckContext,
  end: RangeEnd,
): Promise<{ day: number; listing: Listing } | undefined> {
  const days = (await knownDays(context)).map(({ day }) => day).sort((a, b) => a - b);
  const day = days[Math.floor(days.length / 2)];
  return day === undefined ? undefined : { day, listing: await movedEnd(context, end, day) };
}

const moved: Check[] = ENDS.map(({ end, requirement, side }) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.range.${end}.moved`,
  title: `lists what lies in the range and nothing ${side} when ${end} moves`,
  requirements: [requirement],
  cause: `${end} does not limit the list`,
  async run(context: CheckContext) {
    const known = await knownDays(context);
    const date = partingDay(known.map(({ day }) => day));
    if (date === undefined) {
      context.inconclusive('The payments listed lie on too few days to part them by a date.');
    }
    const listing = await movedEnd(context, end, date);
    expectNoneOutside(listing.entries, end, date);
    const inside = known.filter(({ day }) => surelyInside(end, date, day));
    expectListed(listing, inside, `${end} ${slashDate(date)}`);
  },
}));

const dayFirst: Check[] = ENDS.map(({ end }) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.range.${end}.day-first`,
  title: `reads the day first and the month second in ${end}`,
  requirements: ['PAY-40'],
  cause: 'day and month of a date are swapped',
  async run(context: CheckContext) {
    const known = await knownDays(context);
    const days = known.map(({ day }) => day);
    const probe = swapProbe(end, days);
    if (!probe) {
      context.inconclusive(
        'No date with day and month up to 12 lists other known payments when they are swapped.',
      );
    }
    const { date, listed, leftOut } = probe;
    const what = `${end} ${slashDate(date)}`;
    const listing = await movedEnd(context, end, date);
    const inside = known.filter(({ day }) => surelyInside(end, date, day));
    // What only the right reading lists decides; the rest is the business of the range checks.
    const decisive = inside.filter(({ day }) => listed.includes(day));
    expectListed(listing, listed.length > 0 ? decisive : inside, what);
    if (listed.length > 0) {
      return;
    }
    const swapped = listing.entries.find((entry) =>
      leftOut.includes(creationDay(entry) ?? Number.NaN),
    );
    if (swapped !== undefined) {
      deviate(
        `${what} to be read day first`,
        `a payment created at ${textOf(valueAt(swapped, 'creationDate'))}`,
      );
    }
  },
}));

const endsIncluded: Check[] = ENDS.map(({ end }) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.observes.${end}-included`,
  title: `shows whether the day ${end} belongs to the range`,
  requirements: ['PAY-41'],
  level: 'open',
  async run(context: CheckContext) {
    const ended = await endInTheMiddle(context, end);
    if (!ended) {
      context.inconclusive('No creationDate of the listing begins with a day.');
    }
    context.observe(
      `${end} belongs to the range`,
      ended.listing.entries.some((e) => creationDay(e) === ended.day),
    );
  },
}));

/** Section 4.5: what fromDate and toDate select. */
export const awaitingPaymentsRangeChecks: Check[] = [...moved, ...dayFirst, ...endsIncluded];
