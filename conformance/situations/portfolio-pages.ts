import { randomUUID } from 'node:crypto';
import type { UserName } from '../../target/target.ts';
import type { CheckContext } from '../check-context.ts';
import { allDone } from '../checks/all-done.ts';
import { textOf } from '../checks/entry-text.ts';
import { hasTwins } from '../checks/portfolios/list.ts';
import {
  askPortfolios,
  DEFAULT_SIZE,
  portfoliosIn,
  RECOMMENDED_MAXIMUM,
} from '../checks/portfolios/listing.ts';
import { servedApiToken } from '../checks/tokens/api-tokens.ts';
import { isSuccess } from '../expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import { coveringArray } from './covering-array.ts';
import { factorsFor } from './endpoint-factors.ts';

/** A query of somebody's own portfolios with its pages, from the first on. */
export interface ReadPortfolios {
  text: string;
  owner: UserName;
  /** portfolios a page; the default where the query names none */
  size: number;
  /** the answer to the request for the first page */
  first: Exchange | undefined;
  /** the portfolios of each page as texts */
  pages: string[][];
  /** whether the pages are all of them */
  toTheEnd: boolean;
  /** whether the page after them was the last again, by which alone they are known to be all */
  isLastAgain?: true;
  /** the answer to the request for a later page that was refused */
  refused?: Exchange;
  /** whether all that the owner has is the same before and after, so that its entries can be counted */
  isSteady: boolean;
}

/** What one owner has, read on one page where it fits there, else in pages of ten. */
export interface OwnPortfolios {
  owner: UserName;
  ownerId: string;
  texts: string[];
  /** whether that is all, so that it foretells the pages of another size */
  toTheEnd: boolean;
  /** whether no two portfolios have the same content, so that each is known by it */
  tellsApart: boolean;
  /** whether they came on one page, so that no fault of paging shows in them */
  onOnePage: boolean;
}

/** Owners who are read: the customer of the state, and whoever else has portfolios. */
const OWNERS = ['customer', 'otherCustomer'] as const;

/** A list of more pages than this is not read to its end; what foretells others may have more. */
const MOST_PAGES = 6;
const MOST_PAGES_OF_ALL = 12;

/** Portfolios a page, of which whoever has more than a few is shown several. */
const SMALL = 3;

/** A later page that each owner is asked for, in just this way. */
export const LATER_PAGE = { page: 2, size: SMALL };

/** Of one digit and not of those up to 5: whoever compares texts takes it for more than the maximum. */
const BELOW_DEFAULT = 9;

/** Above the default, and so that twelve fill more than a page. */
const ABOVE_DEFAULT = 11;

/** How many full pages a list is parted into, at the most. */
const MOST_FULL_PAGES = 4;

/** A size of which the last page of so many is full as well, unlike in the other sizes; else one above the default. */
function fillingSize(count: number): number {
  const pages = Array.from({ length: MOST_FULL_PAGES - 1 }, (_, index) => index + 2);
  const sizes = pages.map((each) => count / each);
  const isOther = (size: number) =>
    [1, SMALL, DEFAULT_SIZE].includes(size) || size >= RECOMMENDED_MAXIMUM;
  return sizes.find((size) => Number.isInteger(size) && !isOther(size)) ?? ABOVE_DEFAULT;
}

/** Below, at and above the default, and one that fills the last page of what somebody has. */
const sizesOf = ({ texts, toTheEnd }: OwnPortfolios): (number | undefined)[] => [
  ...[undefined, SMALL, DEFAULT_SIZE, RECOMMENDED_MAXIMUM],
  toTheEnd ? fillingSize(texts.length) : ABOVE_DEFAULT,
];

interface Asked {
  as: UserName;
  customerId: string;
  size?: number | undefined;
  bearer?: boolean;
  apiToken?: string | undefined;
  situation?: string;
}

interface Reading {
  /** whether the first page is asked for by its number */
  namesPage: boolean;
  /** whether portfolios have the same content, so that a page may look like the one before */
  areAlike?: boolean;
  mostPages?: number;
  /** how many there are, where that is known */
  count?: number | undefined;
}

