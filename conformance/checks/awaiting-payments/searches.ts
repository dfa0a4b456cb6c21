import type { CheckContext } from '../../check-context.ts';
import { valueAt } from '../../http/exchange.ts';
import {
  CUSTOMER_LISTING,
  fullListing,
  keyOf,
  keysOf,
  type Listing,
  readListing,
} from './listing.ts';

/** What a search looks for. */
export const referenceOf = (entry: unknown) => valueAt(entry, 'searchablePaymentReference');

/** All that a search finds among the payments of the state. */
export function search(context: CheckContext, text: string): Promise<Listing> {
  return context.shared(`search for ${text}`, (own) =>
    readListing(own, { body: { searchablePaymentReference: text } }),
  );
}

/** The check that a search finds anything. */
export const FINDS = 'awaiting-payments.search.finds-reference';
/** What every check of searches has in common. */
export const searching = { ...CUSTOMER_LISTING, after: [...CUSTOMER_LISTING.after, FINDS] };

/** Payments of the full listing that a search leaves out. */
export async function leftOut(context: CheckContext, text: string) {
  const known = (await fullListing(context)).entries;
  const found = keysOf((await search(context, text)).entries);
  return { known, leftOut: known.filter((entry) => !found.has(keyOf(entry))) };
}
