import { asks, lists } from '../../servers/payment-store.ts';
import { amend, objectOf, queryOf, setQuery, withQuery } from '../../servers/requests.ts';
import { hasRole } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { isSearch, searchAfterPaging, where } from './listing-situations.ts';

const endpoint = 'awaiting-payments' as const;

/** A page of few payments. */
const MOST_OF_FEW = 19;

const paging: Fault[] = [
  {
    id: 'awaiting-payments.default-size-of-10-for-agents',
    breaks: 'PAY-26',
    caughtBy: 'awaiting-payments.size.default',
    how: 'For an agent a page without size holds ten payments.',
    layers: [
      setQuery(
        endpoint,
        { size: '10' },
        (query, request, context) => !query.has('size') && hasRole('AGENT')(request, context),
      ),
    ],
    alsoCaughtBy: [
      { checks: ['awaiting-payments.relation.*'], because: 'agents list without size there, too' },
    ],
  },
  {
    id: 'awaiting-payments.default-size-of-10-over-years',
    breaks: 'PAY-26',
    caughtBy: 'awaiting-payments.relation.long-range',
    how: 'Without size a page of a range of years holds ten payments.',
    layers: [
      setQuery(endpoint, { size: '10' }, (query, { body }) => {
        const { fromDate, toDate } = objectOf(body) ?? {};
        return String(fromDate).slice(-4) !== String(toDate).slice(-4) && !query.has('size');
      }),
    ],
  },
  {
    id: 'awaiting-payments.page-read-before-the-size-only',
    breaks: 'PAY-28',
    caughtBy: 'awaiting-payments.size.7',
    how: 'A page that stands behind the size in the query is not looked at.',
    layers: [
      setQuery(endpoint, { page: null }, (query) => [...query.keys()].join() === 'size,page'),
    ],
    alsoCaughtBy: [
      { checks: ['awaiting-payments.*'], because: 'every second page is the first then' },
    ],
  },
  {
    id: 'awaiting-payments.two-for-one-in-a-search',
    breaks: 'PAY-27',
    caughtBy: 'awaiting-payments.size.at-most',
    how: 'A page of one of a search holds two payments.',
    layers: [
      setQuery(
        endpoint,
        { size: '2' },
        (query, request) => isSearch(request) && query.get('size') === '1',
      ),
    ],
  },
  {
    id: 'awaiting-payments.page-of-a-search-needs-a-size',
    breaks: 'PAY-28',
    caughtBy: 'awaiting-payments.relation.disjoint',
    how: 'In a search without size every page is the first.',
    layers: [
      setQuery(
        endpoint,
        { page: null },
        (query, request) => isSearch(request) && !query.has('size'),
      ),
    ],
  },
  {
    id: 'awaiting-payments.later-pages-paged-before-the-search',
    breaks: 'PAY-28',
    caughtBy: 'awaiting-payments.relation.disjoint',
    how: 'A later page of a search is what the search leaves of that page of the whole list.',
    layers: [
      where(
        (request) =>
          typeof objectOf(request.body)?.searchablePaymentReference === 'string' &&
          Number(queryOf(request).get('page') ?? 1) > 1,
        searchAfterPaging,
      ),
    ],
    alsoCaughtBy: [
      { checks: ['awaiting-payments.relation.*'], because: 'pages of a search have gaps then' },
    ],
  },
  {
    id: 'awaiting-payments.page-default-2',
    breaks: 'PAY-25',
    caughtBy: 'awaiting-payments.page.default',
    how: 'Without page the second page is listed.',
    layers: [setQuery(endpoint, { page: '2' }, (query) => !query.has('page'))],
  },
  {
    id: 'awaiting-payments.pages-from-0',
    breaks: 'PAY-25',
    caughtBy: 'awaiting-payments.page.default',
    how: 'Pages are counted from 0, so page=1 is the second.',
    layers: [
      amend(endpoint, (request) => {
        const page = Number(queryOf(request).get('page') ?? Number.NaN);
        return page >= 0 ? withQuery(request, { page: String(page + 1) }) : undefined;
      }),
    ],
    alsoCaughtBy: [
      {
        checks: [
          'awaiting-payments.complete',
          'awaiting-payments.page.disjoint',
          'awaiting-payments.search.finds-reference',
          'awaiting-payments.currency.*',
          'awaiting-payments.range.*',
        ],
        because: 'who reads from page 1 on never sees the first page of any list',
      },
    ],
  },
  ...[10, 25, 50].map((size) => ({
    id: `awaiting-payments.size-default-${size}`,
    breaks: 'PAY-26',
    caughtBy: 'awaiting-payments.size.default',
    how: `Without size a page holds ${size} payments.`,
    layers: [setQuery(endpoint, { size: String(size) }, (query) => !query.has('size'))],
  })),
  {
    id: 'awaiting-payments.size-ignored',
    breaks: 'PAY-27',
    caughtBy: 'awaiting-payments.size.7',
    how: 'A page holds 20 payments whatever size says.',
    layers: [setQuery(endpoint, { size: null }, () => true)],
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.size.*', 'awaiting-payments.page.disjoint'],
        because: 'no size is obeyed',
      },
    ],
  },
  {
    id: 'awaiting-payments.size-ignored-after-first',
    breaks: 'PAY-27',
    caughtBy: 'awaiting-payments.size.7',
    how: 'size counts on the first page only; later pages hold 20.',
    layers: [setQuery(endpoint, { size: '20' }, (query) => Number(query.get('page')) > 1)],
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.size.*', 'awaiting-payments.page.disjoint'],
        because: 'pages of another size than 20 have gaps between them',
      },
    ],
  },
  {
    id: 'awaiting-payments.size-at-least-5',
    breaks: 'PAY-27',
    caughtBy: 'awaiting-payments.size.1',
    how: 'A size below 5 is taken as 5.',
    layers: [
      setQuery(endpoint, { size: '5' }, (query) => {
        const size = Number(query.get('size') ?? Number.NaN);
        return size > 0 && size < 5;
      }),
    ],
  },
  {
    id: 'awaiting-payments.size-one-more',
    breaks: 'PAY-27',
    caughtBy: 'awaiting-payments.size.7',
    how: 'A page of a given size holds one payment more, to show that there are others.',
    dependencies: asks((query) =>
      query.limit === 20 ? query : { ...query, limit: query.limit + 1 },
    ),
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.size.*', 'awaiting-payments.page.disjoint'],
        because: 'the one more is also the first of the next page, at every size',
      },
    ],
  },
  {
    id: 'awaiting-payments.later-pages-of-a-search-begin-late',
    breaks: 'PAY-28',
    caughtBy: 'awaiting-payments.relation.search-in-any-size',
    how: 'A page of a search but the first begins one payment too late.',
    dependencies: asks((query) =>
      query.search !== undefined && query.offset > 0
        ? { ...query, offset: query.offset + 1 }
        : query,
    ),
  },
  {
    id: 'awaiting-payments.page-of-all-lacks-the-last',
    breaks: 'PAY-39',
    caughtBy: 'awaiting-payments.relation.complete',
    how: 'A page that has room for just what there is lacks the last payment.',
    dependencies: lists((all, { limit }) => (all.length === limit ? all.slice(0, -1) : all)),
  },
  {
    id: 'awaiting-payments.page-ignored',
    breaks: 'PAY-28',
    caughtBy: 'awaiting-payments.page.disjoint',
    how: 'Every page is the first.',
    dependencies: asks((query) => ({ ...query, offset: 0 })),
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.complete'],
        because: 'what is not on the first page is on none',
      },
    ],
  },
  {
    id: 'awaiting-payments.pages-overlap',
    breaks: 'PAY-28',
    caughtBy: 'awaiting-payments.page.disjoint',
    how: 'Each page but the first begins with the last payment of the page before.',
    dependencies: asks((query) => ({ ...query, offset: Math.max(0, query.offset - 1) })),
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.complete'],
        because: 'the payments that are listed twice push the last ones off the pages',
      },
    ],
  },
  {
    id: 'awaiting-payments.later-page-begins-after-the-moment',
    breaks: 'PAY-39',
    caughtBy: 'awaiting-payments.page.same-moment',
    how: 'Payments are all of noon, and a page of 19 or fewer begins behind those of the day that the last ended in.',
    dependencies: lists((all, { offset, limit }) => {
      const daily = all.map((payment) => ({
        ...payment,
        creationDate: payment.creationDate.replace(/T.*/, 'T12:00:00'),
      }));
      const last = daily[offset - 1]?.creationDate;
      return limit > MOST_OF_FEW || last === undefined
        ? daily
        : daily.filter(({ creationDate }, at) => at < offset || creationDate !== last);
    }),
    alsoCaughtBy: [
      { checks: ['awaiting-payments.*'], because: 'other pages end within a day, too' },
    ],
  },
];

/** Section 4.5: page and size. */
export const awaitingPaymentsPagingFaults: Fault[] = paging;
