import type { UserName } from '../../../target/target.ts';
import type { CheckContext } from '../../check-context.ts';
import { type Exchange, valueAt } from '../../http/exchange.ts';
import {
  askListing,
  CUSTOMER_LISTING,
  entriesOf,
  FULL_PAGE,
  fullListing,
  keyOf,
  keysOf,
  type Listing,
  readListing,
} from './listing.ts';

/** Where a search is not read page by page, its first page is. */
const FIRST_PAGE = { page: 1, size: FULL_PAGE };

/** What a search looks for. */
export const referenceOf = (entry: unknown) => valueAt(entry, 'searchablePaymentReference');

/** The reference that an entry can be searched for by; `undefined` where it has none. */
export function searchedFor(entry: unknown): string | undefined {
  const reference = referenceOf(entry);
  return typeof reference === 'string' && reference !== '' ? reference : undefined;
}

/** A search that was read page by page. */
interface ReadSearch {
  by: UserName;
  text: string;
  listing: Listing;
}

/** Every search that was read page by page so far. */
export const searchesRead = (context: CheckContext): Promise<ReadSearch[]> =>
  context.shared('searches that were read', async () => []);

async function readSearch(context: CheckContext, by: UserName, text: string): Promise<Listing> {
  const body = { searchablePaymentReference: text };
  const listing = await readListing(context, { as: by, body });
  (await searchesRead(context)).push({ by, text, listing });
  return listing;
}

/** All that a search finds among the payments of the state. */
export function search(context: CheckContext, text: string): Promise<Listing> {
  return context.shared(`search for ${text}`, (own) => readSearch(own, 'customer', text));
}

/** The search of somebody else, over what the customer searches. */
export function searchBy(context: CheckContext, as: UserName, text: string): Promise<Listing> {
  return context.shared(`search by ${as} for ${text}`, (own) => readSearch(own, as, text));
}

/** The first page that somebody is listed, and that of the same request with a search right after it. */
interface PageAndSearch {
  page: Exchange;
  /** what was searched for: the last reference of the page; absent where it has none */
  reference?: string;
  found?: Exchange;
}

/** The first page of a user, and a search for what stands last on it. */
export function pageAndSearch(context: CheckContext, as: UserName): Promise<PageAndSearch> {
  return context.shared(`first page of ${as}, and a search`, async (own) => {
    const page = await askListing(own, { as, query: FIRST_PAGE });
    const reference = searchedFor(entriesOf(page).at(-1));
    return reference === undefined
      ? { page }
      : { page, reference, found: await searchPage(own, as, reference) };
  });
}

/** The first page that a search by somebody finds. */
export const searchPage = (
  context: CheckContext,
  as: UserName,
  searchablePaymentReference: string | undefined,
): Promise<Exchange> =>
  askListing(context, { as, query: FIRST_PAGE, body: { searchablePaymentReference } });

/** The check that a search finds anything. */
export const FINDS = 'awaiting-payments.search.finds-reference';
/** What every check of searches has in common. */
export const searching = { ...CUSTOMER_LISTING, after: [...CUSTOMER_LISTING.after, FINDS] };

/** Payments of the full listing that a search leaves out; in a situation of those that are listed on the plainest request. */
export async function leftOut(context: CheckContext, text: string) {
  const known = (await fullListing(context.plain ?? context)).entries;
  const found = keysOf((await search(context, text)).entries);
  return { known, leftOut: known.filter((entry) => !found.has(keyOf(entry))) };
}
