import type { CheckContext } from '../../check-context.ts';
import { allDone } from '../../checks/all-done.ts';
import { askListing, entriesOf, keyOf } from '../../checks/awaiting-payments/listing.ts';
import { isRejectedAsAsked, isRejection, isSuccess } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type ForetoldQuery, foretoldQueries } from './listing-query.ts';

/** One page of a query. */
interface ReadPage {
  page: number;
  exchange: Exchange;
  keys: string[];
}

/** A query with the pages of it that were read. */
export interface ReadQuery extends ForetoldQuery {
  pages: ReadPage[];
  /** whether the pages are all of them, from the first to one after the last */
  toTheEnd: boolean;
  /** whether the first page was asked for as `page=1`, or no page was named */
  pageGiven: boolean;
  /** a page of a search that was refused, though more is found than the pages before it hold */
  refused?: ReadPage;
}

/** Pages that are read one after the other before the middle of a long list is skipped. */
const PAGES_IN_A_ROW = 3;

/** A list of more pages than this is not read as a whole. */
const MOST_PAGES = 6;

async function readQuery(
  context: CheckContext,
  query: ForetoldQuery,
  pageGiven: boolean,
): Promise<ReadQuery> {
  const ask = async (
    page: number,
    size = query.sizeGiven ? query.size : undefined,
  ): Promise<ReadPage> => {
    const exchange = await askListing(context, {
      as: query.caller,
      bearer: query.bearer,
      apiToken: query.apiToken,
      situation: query.text,
      wholeBody: query.body,
      query: { ...((page > 1 || pageGiven) && { page }), ...(size !== undefined && { size }) },
    });
    return { page, exchange, keys: entriesOf(exchange).map(keyOf) };
  };
  const expected = Math.ceil((query.surely.size + query.perhaps.size) / query.size);
  const least = Math.ceil(query.surely.size / query.size);
  const isLong = expected > MOST_PAGES;
  const pages: ReadPage[] = [];

  /** What lies beyond the end is open, be it the last page again. */
  const isBeyondTheEnd = async ({ page, keys }: ReadPage): Promise<boolean> => {
    const before = pages.at(-1)?.keys ?? [];
    if (page <= least || before.length === 0 || keys.join() !== before.join()) {
      return false;
    }
    if (page > expected || before.length < query.size) {
      return true;
    }
    // A full page may be the last one; then one larger page holds no more than all up to it, as far as
    // the target gives larger ones.
    const { keys: all } = await ask(1, query.size * page);
    return all.length <= query.size * (page - 1);
  };

  /** Whether more is found than full pages before this one hold: how much a search finds is open. */
  const isWithin = async ({ page, exchange }: ReadPage): Promise<boolean> => {
    const before = pages.at(-1)?.keys.length;
    if (!query.searched || before !== query.size || !isRejectedAsAsked(exchange)) {
      return false;
    }
    const { keys: all } = await ask(1, query.size * page);
    return all.length > query.size * (page - 1) && !isSuccess((await ask(page)).exchange);
  };

  let isBeyond = false;
  let refused: ReadPage | undefined;
  for (let page = 1; page <= (isLong ? PAGES_IN_A_ROW : MOST_PAGES + 1); page += 1) {
    const read = await ask(page);
    isBeyond = await isBeyondTheEnd(read);
    if (isBeyond) {
      break;
    }
    refused = (await isWithin(read)) ? read : undefined;
    pages.push(read);
    if (read.keys.length === 0 || !isSuccess(read.exchange)) {
      break;
    }
  }
  const ended = isBeyond || pages.at(-1)?.keys.length === 0;
  if (isLong && !ended && query.foretold) {
    for (const page of [expected - 1, expected]) {
      const read = await ask(page);
      // How far into a list a target lets anybody page is open.
      if (!isRejection(read.exchange) && !(await isBeyondTheEnd(read))) {
        pages.push(read);
      }
    }
  }
  return { ...query, pages, toTheEnd: ended, pageGiven, ...(refused && { refused }) };
}

/** Every foretold query with its pages, read once per run; half of them name page 1, half do not. */
export function readQueries(context: CheckContext): Promise<ReadQuery[]> {
  return context.shared('queries of awaiting payments, read', async (own) => {
    const queries = await foretoldQueries(own);
    return allDone(queries.map((query, index) => readQuery(own, query, index % 2 === 0)));
  });
}