/**
 * Reads up to the first page that is not full, or by which there are as many as are known to be: what lies beyond
 * the end is open, be it the last again.
 */
async function readPages(
  context: CheckContext,
  { size, ...change }: Asked,
  { namesPage, areAlike = false, mostPages = MOST_PAGES, count }: Reading,
) {
  const pages: string[][] = [];
  let first: Exchange | undefined;
  for (let page = 1; page <= mostPages; page += 1) {
    const exchange = await askPortfolios(context, {
      ...change,
      query: { ...((namesPage || page > 1) && { page }), ...(size !== undefined && { size }) },
    });
    first ??= exchange;
    const texts = (await portfoliosIn(context, exchange)).map(textOf);
    const isLastAgain = texts.join() === pages.at(-1)?.join();
    if (texts.length === 0 || isLastAgain) {
      // Portfolios that cannot be told apart may fill the next page with what looks the same.
      const isEnd = texts.length === 0 || !(areAlike || hasTwins(pages.flat()));
      const succeeded = isSuccess(exchange);
      return {
        ...{ first, pages, toTheEnd: isEnd && succeeded },
        ...(texts.length > 0 && { isLastAgain: true as const }),
        ...(!succeeded && page > 1 && { refused: exchange }),
      };
    }
    pages.push(texts);
    if (texts.length < (size ?? DEFAULT_SIZE) || pages.flat().length === count) {
      return { first, pages, toTheEnd: true };
    }
  }
  return { first, pages, toTheEnd: false };
}

/** What one page of the recommended maximum holds. */
async function onePage(context: CheckContext, asked: Asked): Promise<string[]> {
  const query = { page: 1, size: RECOMMENDED_MAXIMUM };
  const exchange = await askPortfolios(context, { ...asked, query });
  return (await portfoliosIn(context, exchange)).map(textOf);
}

/** What somebody has who has more than a page holds. */
const allPages = (context: CheckContext, asked: Asked) =>
  readPages(
    context,
    { ...asked, size: DEFAULT_SIZE },
    { namesPage: true, mostPages: MOST_PAGES_OF_ALL },
  );

/** Everybody who has portfolios, with all of them. */
export function ownersOfPortfolios(context: CheckContext): Promise<OwnPortfolios[]> {
  return context.shared('owners of portfolios', async (own) => {
    const { customerId, count } = await own.state('portfolios');
    const owners = OWNERS.filter((owner) => own.target.users[owner]);
    const found: OwnPortfolios[] = [];
    for (const owner of owners) {
      const ownerId = owner === 'customer' ? customerId : (await own.session(owner)).userId;
      if (ownerId === undefined) {
        continue;
      }
      const asked = { as: owner, customerId: ownerId };
      const whole = await onePage(own, asked);
      // Of the customer the state says how many there are; a page that is not full holds all.
      const least = owner === 'customer' ? count : 1;
      const most = owner === 'customer' ? RECOMMENDED_MAXIMUM : DEFAULT_SIZE;
      const onOnePage = whole.length >= least && whole.length < most;
      const { pages, toTheEnd } = onOnePage
        ? { pages: [whole], toTheEnd: true }
        : await allPages(own, asked);
      const texts = pages.flat();
      if (texts.length > 0) {
        found.push({ owner, ownerId, texts, toTheEnd, tellsApart: !hasTwins(texts), onOnePage });
      }
    }
    return found;
  });
}

/**
 * Every pair of size and token form for each owner, in forms of headers that the target takes, read page
 * by page, once per run.
 */
