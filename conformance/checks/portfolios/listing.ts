import type { CheckContext } from '../../check-context.ts';
import { expectSuccess, isObject, isSuccess } from '../../expectations.ts';
import { parse } from '../../http/bodies/received-body.ts';
import { type Exchange, jsonOf } from '../../http/exchange.ts';
import { textOf } from '../entry-text.ts';
import { type PageChange, pageOptions } from '../page-query.ts';
import { fittingLists, hasListsAsLong, type Sample } from './fitting-lists.ts';
import { entriesAt, entriesElsewhere, findList, type ListPath, namesOf } from './list.ts';
import { withoutReferences } from './references.ts';
import { rowNumbersIn, withoutLeaves } from './row-numbers.ts';

/** The default page size of section 4.9. */
export const DEFAULT_SIZE = 10;

/** A list longer than this many pages is not read to its end. */
const MOST_PAGES = 30;

/** Portfolios that are read of one list, at most. */
export const MOST_READ = MOST_PAGES * DEFAULT_SIZE;

/** The recommended maximum of section 4.9. */
export const RECOMMENDED_MAXIMUM = 50;

/** The positive twin of everything that is checked of portfolios. */
export const PORTFOLIOS_TWIN = 'portfolios.succeeds';

/** What every check of the customer's own portfolios has in common, unless it says otherwise. */
export const OWN_PORTFOLIOS = {
  level: 'must' as const,
  endpoint: 'portfolios' as const,
  users: ['customer' as const],
  states: ['portfolios' as const],
  after: [PORTFOLIOS_TWIN],
};

/** How a request differs from the customer's for the own portfolios. */
interface PortfoliosChange extends PageChange {
  customerId?: string;
}

/** Asks for the portfolios of the state's customer, by the customer unless changed. */
export async function askPortfolios(
  context: CheckContext,
  { customerId, ...page }: PortfoliosChange = {},
): Promise<Exchange> {
  const state = await context.state('portfolios');
  return context.call('portfolios', {
    ...(await pageOptions(context, page)),
    path: { 'customer-id': customerId ?? state.customerId },
  });
}

/** The plainest answer with the place of its list, and what is known of the entries of every other page. */
interface PlainPortfolios {
  exchange: Exchange;
  path: ListPath | undefined;
  /** the lists that together are the page, of which nearly all targets have one */
  lists: readonly ListPath[];
  /** how the fields of its entries are called */
  names: ReadonlySet<string>;
  /** where in them the rows of a page are numbered */
  numbers: ReadonlySet<string>;
}

/** The first page of a size. No least size is shown, nor which ones there are, so it may be refused. */
export const firstPage = (context: CheckContext, size: number): Promise<Exchange> =>
  context.shared(`first page of ${size} portfolios`, (own) =>
    askPortfolios(own, { query: { page: 1, size } }),
  );

/** Sizes of pages by whose lengths a list is told from others, where the plainest answer does not tell. */
const TELLING_SIZES = [3, 1];

/** The plainest answer, and where in it the list is; every other page has it at the same place. */
export function plainPortfolios(context: CheckContext): Promise<PlainPortfolios> {
  return context.shared('plain listing of portfolios', async (own) => {
    const exchange = await askPortfolios(own);
    const answer = unpackedOf(exchange);
    const lists = await listsIn(own, exchange);
    const [path] = lists;
    const names = namesOf(lists.flatMap((list) => entriesAt(answer, list, new Set())));
    const numbers = rowNumbersIn(lists.flatMap((list) => entriesAt(answer, list, names)));
    return { exchange, path, names, numbers, lists };
  });
}

/**
 * The lists of the plainest answer: as names and lengths tell, if they hold as many portfolios as the state
 * has, else those whose lengths are as asked for on pages of several sizes, if any are.
 */
