import { editBody } from '../../servers/answers.ts';
import type { Layer, PlainResponse } from '../../servers/exchange-layer.ts';
import { objectOf, queryOf, withQuery } from '../../servers/requests.ts';
import type { Answer } from '../../strangers/proofs/client.ts';
import type { Rule } from '../rule.ts';

/** A list that has pages. */
export type List = 'awaiting-payments' | 'portfolios';
/** A payment or a portfolio. */
export type Entry = Record<string, unknown>;

/** Where the entries of each list are in its data. */
export const KEYS = { 'awaiting-payments': 'awaitingPayments', portfolios: 'portfolios' } as const;

const SIZES = { 'awaiting-payments': '20', portfolios: '10' } as const;

/** The entries of an answer, as they are told apart. */
export const listed = ({ body }: Pick<Answer, 'body'>): Entry[] =>
  body?.data?.awaitingPayments ?? body?.data?.portfolios ?? [];

const idsOf = (answer: Answer): string =>
  listed(answer)
    .map(({ id, portfolioId }) => String(id ?? portfolioId))
    .join(' ');

/** The same entries in the same order. */
export const sameEntries: Rule['kept'] = (answer, right) => idsOf(answer) === idsOf(right);

const sameCount: Rule['kept'] = (answer, right) => listed(answer).length === listed(right).length;

/** The entries of a successful answer; none of any other. */
export const entriesOf = ({ status, body }: PlainResponse): Entry[] =>
  status === 200 ? listed({ body: objectOf(body) }) : [];

/** Answers with other entries than the right ones. */
export const lists = (endpoint: List, change: (right: Entry[]) => Entry[] | undefined): Layer =>
  editBody(endpoint, (body) => {
    const { data } = body as { data: Record<string, Entry[]> };
    const key = KEYS[endpoint];
    data[key] = change(data[key] ?? []) ?? data[key] ?? [];
  });

/** Ranges in which the lists are too short to have pages. */
export const SHORT = ['range=one-day', 'range=week'];

/** What the register has of a list. */
interface Said {
  /** without page it is the first */
  firstPage: string;
  /** without size a page has so many */
  usualSize: string;
  /** different pages hold different entries */
  pagesDiffer: string;
  /** a page has as many as size says */
  size: string;
  list: string;
  /** nothing is left out; of portfolios only that a page has its size is said */
  complete: readonly string[];
}

/** A list with pages, sizes or entries of its own making. */
function paging(endpoint: List, said: Said): Rule[] {
  const queried =
    (change: (query: URLSearchParams) => Record<string, string | null> | undefined): Layer =>
    (request, next) =>
      next(withQuery(request, change(queryOf(request)) ?? {}));
  const other = endpoint === 'portfolios' ? '5' : '10';
  return [
    {
      id: `${endpoint}.page-ignored`,
      way: 'page-ignored',
      endpoint,
      breaks: [said.pagesDiffer],
      how: 'a later page is the first one again',
      layer: queried(() => ({ page: null })),
      request(plan) {
        plan.query.page = '2';
      },
      kept: sameEntries,
      without: ['page', 'size=large', ...SHORT],
    },
    {
      id: `${endpoint}.size-ignored`,
      way: 'size-ignored',
      endpoint,
      breaks: [said.size],
      how: 'size is not looked at, a page has the usual one',
      layer: queried((query) => (query.has('size') ? { size: SIZES[endpoint] } : undefined)),
      request(plan) {
        plan.query.size ??= '7';
      },
      kept: sameCount,
      without: SHORT,
    },
    {
      id: `${endpoint}.default-size`,
      way: 'default-size',
      endpoint,
      breaks: [said.usualSize],
      how: `without a size a page has ${other}`,
      layer: queried((query) => (query.has('size') ? undefined : { size: other })),
      kept: sameCount,
      without: ['size', endpoint === 'portfolios' ? 'page' : 'page=last', ...SHORT],
    },
    {
      id: `${endpoint}.default-page`,
      way: 'default-page',
      endpoint,
      breaks: [said.firstPage],
      how: 'without a page it is the second',
      layer: queried((query) => (query.has('page') ? undefined : { page: '2' })),
      kept: sameEntries,
      without: ['page', 'size=large', ...SHORT],
    },
    {
      id: `${endpoint}.page-from-zero`,
      way: 'page-from-zero',
      endpoint,
      breaks: [said.pagesDiffer],
      how: 'a page begins one entry too early, with the last one of the page before',
      layer: async (request, next, context) => {
        const before = Number(queryOf(request).get('page') ?? 1) - 1;
        const last =
          before < 1
            ? undefined
            : entriesOf(await next(withQuery(request, { page: String(before) }))).at(-1);
        const shifted = lists(endpoint, (right) =>
          last && right.length > 0 ? [last, ...right.slice(0, -1)] : undefined,
        );
        return shifted(request, next, context);
      },
      request(plan) {
        plan.query.page ??= '2';
      },
      kept: sameEntries,
      // The second page of portfolios is the last one anyway.
      without: [endpoint === 'portfolios' ? 'page' : 'page=later', 'size=large', ...SHORT],
    },
    {
      id: `${endpoint}.entry-missing`,
      way: 'entry-missing',
      endpoint,
      breaks: said.complete,
      how: 'the last entry of a page is missing',
      layer: lists(endpoint, (right) => right.slice(0, -1)),
      kept: sameEntries,
      // That the pages hold all portfolios is not said, nor how many a search finds.
      without: endpoint === 'portfolios' ? ['page', 'size=large'] : ['range=one-day', 'search'],
    },
    {
      id: `${endpoint}.entry-doubled`,
      way: 'entry-doubled',
      endpoint,
      breaks:
        endpoint === 'portfolios' ? [...said.complete, said.pagesDiffer, 'PTF-31'] : said.complete,
      how: 'the first entry of a page stands at its end once more, where another should',
      layer: lists(endpoint, (right) => [...right.slice(0, -1), ...right.slice(0, 1)]),
      kept: sameEntries,
      // That the pages hold all portfolios is not said, nor how many a search finds.
      without: endpoint === 'portfolios' ? ['page', 'size=large'] : ['range=one-day', 'search'],
    },
    {
      id: `${endpoint}.no-list`,
      way: 'no-list',
      endpoint,
      breaks: [said.list],
      how: 'there is an empty object instead of the list',
      layer: editBody(endpoint, (body) => {
        (body as { data: Entry }).data = { [KEYS[endpoint]]: {} };
      }),
      kept: ({ body }) => Array.isArray(body.data[KEYS[endpoint]]),
    },
  ];
}

/** Pages and sizes that are not those asked for (sections 4.5 and 4.9). */
export const PAGING_RULES: readonly Rule[] = [
  ...paging('awaiting-payments', {
    firstPage: 'PAY-25',
    usualSize: 'PAY-26',
    pagesDiffer: 'PAY-28',
    size: 'PAY-27',
    list: 'PAY-49',
    complete: ['PAY-39'],
  }),
  ...paging('portfolios', {
    firstPage: 'PTF-8',
    usualSize: 'PTF-10',
    pagesDiffer: 'PTF-9',
    size: 'PTF-11',
    list: 'PTF-4',
    complete: ['PTF-11', 'PTF-10'],
  }),
];
