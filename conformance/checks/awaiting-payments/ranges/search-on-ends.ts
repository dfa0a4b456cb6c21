import type { CheckContext } from '../../../check-context.ts';
import { isSuccess } from '../../../expectations.ts';
import { deviate } from '../../../outcome.ts';
import { slashDate } from '../days.ts';
import { askListing, creationDay, entriesOf, FULL_PAGE, keyOf } from '../listing.ts';
import { referenceOf, searchedFor } from '../searches.ts';
import { ENDS, endInTheMiddle } from './range.ts';

/**
 * Section 4.5: whether an end of the range counts is open, and a search leaves it as it is: a payment of that day
 * is found by its reference where the same request lists it without one.
 */
export async function expectFoundOnEnds(context: CheckContext): Promise<void> {
  for (const { end } of ENDS) {
    const { day, listing } = (await endInTheMiddle(context, end)) ?? {};
    const onDay = listing?.entries.find(
      (entry) => creationDay(entry) === day && typeof referenceOf(entry) === 'string',
    );
    const reference = searchedFor(onDay);
    if (day === undefined || reference === undefined) {
      continue;
    }
    const body = { [end]: slashDate(day), searchablePaymentReference: reference };
    const found = await askListing(context, { body, query: { page: 1, size: FULL_PAGE } });
    const entries = entriesOf(found);
    const isLong = entries.length >= FULL_PAGE;
    if (isSuccess(found) && !isLong && !entries.some((each) => keyOf(each) === keyOf(onDay))) {
      deviate(
        `the payment ${reference} of the day ${slashDate(day)}, which is listed with that day as ${end}, to be found there`,
        `${entries.length} other payments`,
      );
    }
  }
}