async function listsIn(context: CheckContext, exchange: Exchange): Promise<readonly ListPath[]> {
  const answer = unpackedOf(exchange);
  const { count } = await context.state('portfolios');
  const path = findList(answer);
  const found = path ? [path] : [];
  const wanted = Math.min(count, DEFAULT_SIZE);
  const length = found.flatMap((list) => entriesAt(answer, list, new Set())).length;
  if (!isSuccess(exchange)) {
    return found;
  }
  const samples: Sample[] = [{ answer, wanted }];
  const addIfListed = (page: Exchange, holds: number) => {
    if (isSuccess(page)) {
      samples.push({ answer: unpackedOf(page), wanted: holds });
    }
  };
  if (length === wanted) {
    if (path && hasListsAsLong(answer, path)) {
      addIfListed(
        await firstPage(context, RECOMMENDED_MAXIMUM),
        Math.min(count, RECOMMENDED_MAXIMUM),
      );
    }
    return (samples.length > 1 && fittingLists(samples)) || found;
  }
  for (const size of TELLING_SIZES) {
    addIfListed(await firstPage(context, size), Math.min(count, size));
  }
  const ofFirstPages = [...samples];
  const second = Math.min(Math.max(count - DEFAULT_SIZE, 0), DEFAULT_SIZE);
  addIfListed(await askPortfolios(context, { query: { page: 2 } }), second);
  // More may have come meanwhile, which the second page shows and first pages do not.
  const told = [samples, ofFirstPages].map(fittingLists);
  return told.find((lists) => lists !== undefined) ?? found;
}

/** An answer as JSON, in which a broker may pass on its payload as a text of JSON. */
const unpackedOf = (exchange: Exchange): unknown => withoutReferences(unpacked(jsonOf(exchange)));

function unpacked(answer: unknown): unknown {
  if (!isObject(answer)) {
    return answer;
  }
  const parsed = Object.entries(answer).map(([name, value]): [string, unknown] => {
    const inside = typeof value === 'string' && /^\s*[[{]/.test(value) ? parse(value) : undefined;
    return [name, inside && 'value' in inside ? inside.value : value];
  });
  return Object.fromEntries(parsed);
}

/** The entries of an answer, without the numbers of its rows; none where there is no list. */
export async function portfoliosIn(context: CheckContext, exchange: Exchange): Promise<unknown[]> {
  const { lists, names, numbers } = await plainPortfolios(context);
  if (!isSuccess(exchange)) {
    return [];
  }
  const answer = unpackedOf(exchange);
  const entries = lists.flatMap((list) => entriesAt(answer, list, names));
  const found = entries.length > 0 ? entries : entriesElsewhere(answer, names);
  return found.map((entry) => inAnyOrder(withoutLeaves(entry, numbers)));
}

/** A row of values in one order: a header tells what each is, and may come in another in each answer. */
const inAnyOrder = (entry: unknown): unknown =>
  Array.isArray(entry) ? entry.toSorted((a, b) => textOf(a).localeCompare(textOf(b))) : entry;

/** The entries of a page that has to succeed. */
export async function portfoliosPage(
  context: CheckContext,
  query: Record<string, string | number>,
  what: string,
): Promise<unknown[]> {
  const exchange = await askPortfolios(context, { query });
  expectSuccess(exchange, what);
  return portfoliosIn(context, exchange);
}

/** How many pages of the default size are read of a list of so many portfolios. */
export const pagesRead = (count: number): number =>
  Math.min(Math.ceil(count / DEFAULT_SIZE), MOST_PAGES);

/** Every portfolio over the pages of the default size. */
export async function allEntries(context: CheckContext): Promise<unknown[]> {
  const { count } = await context.state('portfolios');
  const entries: unknown[] = [];
  for (let page = 1; page <= pagesRead(count); page += 1) {
    entries.push(...(await portfoliosPage(context, { page, size: DEFAULT_SIZE }, `page ${page}`)));
  }
  return entries;
}

/**
 * The portfolios on the pages after those, up to one that is not full: where more are listed than the state
 * counts, others may have come, and have moved those it tells of there; and whether that was the end.
 */
export async function entriesBeyond(
  context: CheckContext,
): Promise<{ entries: unknown[]; toTheEnd: boolean }> {
  const { count } = await context.state('portfolios');
  const read = pagesRead(count);
  const entries: unknown[] = [];
  for (let more = 1; more <= MOST_PAGES; more += 1) {
    const page = read + more;
    const some = await portfoliosPage(context, { page, size: DEFAULT_SIZE }, `page ${page}`);
    entries.push(...some);
    if (some.length < DEFAULT_SIZE) {
      return { entries, toTheEnd: true };
    }
  }
  return { entries, toTheEnd: false };
}
