import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { expectSomething, expectSuccess, isRejectedAsAsked } from '../../expectations.ts';
import { deviate } from '../../outcome.ts';
import { textOf } from '../entry-text.ts';
import { hasTwins } from './list.ts';
import {
  allEntries,
  askPortfolios,
  DEFAULT_SIZE,
  firstPage,
  OWN_PORTFOLIOS,
  pagesRead,
  portfoliosIn,
  portfoliosPage,
  RECOMMENDED_MAXIMUM,
} from './listing.ts';

const NO_IDENTITY = 'Some entries have the same content, so portfolios cannot be told apart.';

async function textsOf(
  context: CheckContext,
  query: Record<string, string | number>,
  what: string,
): Promise<string[]> {
  return (await portfoliosPage(context, query, what)).map(textOf);
}

const sameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && [...a].sort().join('\n') === [...b].sort().join('\n');

const defaults: Check[] = [
  {
    ...OWN_PORTFOLIOS,
    id: 'portfolios.page.default',
    title: 'lists page 1 of the portfolios when page is left out',
    requirements: ['PTF-8'],
    inOtherForms: true,
    async run(context: CheckContext) {
      // Again with a size, right after a later page of it: no page named is still the first.
      const size: Record<string, number> = context.turn ? { size: DEFAULT_SIZE } : {};
      if (context.turn) {
        await askPortfolios(context, { query: { page: 2, ...size } });
      }
      const plain = await textsOf(context, size, 'a request without page');
      expectSomething(plain, 'portfolio without page');
      const first = await textsOf(context, { page: 1, ...size }, 'page 1');
      if (sameSet(plain, first)) {
        return;
      }
      // One of several stores may know a new portfolio before the other does.
      const plainAgain = await textsOf(context, {}, 'a request without page');
      const firstAgain = await textsOf(context, { page: 1 }, 'page 1');
      if (!sameSet(plain, plainAgain) || !sameSet(first, firstAgain)) {
        context.inconclusive('The content of the entries changes from one request to the next.');
      }
      const differing = plain.filter((text) => !first.includes(text)).length;
      deviate(
        'the same portfolios without page as on page 1',
        `${differing} of ${plain.length} that page 1 does not list`,
      );
    },
  },
  {
    ...OWN_PORTFOLIOS,
    id: 'portfolios.size.default',
    title: 'lists 10 portfolios when size is left out',
    requirements: ['PTF-10'],
    inOtherForms: true,
    async run(context) {
      const { length } = await portfoliosPage(context, { page: 1 }, 'a request without size');
      if (length !== DEFAULT_SIZE) {
        deviate(`${DEFAULT_SIZE} portfolios on a page without size`, String(length));
      }
    },
  },
];

/** The portfolios of a page that has to succeed. */
async function pageOf(context: CheckContext, page: number, size: number, what: string) {
  if (page > 1) {
    return portfoliosPage(context, { page, size }, what);
  }
  const exchange = await firstPage(context, size);
  expectSuccess(exchange, what);
  return portfoliosIn(context, exchange);
}

const sizes: Check[] = [3, 1].map((size) => ({
  ...OWN_PORTFOLIOS,
  id: `portfolios.size.${size}`,
  title: `lists as many portfolios as size=${size} says, on pages 1 and 2`,
  requirements: ['PTF-11'],
  ...(size > 1 && { inOtherForms: true }),
  cause: 'size is not obeyed on portfolios',
  async run(context) {
    if (isRejectedAsAsked(await firstPage(context, size))) {
      context.inconclusive(`The target has no pages of ${size}.`);
    }
    for (const page of [1, 2]) {
      const what = `page ${page} with size=${size}`;
      const { length } = await pageOf(context, page, size, what);
      if (length !== size) {
        deviate(`${size} portfolios on ${what}`, String(length));
      }
    }
  },
}));

