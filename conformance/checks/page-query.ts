import type { UserName } from '../../target/target.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';

/** The parameters of a query by their names, `page` and `size` among them. */
type Query = Readonly<Record<string, string | number>>;

/** A query whose parameters come in another order for every other page: they have none (sections 4.5 and 4.9). */
export function inPageOrder({ page, ...rest }: Query): Query {
  if (page === undefined) {
    return rest;
  }
  return Number(page) % 2 === 0 ? { ...rest, page } : { page, ...rest };
}

/** How a request for a page differs from the customer's plainest. */
export interface PageChange {
  as?: UserName;
  /** an API token in the place of a session's */
  apiToken?: string | undefined;
  /** the token goes into `Authorization: Bearer` */
  bearer?: boolean;
  query?: Query;
  headers?: Record<string, string | null>;
  /** of what the request is a part, for what is drawn */
  situation?: string;
}

/** What such a request says beside its path and its body. */
export async function pageOptions(
  context: CheckContext,
  { as = 'customer', apiToken, bearer, query, ...rest }: PageChange,
): Promise<CallOptions> {
  return {
    ...rest,
    as: apiToken ? { accessToken: apiToken } : await context.session(as),
    ...(bearer && { bearer }),
    ...(query && { query: inPageOrder(query) }),
  };
}

/** A query of which it is open what it lists. */
export interface OddPage {
  variant: string;
  query: Query;
}

/** What an odd query asks for: `page=0`. */
export const askedFor = ({ query }: OddPage): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** More than 32 bits hold, and times itself more than 64 do: where such a page begins overflows. */
const TEN_DIGITS = 9_999_999_999;

/** Those that either list may be asked for. */
export const ODD_PAGES: readonly OddPage[] = [
  { variant: 'page-beyond-the-end', query: { page: 100_000 } },
  { variant: 'ten-digits', query: { page: TEN_DIGITS, size: TEN_DIGITS } },
  { variant: 'page-0', query: { page: 0 } },
  { variant: 'page-text', query: { page: 'abc' } },
  { variant: 'size-fraction', query: { size: 1.5 } },
  { variant: 'size-0', query: { size: 0 } },
  { variant: 'size-negative', query: { size: -1 } },
  { variant: 'size-text', query: { size: 'abc' } },
];