export function readPortfolioQueries(context: CheckContext): Promise<ReadPortfolios[]> {
  return context.shared('queries of portfolios, read', async (own) => {
    const owners = await ownersOfPortfolios(own);
    const { token = [] } = await factorsFor(own, 'portfolios');
    // Each owner has pairs of its own: somebody with few portfolios shows little of a page.
    const rows = owners.flatMap((each) =>
      coveringArray(
        { size: sizesOf(each), token, namesPage: [true, false], time: ['once', 'again'] },
        { seed: `${own.seed} ${each.owner}`, strength: own.strength },
      ).map((row, index, all) => {
        const named = all.slice(0, index).filter(({ size }) => size === DEFAULT_SIZE).length;
        // Every other time the one below takes its place, which needs as many pages.
        const size = row.size === DEFAULT_SIZE && named % 2 === 1 ? BELOW_DEFAULT : row.size;
        // In the other sizes the page after the last tells something, too.
        const { length } = each.texts;
        const isFilling = each.toTheEnd && size === fillingSize(length);
        return { ...row, ...each, size, count: isFilling ? length : undefined };
      }),
    );
    // In the place of the session's in the usual header, which all other readings of portfolios have.
    const listedToken = (await own.passed('portfolios.api-token-entries'))
      ? await servedApiToken(own, 'portfolios')
      : undefined;
    const queries = await allDone(
      rows.map(
        async (
          { owner, ownerId, tellsApart, count, size, token: form, namesPage, time },
          index,
        ) => {
          const isUsual = (row: (typeof rows)[number]) =>
            row.owner === 'customer' && row.token.bearer !== true && row.size === size;
          // Every other one of each size.
          const isTokens =
            isUsual(rows[index] as (typeof rows)[number]) &&
            rows.slice(0, index).filter(isUsual).length % 2 === 0;
          const apiToken = isTokens ? listedToken : undefined;
          const bearer = form.bearer === true;
          const as = apiToken === undefined ? form.text : 'with an API token';
          const parts = [`by ${owner}`, size === undefined ? '' : `with size=${size}`, as];
          const text = parts.filter((part) => part !== '').join(', ');
          const situation = `${text}, ${namesPage ? 'page named' : 'no page named'}, ${time}`;
          const asked = { as: owner, customerId: ownerId, size, bearer, apiToken, situation };
          return {
            text,
            owner,
            size: size ?? DEFAULT_SIZE,
            ...(await readPages(own, asked, { namesPage, areAlike: !tellsApart, count })),
          };
        },
      ),
    );
    const steady = new Set<UserName>();
    for (const { owner, ownerId, texts, onOnePage } of owners.filter((each) => each.toTheEnd)) {
      const asked = { as: owner, customerId: ownerId };
      const again = onOnePage
        ? await onePage(own, asked)
        : (await allPages(own, asked)).pages.flat();
      if (again.join() === texts.join()) {
        steady.add(owner);
      }
    }
    return queries.map((query) => ({ ...query, isSteady: steady.has(query.owner) }));
  });
}

/** What one owner is listed under a key that another listed the own portfolios with just before. */
interface UnderOthersKey {
  text: string;
  owner: OwnPortfolios;
  other: OwnPortfolios;
  texts: string[];
}

/** Which of the pairs name a page and a size: each owner once, and each form of the token. */
const OF_A_PAGE = [1, 2];
const PAGE_OF_OTHERS = { page: 1, size: 5 };

/**
 * Every owner's own portfolios under the key of every other, in each header form. A target may want
 * a new key for each listing; what it refuses for that shows nothing.
 */
export function readUnderOthersKeys(context: CheckContext): Promise<UnderOthersKey[]> {
  return context.shared('portfolios under the keys of others', async (own) => {
    const owners = await ownersOfPortfolios(own);
    const { token = [] } = await factorsFor(own, 'portfolios');
    const pairs = owners.flatMap((other) =>
      owners
        .filter((owner) => owner !== other)
        .flatMap((owner) => token.map((form) => ({ owner, other, form }))),
    );
    return allDone(
      pairs.map(async ({ owner, other, form }, index) => {
        const headers = { 'x-idempotency-key': randomUUID() };
        const ofPage = OF_A_PAGE.includes(index % 4) && { query: PAGE_OF_OTHERS };
        const ask = ({ owner: as, ownerId: customerId }: OwnPortfolios) =>
          askPortfolios(own, { as, customerId, headers, bearer: form.bearer ?? false, ...ofPage });
        await ask(other);
        const texts = (await portfoliosIn(own, await ask(owner))).map(textOf);
        const text = [
          `by ${owner.owner} under the key of ${other.owner}`,
          ofPage ? 'a page of both' : '',
          form.text,
        ];
        return { text: text.filter((part) => part !== '').join(', '), owner, other, texts };
      }),
    );
  });
}
