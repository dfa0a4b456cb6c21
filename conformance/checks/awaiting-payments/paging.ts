import type { Check } from '../../check.ts';
import { answerOf, expectSomething } from '../../expectations.ts';
import { deviate } from '../../outcome.ts';
import {
  askListing,
  CUSTOMER_LISTING,
  entriesOf,
  FULL_PAGE,
  keysOf,
  listedPage,
  MOST_PAGES,
} from './listing.ts';

const defaults: Check[] = [
  {
    ...CUSTOMER_LISTING,
    id: 'awaiting-payments.page.default',
    title: 'lists page 1 when page is left out',
    requirements: ['PAY-25'],
    level: 'must',
    async run(context) {
      const plain = await listedPage(context, 'a listing without page');
      const first = await listedPage(context, 'page 1', { query: { page: 1 } });
      expectSomething(plain, 'payment without page');
      const keys = keysOf(first);
      const odd = [...keysOf(plain)].filter((key) => !keys.has(key));
      if (odd.length > 0 || plain.length !== first.length) {
        deviate(
          'the same payments without page as on page 1',
          `${odd.length} of ${plain.length} that page 1 does not list`,
        );
      }
    },
  },
  {
    ...CUSTOMER_LISTING,
    id: 'awaiting-payments.size.default',
    title: 'lists 20 payments when size is left out',
    requirements: ['PAY-26'],
    level: 'must',
    async run(context) {
      const { length } = await listedPage(context, 'a listing without size', {
        query: { page: 1 },
      });
      if (length !== FULL_PAGE) {
        deviate(`${FULL_PAGE} payments on a page without size`, String(length));
      }
    },
  },
];

const sizes: Check[] = [7, 1].map((size) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.size.${size}`,
  title: `lists as many payments as size=${size} says, on pages 1 and 2`,
  requirements: ['PAY-27'],
  level: 'must',
  cause: 'size is not obeyed on awaiting-payments',
  async run(context) {
    for (const page of [1, 2]) {
      const what = `page ${page} with size=${size}`;
      const { length } = await listedPage(context, what, { query: { page, size } });
      if (length !== size) {
        deviate(`${size} payments on ${what}`, String(length));
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
  level: 'must',
  async run(context) {
    const { count } = await context.state('awaiting-payments');
    const pages = Math.min(Math.ceil(count / OVERLAP_SIZE), MOST_PAGES);
    const seenOn = new Map<string, number>();
    for (let page = 1; page <= pages; page += 1) {
      const what = `page ${page} with size=${OVERLAP_SIZE}`;
      const entries = await listedPage(context, what, { query: { page, size: OVERLAP_SIZE } });
      expectSomething(entries, `payment on ${what} of ${pages}`);
      for (const key of keysOf(entries)) {
        const before = seenOn.get(key);
        if (before !== undefined) {
          deviate(
            'different payments on different pages',
            `one payment on pages ${before} and ${page} of size ${OVERLAP_SIZE}`,
          );
        }
        seenOn.set(key, page);
      }
    }
    const wanted = Math.min(count, pages * OVERLAP_SIZE);
    if (seenOn.size < wanted) {
      deviate(`at least ${wanted} payments over ${pages} pages`, String(seenOn.size));
    }
  },
};

const ODD_QUERIES: { variant: string; query: Record<string, string | number> }[] = [
  { variant: 'page-beyond-the-end', query: { page: 100_000 } },
  { variant: 'page-0', query: { page: 0 } },
  { variant: 'page-negative', query: { page: -1 } },
  { variant: 'page-text', query: { page: 'abc' } },
  { variant: 'page-fraction', query: { page: 1.5 } },
  { variant: 'size-fraction', query: { size: 1.5 } },
  { variant: 'size-0', query: { size: 0 } },
  { variant: 'size-negative', query: { size: -1 } },
  { variant: 'size-text', query: { size: 'abc' } },
  { variant: 'size-above-default', query: { size: 25 } },
];

const queryText = (query: Record<string, string | number>) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

const odd: Check[] = ODD_QUERIES.map(({ variant, query }) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.observes.${variant}`,
  title: `shows what awaiting-payments does with ${queryText(query)}`,
  requirements: ['PAY-29'],
  level: 'open',
  async run(context) {
    const exchange = await askListing(context, { query });
    context.observe(
      `awaiting-payments with ${variant}`,
      `${answerOf(exchange)}, ${entriesOf(exchange).length} payments`,
    );
  },
}));

/** Section 4.5: page and size. */
export const awaitingPaymentsPagingChecks: Check[] = [...defaults, ...sizes, disjoint, ...odd];
