import type { Check } from '../../check.ts';
import { isSuccess } from '../../expectations.ts';
import { valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import {
  askListing,
  CUSTOMER_LISTING,
  entriesOf,
  FULL_PAGE,
  fullListing,
  keyOf,
  keysOf,
  readListing,
} from './listing.ts';

/** A page that ends between two entries of a listing. */
export interface PageEnd {
  page: number;
  size: number;
}

/**
 * Where a page ends between two payments of the same moment, as large a page as can be; `undefined` where no two
 * in a row are, or no page from the first on ends between such.
 *
 * @param entries of a listing, in its order
 */
export function endWithinMoment(entries: readonly unknown[]): PageEnd | undefined {
  const moments = entries.map((entry) => valueAt(entry, 'creationDate'));
  const ends = moments.flatMap((moment, index) => {
    const isShared = index > 0 && typeof moment === 'string' && moment === moments[index - 1];
    const size = Array.from({ length: FULL_PAGE - 1 }, (_, less) => FULL_PAGE - 1 - less).find(
      (each) => index % each === 0,
    );
    return isShared && size !== undefined ? [{ page: index / size, size }] : [];
  });
  return ends.sort((one, other) => other.size - one.size)[0];
}

/** Sections 4.5 and 8: who pages by the moment of the last payment loses those that have the same. */
export const sameMomentCheck: Check = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.page.same-moment',
  title: 'loses no payment where a page ends between two of the same moment',
  requirements: ['PAY-39'],
  async run(context) {
    const { entries } = await fullListing(context);
    const end = endWithinMoment(entries);
    if (!end) {
      return context.inconclusive(
        'No page of up to 19 ends between two payments of the same moment.',
      );
    }
    const { page, size } = end;
    const first = await askListing(context, { query: { page, size } });
    const second = await askListing(context, { query: { page: page + 1, size } });
    const listed = keysOf([first, second].flatMap(entriesOf));
    const there = entries.slice((page - 1) * size, (page + 1) * size).map(keyOf);
    if (!isSuccess(first) || there.every((key) => listed.has(key))) {
      return;
    }
    // Payments may have come or gone, and their order may be another each time.
    const inPages = await readListing(context, { size, mostPages: entries.length });
    const whole = keysOf((await readListing(context)).entries);
    const lost = there.filter((key) => whole.has(key) && !keysOf(inPages.entries).has(key));
    if (inPages.succeeded && lost.length > 0) {
      deviate(
        `all payments on the pages of a listing with size=${size}, where page ${page} ends between two of the same moment`,
        `${lost.length} on none, such as ${lost[0]}`,
      );
    }
  },
};
