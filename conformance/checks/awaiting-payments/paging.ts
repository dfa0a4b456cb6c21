import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, expectSomething, expectSuccess, isRejectedAsAsked } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { listers } from '../../situations/callers.ts';
import { completeListings } from '../../situations/listings/complete-listings.ts';
import { STAFF } from '../../situations/listings/sought-payments.ts';
import { askedFor, ODD_PAGES, type OddPage } from '../page-query.ts';
import { readersOf } from '../tokens/in-both-forms.ts';
import {
  askListing,
  CUSTOMER_LISTING,
  entriesOf,
  FULL_PAGE,
  keysOf,
  type ListingChange,
  listedPage,
  MOST_PAGES,
} from './listing.ts';

/** Staff who are listed payments without a page are listed the first one, too. */
async function expectPagedForStaff(context: CheckContext): Promise<void> {
  const paged = await listers(context);
  for (const { user, bearer } of await readersOf(context, 'awaiting-payments')) {
    if (STAFF.includes(user) && !paged.includes(user) && entriesOf(bearer).length > 0) {
      const page = await askListing(context, { as: user, query: { page: 1 } });
      expectSuccess(page, `page 1 of what ${user} is listed without a page`);
    }
  }
}

/** Whoever lists: without a size a page of theirs is full, where the next one has more. */
async function expectDefaultForOthers(context: CheckContext): Promise<void> {
  for (const { caller, currency, afterShort } of await completeListings(context)) {
    if (afterShort === undefined) {
      continue;
    }
    const pageOf = async (page: number) =>
      entriesOf(
        await askListing(context, {
          as: caller,
          body: { selectedCurrency: currency },
          query: { page },
        }),
      ).length;
    // A payment may have gone while the pages were read.
    const [short, next] = [await pageOf(afterShort - 1), await pageOf(afterShort)];
    if (short < FULL_PAGE && next > 0) {
      deviate(
        `${FULL_PAGE} payments on page ${afterShort - 1} of ${caller} without size, since the next has some`,
        String(short),
      );
    }
  }
}

const defaults: Check[] = [
  {
    ...CUSTOMER_LISTING,
    id: 'awaiting-payments.page.default',
    title: 'lists page 1 when page is left out',
    requirements: ['PAY-25'],
    inOtherForms: true,
    async run(context) {
      // Again with a size, right after a later page of it: no page named is still the first.
      const size: ListingChange['query'] = context.turn ? { size: FULL_PAGE } : {};
      if (context.turn) {
        await askListing(context, { query: { page: 2, ...size } });
      }
      const plain = await listedPage(context, 'a listing without page', { query: size });
      const first = await listedPage(context, 'page 1', { query: { page: 1, ...size } });
      expectSomething(plain, 'payment without page');
      const keys = keysOf(first);
      const odd = [...keysOf(plain)].filter((key) => !keys.has(key));
      if (odd.length > 0 || plain.length !== first.length) {
        deviate(
          'the same payments without page as on page 1',
          `${odd.length} of ${plain.length} that page 1 does not list`,
        );
      }
      if (!context.turn) {
        await expectPagedForStaff(context);
      }
    },
  },
  {
    ...CUSTOMER_LISTING,
    id: 'awaiting-payments.size.default',
    title: 'lists 20 payments when size is left out',
    requirements: ['PAY-26'],
    inOtherForms: true,
    async run(context) {
      const { length } = await listedPage(context, 'a listing without size', {
        query: { page: 1 },
      });
      if (length !== FULL_PAGE) {
        deviate(`${FULL_PAGE} payments on a page without size`, String(length));
      }
      if (!context.turn) {
        await expectDefaultForOthers(context);
      }
    },
  },
];

/** The first page of a size. No least size is shown, nor which ones there are, so it may be refused. */
const firstPage = (context: CheckContext, size: number): Promise<Exchange> =>
  context.shared(`first page of ${size} payments`, (own) =>
    askListing(own, { query: { page: 1, size } }),
  );

/** The payments of a page that has to succeed. */
async function pageOf(context: CheckContext, page: number, size: number, what: string) {
  const exchange =
    page === 1
      ? await firstPage(context, size)
      : await askListing(context, { query: { page, size } });
  expectSuccess(exchange, what);
  return entriesOf(exchange);
}

const sizes: Check[] = [7, 1].map((size) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.size.${size}`,
  title: `lists as many payments as size=${size} says, on pages 1 and 2`,
  requirements: ['PAY-27', 'PAY-28'],
  ...(size > 1 && { inOtherForms: true }),
  cause: 'size is not obeyed on awaiting-payments',
  async run(context) {
    if (isRejectedAsAsked(await firstPage(context, size))) {
      context.inconclusive(`The target has no pages of ${size}.`);
    }
    const seen = new Set<string>();
    for (const page of [1, 2]) {
      const what = `page ${page} with size=${size}`;
      const entries = await pageOf(context, page, size, what);
      if (entries.length !== size) {
        deviate(`${size} payments on ${what}`, String(entries.length));
      }
      const again = [...keysOf(entries)].find((key) => seen.has(key));
      if (again !== undefined) {
        deviate(`other payments on ${what} than on page 1`, `the payment ${again} on both`);
      }
      for (const key of keysOf(entries)) {
        seen.add(key);
      }
    }
  },
}));

/** A size that is neither the default nor a divisor of it, so that a wrong offset overlaps. */
const OVERLAP_SIZE = 15;

const disjoint: Check = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.page.disjoint',
  title: 'lists different payments on different pages and all of them over the pages',
  requirements: ['PAY-28', 'PAY-39'],
  async run(context) {
    const { count } = await context.state('awaiting-payments');
    const isRefused = isRejectedAsAsked(await firstPage(context, OVERLAP_SIZE));
    const size = isRefused ? FULL_PAGE : OVERLAP_SIZE;
    const pages = Math.min(Math.ceil(count / size), MOST_PAGES);
    const seenOn = new Map<string, number>();
    for (let page = 1; page <= pages; page += 1) {
      const what = `page ${page} with size=${size}`;
      const entries = await pageOf(context, page, size, what);
      expectSomething(entries, `payment on ${what} of ${pages}`);
      for (const key of keysOf(entries)) {
        const before = seenOn.get(key);
        if (before !== undefined) {
          deviate(
            'different payments on different pages',
            `one payment on pages ${before} and ${page} of size ${size}`,
          );
        }
        seenOn.set(key, page);
      }
    }
    const wanted = Math.min(count, pages * size);
    if (seenOn.size < wanted) {
      deviate(`at least ${wanted} payments over ${pages} pages`, String(seenOn.size));
    }
  },
};

const ODD_QUERIES: readonly OddPage[] = [
  ...ODD_PAGES,
  { variant: 'size-above-default', query: { size: 25 } },
];

const oddPages: Check[] = ODD_QUERIES.map((odd) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.observes.${odd.variant}`,
  title: `shows what awaiting-payments does with ${askedFor(odd)}`,
  requirements: ['PAY-29'],
  level: 'open',
  async run(context) {
    const exchange = await askListing(context, { query: odd.query });
    context.observe(
      `awaiting-payments with ${odd.variant}`,
      `${answerOf(exchange)}, ${entriesOf(exchange).length} payments`,
    );
  },
}));

/** Section 4.5: page and size. */
export const awaitingPaymentsPagingChecks: Check[] = [...defaults, ...sizes, disjoint, ...oddPages];
