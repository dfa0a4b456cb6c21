import type { UserName } from '../../../target/target.ts';
import type { CheckContext } from '../../check-context.ts';
import { allDone } from '../../checks/all-done.ts';
import {
  askListing,
  type Listing,
  MOST_PAGES,
  readListing,
} from '../../checks/awaiting-payments/listing.ts';
import { listers, outsiders } from '../callers.ts';

/** What one caller may list in one currency over the whole range of the state, read page by page. */
export interface Complete {
  caller: UserName;
  currency: string;
  entries: unknown[];
  /** whether it was read to its end, so that every narrower query is foretold by it */
  whole: boolean;
  /** the first page without a size that brought something new though the one before it was not full */
  afterShort?: number;
}

/** Pages that are read of what a caller other than the customer may list. */
const PAGES_OF_OTHERS = 6;

/** Those who are listed the own payments alone, so that each is known by theirs, and one who sees many. */
const IN_BOTH: readonly UserName[] = ['customer', 'otherCustomer', 'manager'];

/** So small that few payments go on to it. */
const SMALL_SECOND_PAGE = { page: 2, size: 2 };

/** Callers whose lists foretell nothing, since payments of others go from them meanwhile. */
export const leftOut = (context: CheckContext): Promise<Set<string>> =>
  context.shared('callers whose lists change', async () => new Set());

/** The complete listings of everybody who may list, of some in both currencies. */
export function completeListings(context: CheckContext): Promise<Complete[]> {
  return context.shared('complete listings of everybody', async (own) => {
    const state = await own.state('awaiting-payments');
    const left = await leftOut(own);
    const isSteady = (caller: UserName) => !left.has(caller);
    const steady = (await listers(own)).filter(isSteady);
    const elsewhere = (await outsiders(own)).filter(isSteady);
    const wanted = [...steady, ...elsewhere].flatMap((caller) =>
      (IN_BOTH.includes(caller) ? [state.currency, state.otherCurrency] : [state.currency]).map(
        (currency) => ({ caller, currency }),
      ),
    );
    // Of the others a page is enough for the rules, which know whose payments are whose: by turns the first and another.
    const query = own.seed % 2 === 1 ? SMALL_SECOND_PAGE : undefined;
    for (const caller of steady.filter((each) => !IN_BOTH.includes(each))) {
      await askListing(own, {
        ...{ as: caller, body: { selectedCurrency: state.otherCurrency } },
        ...(query && { query }),
      });
    }
    return allDone(
      wanted.map(async ({ caller, currency }) => {
        const mostPages = caller === 'customer' ? MOST_PAGES : PAGES_OF_OTHERS;
        const listing: Listing = await readListing(own, {
          as: caller,
          body: { selectedCurrency: currency },
          mostPages,
          untilShorterThan: 1,
          unsized: caller !== 'customer',
        });
        const { entries, succeeded, afterShort, cutOff } = listing;
        const whole = succeeded && !cutOff;
        const isShort = caller !== 'customer' && afterShort !== undefined;
        return { caller, currency, entries, whole, ...(isShort && { afterShort }) };
      }),
    );
  });
}
