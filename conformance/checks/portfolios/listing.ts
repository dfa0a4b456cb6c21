import type { UserName } from '../../../target/target.ts';
import type { CheckContext } from '../../check-context.ts';
import { expectSuccess, isSuccess } from '../../expectations.ts';
import { type Exchange, jsonOf } from '../../http/exchange.ts';
import { inPageOrder } from '../page-query.ts';
import {
  entriesAt,
  entriesElsewhere,
  findList,
  type ListPath,
  listsBeside,
  namesOf,
} from './list.ts';
import { rowNumbersIn, withoutLeaves } from './row-numbers.ts';

/** The default page size of section 4.9. */
export const DEFAULT_SIZE = 10;

/** A list longer than this many pages is not read to its end. */
const MOST_PAGES = 30;

/** The recommended maximum of section 4.9. */
export const RECOMMENDED_MAXIMUM = 50;

/** The positive twin of everything that is checked of portfolios. */
export const PORTFOLIOS_TWIN = 'portfolios.succeeds';

/** What every check of the customer's own portfolios has in common. */
export const OWN_PORTFOLIOS = {
  endpoint: 'portfolios' as const,
  users: ['customer' as const],
  states: ['portfolios' as const],
  after: [PORTFOLIOS_TWIN],
};

/** How a request differs from the customer's for the own portfolios. */
interface PortfoliosChange {
  as?: UserName;
  customerId?: string;
  /** an API token in the place of a session's */
  apiToken?: string | undefined;
  /** the token goes into `Authorization: Bearer` */
  bearer?: boolean;
  query?: Record<string, string | number>;
  headers?: Record<string, string | null>;
  /** of what the request is a part, for what is drawn */
  situation?: string;
}

/** Asks for the portfolios of the state's customer, by the customer unless changed. */
export async function askPortfolios(
  context: CheckContext,
  change: PortfoliosChange = {},
): Promise<Exchange> {
  const { customerId } = await context.state('portfolios');
  return context.call('portfolios', {
    as: change.apiToken
      ? { accessToken: change.apiToken }
      : await context.session(change.as ?? 'customer'),
    path: { 'customer-id': change.customerId ?? customerId },
    ...(change.bearer && { bearer: true }),
    ...(change.query && { query: inPageOrder(change.query) }),
    ...(change.headers && { headers: change.headers }),
    ...(change.situation !== undefined && { situation: change.situation }),
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

/** The plainest answer, and where in it the list is; every other page has it at the same place. */
export function plainPortfolios(context: CheckContext): Promise<PlainPortfolios> {
  return context.shared('plain listing of portfolios', async (own) => {
    const exchange = await askPortfolios(own);
    const answer = jsonOf(exchange);
    const path = findList(answer);
    const entries = path ? entriesAt(answer, path, new Set()) : [];
    const names = namesOf(entries);
    const { count } = await own.state('portfolios');
    const lists = path ? listsOf(answer, path, count) : [];
    const numbers = rowNumbersIn(lists.flatMap((list) => entriesAt(answer, list, names)));
    return { exchange, path, names, numbers, lists };
  });
}

/** The list, or several that are as long as the page has to be together, where it is too short. */
function listsOf(answer: unknown, path: ListPath, count: number): ListPath[] {
  const wanted = Math.min(count, DEFAULT_SIZE);
  const lengthOf = (list: ListPath) => entriesAt(answer, list, new Set()).length;
  const all = [path, ...listsBeside(answer, path)];
  const together = all.reduce((sum, list) => sum + lengthOf(list), 0);
  return lengthOf(path) < wanted && together === wanted ? all : [path];
}

/** The entries of an answer, without the numbers of its rows; none where there is no list. */
export async function portfoliosIn(context: CheckContext, exchange: Exchange): Promise<unknown[]> {
  const { lists, names, numbers } = await plainPortfolios(context);
  if (!isSuccess(exchange)) {
    return [];
  }
  const answer = jsonOf(exchange);
  const entries = lists.flatMap((list) => entriesAt(answer, list, names));
  const found = entries.length > 0 ? entries : entriesElsewhere(answer, names);
  return found.map((entry) => withoutLeaves(entry, numbers));
}

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
