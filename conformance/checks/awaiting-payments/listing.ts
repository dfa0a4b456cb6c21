import type { StateValues } from '../../../target/target.ts';
import type { CheckContext } from '../../check-context.ts';
import { expectSuccess, isSuccess } from '../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { textOf } from '../entry-text.ts';
import { type PageChange, pageOptions } from '../page-query.ts';
import { listingBody } from '../valid-call.ts';
import { dayOfDateTime, type RangeEnd, surelyWithin } from './days.ts';

const endpoint = 'awaiting-payments' as const;

/** Entries per page where a whole list is read: the default of section 4.5, sent all the same. */
export const FULL_PAGE = 20;

/** A list longer than this many pages is not read to its end. */
export const MOST_PAGES = 30;

/** What every check of a listing by the customer has in common, unless it says otherwise. */
export const CUSTOMER_LISTING = {
  level: 'must' as const,
  endpoint,
  users: ['customer' as const],
  states: ['awaiting-payments' as const],
  after: ['awaiting-payments.succeeds'],
};

/** The positive twin of everything that is checked of awaiting-payments. */
export const LISTING_TWIN = 'awaiting-payments.succeeds';

/** How a listing differs from the first page of what the state promises. */
export interface ListingChange extends PageChange {
  /** fields of the body that are replaced; `undefined` leaves one out */
  body?: Record<string, unknown>;
  /** the body in the place of that of the state, its fields in this order */
  wholeBody?: Record<string, unknown>;
}

/** Asks for one page, by the customer and with the body of the state unless changed. */
export async function askListing(
  context: CheckContext,
  { body, wholeBody, ...page }: ListingChange = {},
): Promise<Exchange> {
  const state = await context.state(endpoint);
  return context.call(endpoint, {
    ...(await pageOptions(context, page)),
    body: wholeBody ?? { ...listingBody(state), ...body },
  });
}

/** The entries of a page; none where the answer holds no such list. */
export function entriesOf(exchange: Exchange): unknown[] {
  const list = valueAt(jsonOf(exchange), 'data', 'awaitingPayments');
  return isSuccess(exchange) && Array.isArray(list) ? list : [];
}

/** The entries of a page that has to succeed. */
export async function listedPage(
  context: CheckContext,
  what: string,
  change: ListingChange = {},
): Promise<unknown[]> {
  const exchange = await askListing(context, change);
  expectSuccess(exchange, what);
  return entriesOf(exchange);
}

/**
 * What an entry is recognised by: its id, and other fields where that is no string, so that a check of
 * something else works all the same.
 */
export function keyOf(entry: unknown): string {
  const id = valueAt(entry, 'id');
  if (typeof id === 'string' && id !== '') {
    return `id ${id}`;
  }
  const fields = ['creationDate', 'searchablePaymentReference', 'payerBankTransferReference'];
  return fields.map((field) => textOf(valueAt(entry, field))).join(' ');
}

/** What a payment is recognised by in the list of another user, whose ids may be counted anew. */
export function signatureOf(entry: unknown): string {
  const fields = ['creationDate', 'searchablePaymentReference'];
  return [keyOf(entry), ...fields.map((field) => textOf(valueAt(entry, field)))].join(' ');
}

/**
 * What a payment is recognised by where nobody may see it: tenants may count ids and references each by itself, so that
 * all is the same but what was to be paid and by whom.
 */
export function identityOf(entry: unknown): string {
  const fields = ['payerBankTransferReference', 'requestedBankTransferAmount', 'currency'];
  return [signatureOf(entry), ...fields.map((field) => textOf(valueAt(entry, field)))].join(' ');
}

/** The keys of entries, each once. */
export function keysOf(entries: readonly unknown[]): Set<string> {
  return new Set(entries.map(keyOf));
}

/** The day an entry was created on, or `undefined` where it does not begin with one. */
export function creationDay(entry: unknown): number | undefined {
  return dayOfDateTime(valueAt(entry, 'creationDate'));
}

/** Whether an entry was created inside a range, whichever way its ends count. */
export function isWithin(range: Record<RangeEnd, number>, entry: unknown): boolean {
  const day = creationDay(entry);
  return day !== undefined && surelyWithin(range, day);
}

/** A list as far as it was read, each entry once. */
export interface Listing {
  entries: unknown[];
  /** whether the first page succeeded; what a page beyond the end is answered with is open */
  succeeded: boolean;
  first: Exchange;
  /** the first page that brought something new though the one before it was not full */
  afterShort?: number;
  /** whether more pages are there than were read */
  cutOff?: true;
}

interface Reading {
  size?: number;
  mostPages?: number;
  untilShorterThan?: number;
  firstBare?: boolean;
  unsized?: boolean;
}

/**
 * Reads page after page until one fails, is empty or brings nothing new; with `untilShorterThan` until one has
 * fewer entries than that or than one before, where what is listed is held against other listings anyway.
 * The first page is asked for without page and size where `firstBare` is set, all of them without size where `unsized` is.
 */
export async function readListing(
  context: CheckContext,
  change: ListingChange & Reading = {},
): Promise<Listing> {
  const { size = FULL_PAGE, mostPages = MOST_PAGES, untilShorterThan, ...further } = change;
  const { firstBare, unsized, ...rest } = further;
  const known = new Map<string, unknown>();
  const ask = (page: number) =>
    askListing(context, {
      ...rest,
      query: firstBare && page === 1 ? {} : { page, ...(!unsized && { size }) },
    });
  const first = await ask(1);
  let longest = untilShorterThan ?? 0;
  let latest = size;
  let afterShort: number | undefined;
  let isLast = false;
  for (let page = 1, exchange = first; ; exchange = await ask(page)) {
    const before = known.size;
    const entries = entriesOf(exchange);
    for (const entry of entries) {
      known.set(keyOf(entry), entry);
    }
    if (known.size > before && latest < size) {
      afterShort ??= page;
    }
    latest = entries.length;
    page += 1;
    isLast = known.size === before || (untilShorterThan !== undefined && entries.length < longest);
    if (isLast || page > mostPages) {
      break;
    }
    longest = Math.max(longest, entries.length);
  }
  const listing = { entries: [...known.values()], succeeded: isSuccess(first), first };
  return {
    ...listing,
    ...(afterShort !== undefined && { afterShort }),
    ...(!isLast && { cutOff: true }),
  };
}

/** All that the state promises in its currency and range. */
export function fullListing(context: CheckContext): Promise<Listing> {
  return context.shared('full listing of awaiting payments', (own) => readListing(own));
}

/** All that the same request lists in the other currency. */
export function otherCurrencyListing(context: CheckContext): Promise<Listing> {
  return context.shared('listing in the other currency', async (own) => {
    const { otherCurrency } = await own.state('awaiting-payments');
    return readListing(own, { body: { selectedCurrency: otherCurrency } });
  });
}

/** As many payments as a full reading has to find. */
export function countToFind(state: StateValues['awaiting-payments']): number {
  return Math.min(state.count, FULL_PAGE * MOST_PAGES);
}

/** Demands that a listing succeeded and is not empty, and gives its entries. */
export function entriesFound(listing: Listing, what: string): unknown[] {
  expectSuccess(listing.first, what);
  if (listing.entries.length === 0) {
    deviate(`${what} to find payments`, 'none');
  }
  return listing.entries;
}
