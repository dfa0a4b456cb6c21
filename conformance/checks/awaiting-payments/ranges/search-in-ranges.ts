import type { StateValues } from '../../../../target/target.ts';
import type { Check } from '../../../check.ts';
import type { CheckContext } from '../../../check-context.ts';
import { deviate } from '../../../outcome.ts';
import { asksForMore } from '../../../situations/covering-array.ts';
import { type Complete, completeListings } from '../../../situations/listings/complete-listings.ts';
import { textUnlike } from '../../../situations/listings/likeness.ts';
import { weekAround } from '../../../situations/listings/listing-ranges.ts';
import { tellsMasked } from '../../../situations/listings/masked-references.ts';
import { STAFF } from '../../../situations/listings/sought-payments.ts';
import { textOf } from '../../entry-text.ts';
import { dayOf, type RangeEnd, slashDate } from '../days.ts';
import { creationDay, FULL_PAGE, isWithin, keyOf, keysOf, readListing } from '../listing.ts';
import { referenceOf, searchedFor, searching } from '../searches.ts';
import { yearsBefore } from './long-ranges.ts';

/** No more pages are read where nothing is left out. */
const MOST_PAGES = 6;

/** A range of days, in days since 1970-01-01, and how it is told. */
interface Range extends Record<RangeEnd, number> {
  text: string;
}

/** What is listed in a range, whichever way its ends count, and can be searched for. */
const within = (range: Range, entries: readonly unknown[]): unknown[] =>
  entries.filter((entry) => isWithin(range, entry) && searchedFor(entry) !== undefined);

/** A week in which two payments or more are listed, and years up to the end of the state's range. */
export function rangesSearched(
  state: Pick<StateValues['awaiting-payments'], RangeEnd>,
  entries: readonly unknown[],
): Range[] {
  const [least, most] = [dayOf(state.fromDate), dayOf(state.toDate)];
  const days = entries.map(creationDay).filter((day) => day !== undefined);
  const weeks = days.map((day) => ({
    text: 'a week',
    ...weekAround(day, { fromDate: least, toDate: most }),
  }));
  const years = { text: 'years', fromDate: yearsBefore(state), toDate: most };
  return [weeks.find((week) => within(week, entries).length > 1), years].filter(
    (range) => range !== undefined,
  );
}

/** Demands that a search in a range finds what is listed there, and leaves something out. */
async function expectSearched(context: CheckContext, of: Complete, range: Range): Promise<boolean> {
  const listed = within(range, of.entries);
  const sought = listed.at(-1);
  if (listed.length < 2) {
    return false;
  }
  const [fromDate, toDate] = [slashDate(range.fromDate), slashDate(range.toDate)];
  const ask = (more: { searchablePaymentReference?: string }, untilShorterThan?: number) =>
    readListing(context, {
      ...{ as: of.caller, body: { selectedCurrency: of.currency, fromDate, toDate, ...more } },
      ...{ mostPages: MOST_PAGES, ...(untilShorterThan !== undefined && { untilShorterThan }) },
    });
  const reference = String(referenceOf(sought));
  const found = await ask({ searchablePaymentReference: reference }, FULL_PAGE);
  if (!found.succeeded) {
    // How long or short a range may be is open, and a valid call is for others to tell of.
    return false;
  }
  const key = keyOf(sought);
  const who = `${of.caller} in ${range.text}, from ${fromDate} to ${toDate}`;
  if (!found.entries.some((entry) => keyOf(entry) === key)) {
    const again = await ask({ searchablePaymentReference: reference });
    // What is like it may be more than is read.
    const mayCome = !again.succeeded || again.cutOff === true;
    const isFound = mayCome || again.entries.some((entry) => keyOf(entry) === key);
    if (!isFound && (await ask({})).entries.some((one) => keyOf(one) === key)) {
      const expected = `the payment ${reference} in a search by ${who}, where it is listed without one`;
      deviate(expected, `${again.entries.length} others`, 'PAY-43');
    }
    return true;
  }
  const leavesOut = ({ entries }: { entries: unknown[] }) => {
    const keys = keysOf(entries);
    return listed.some((entry) => !keys.has(keyOf(entry)));
  };
  // It stands last without a search, and a search may put first what is most like what it is for.
  const comesSooner = found.entries.map(keyOf).indexOf(key) < listed.length - 1;
  const unlike = textUnlike(of.entries.map(textOf));
  if (leavesOut(found) || comesSooner || unlike === undefined) {
    return true;
  }
  // Who searches for each word of a reference finds all that have one of them.
  if (!leavesOut(await ask({ searchablePaymentReference: unlike }))) {
    deviate(
      `a search by ${who} to leave payments out, or to list what it is for before others`,
      `all ${listed.length} payments as without a search`,
    );
  }
  return true;
}

/** Section 4.5: a search is one however long the range is in which it searches. */
export const searchInRangesCheck: Check = {
  ...searching,
  id: 'awaiting-payments.search.in-ranges',
  title: 'searches in a range of a week and of years as in that of the state',
  requirements: ['PAY-73'],
  drawn: true,
  async run(context) {
    const state = await context.state('awaiting-payments');
    const more = asksForMore(context);
    const all = (await completeListings(context)).filter(
      ({ currency }) => currency === state.currency,
    );
    const ofCustomer = all.find(({ caller }) => caller === 'customer')?.entries ?? [];
    // By what is left of a masked reference nobody can search.
    const areMasked = all.some(({ entries }) => tellsMasked(entries, ofCustomer));
    // The payments of otherManager are of another tenant, which may be on another host.
    const listings = all.filter(
      ({ caller }) =>
        caller === 'customer' ||
        (more && caller !== 'otherManager' && !(areMasked && STAFF.includes(caller))),
    );
    let told = 0;
    for (const of of listings) {
      const ranges = rangesSearched(state, of.entries);
      // One of them where a request has to be worth more: the other by the next seed.
      const some = more ? ranges : ranges.slice(-1 - (context.seed % 2)).slice(0, 1);
      for (const range of some) {
        told += (await expectSearched(context, of, range)) ? 1 : 0;
      }
    }
    if (told === 0) {
      context.inconclusive('No search was answered in another range, or one payment is listed.');
    }
  },
};