const maximum: Check = {
  ...OWN_PORTFOLIOS,
  id: 'portfolios.size.50',
  title: 'accepts and obeys size=50, the recommended maximum',
  requirements: ['PTF-12'],
  level: 'should',
  inOtherForms: true,
  async run(context) {
    const { count } = await context.state('portfolios');
    const wanted = Math.min(RECOMMENDED_MAXIMUM, count);
    const query = { page: 1, size: RECOMMENDED_MAXIMUM };
    const { length } = await portfoliosPage(context, query, 'a request with size=50');
    if (length < wanted || length > RECOMMENDED_MAXIMUM) {
      deviate(`${wanted} portfolios with size=50`, String(length));
    }
  },
};

/**
 * Entries that two pages share are proof only where no two portfolios have the same content, as far as one page shows;
 * nothing where a page may not be so long.
 */
async function tellsApart(context: CheckContext): Promise<boolean> {
  const exchange = await askPortfolios(context, { query: { page: 1, size: RECOMMENDED_MAXIMUM } });
  return !hasTwins((await portfoliosIn(context, exchange)).map(textOf));
}

/** Small enough for two pages of the portfolios that every target has, and no divisor of 10. */
const OVERLAP_SIZE = 4;

const THEY_COME = 'Portfolios come while the pages are read.';

/** Whether the first page has portfolios now that were not listed before: one that comes moves others on. */
async function haveCome(
  context: CheckContext,
  { size, before }: { size: number; before: readonly string[] },
): Promise<boolean> {
  const now = await textsOf(context, { page: 1, size }, `page 1 with size=${size}`);
  return now.some((text) => !before.includes(text));
}

const disjoint: Check[] = [
  {
    ...OWN_PORTFOLIOS,
    id: 'portfolios.page.disjoint',
    title: 'lists different portfolios on different pages',
    requirements: ['PTF-9'],
    async run(context: CheckContext) {
      const isRefused = isRejectedAsAsked(await firstPage(context, OVERLAP_SIZE));
      const size = isRefused ? DEFAULT_SIZE : OVERLAP_SIZE;
      const [first = [], second = []] = [
        (await pageOf(context, 1, size, `page 1 with size=${size}`)).map(textOf),
        (await pageOf(context, 2, size, `page 2 with size=${size}`)).map(textOf),
      ];
      expectSomething(second, `portfolio on page 2 with size=${size}`);
      const shared = second.filter((text) => first.includes(text));
      if (shared.length === 0) {
        return;
      }
      if (!(await tellsApart(context))) {
        context.inconclusive(NO_IDENTITY);
      }
      if (await haveCome(context, { size, before: first })) {
        context.inconclusive(THEY_COME);
      }
      deviate(
        `other portfolios on page 2 than on page 1 with size=${size}`,
        `${shared.length} of ${second.length} that are on both`,
      );
    },
  },
  {
    ...OWN_PORTFOLIOS,
    id: 'portfolios.page.all',
    title: 'lists all portfolios over the pages, counted from 1',
    requirements: ['PTF-8', 'PTF-9'],
    inOtherForms: true,
    async run(context: CheckContext) {
      const { count } = await context.state('portfolios');
      const pages = pagesRead(count);
      const texts = (await allEntries(context)).map(textOf);
      const wanted = Math.min(count, pages * DEFAULT_SIZE);
      const found = new Set(texts).size;
      if (found >= wanted) {
        return;
      }
      if (texts.length >= wanted && !(await tellsApart(context))) {
        context.inconclusive(NO_IDENTITY);
      }
      if (await haveCome(context, { size: DEFAULT_SIZE, before: texts })) {
        context.inconclusive(THEY_COME);
      }
      deviate(`at least ${wanted} different portfolios over ${pages} pages`, String(found));
    },
  },
];

/** Section 4.9: page and size. */
export const portfoliosPagingChecks: Check[] = [...defaults, ...sizes, maximum, ...disjoint];
