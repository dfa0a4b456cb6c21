import { asks, lists } from '../../servers/payment-store.ts';
import { amend, objectOf, queryOf, withQuery } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { searchAfterPaging, where } from './listing-situations.ts';

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
      amend(endpoint, (request, context) =>
        callerOf(request, context)?.role === 'AGENT' && !queryOf(request).has('size')
          ? withQuery(request, { size: '10' })
          : undefined,
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
      amend(endpoint, (request) => {
        const { fromDate, toDate } = objectOf(request.body) ?? {};
        const isOfYears = String(fromDate).slice(-4) !== String(toDate).slice(-4);
        return isOfYears && !queryOf(request).has('size')
          ? withQuery(request, { size: '10' })
          : undefined;
      }),
    ],
  },
  {
    id: 'awaiting-payments.page-read-before-the-size-only',
    breaks: 'PAY-28',
    caughtBy: 'awaiting-payments.size.7',
    how: 'A page that stands behind the size in the query is not looked at.',
    layers: [
      amend(endpoint, (request) =>
        [...queryOf(request).keys()].join() === 'size,page'
          ? withQuery(request, { page: null })
          : undefined,
      ),
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
      amend(endpoint, (request) => {
        const isSearch = objectOf(request.body)?.searchablePaymentReference !== undefined;
        return isSearch && queryOf(request).get('size') === '1'
          ? withQuery(request, { size: '2' })
          : undefined;
      }),
    ],
  },
  {
    id: 'awaiting-payments.page-of-a-search-needs-a-size',
    breaks: 'PAY-28',
    caughtBy: 'awaiting-payments.relation.disjoint',
    how: 'In a search without size every page is the first.',
    layers: [
      amend(endpoint, (request) => {
        const isSearch = objectOf(request.body)?.searchablePaymentReference !== undefined;
        return isSearch && !queryOf(request).has('size')
          ? withQuery(request, { page: null })
          : undefined;
      }),
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
    layers: [
      amend(endpoint, (request) =>
        queryOf(request).has('page') ? undefined : withQuery(request, { page: '2' }),
      ),
    ],
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
    layers: [
      amend(endpoint, (request) =>
        queryOf(request).has('size') ? undefined : withQuery(request, { size: String(size) }),
      ),
    ],
  })),
  {
    id: 'awaiting-payments.size-ignored',
    breaks: 'PAY-27',
    caughtBy: 'awaiting-payments.size.7',
    how: 'A page holds 20 payments whatever size says.',
    layers: [amend(endpoint, (request) => withQuery(request, { size: null }))],
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
    layers: [
      amend(endpoint, (request) =>
        Number(queryOf(request).get('page')) > 1 ? withQuery(request, { size: '20' }) : undefined,
      ),
    ],
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
      amend(endpoint, (request) => {
        const size = Number(queryOf(request).get('size') ?? Number.NaN);
        return size > 0 && size < 5 ? withQuery(request, { size: '5' }) : undefined;
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
