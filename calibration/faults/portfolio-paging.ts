import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import type { Portfolios } from '../../server/store/portfolios.ts';
import { failed } from '../servers/exchange-layer.ts';
import { kept } from '../servers/memory.ts';
import { amend, queryOf, setQuery, withQuery } from '../servers/requests.ts';
import { sentToken } from '../servers/tokens.ts';
import type { Fault } from './fault.ts';

const endpoint = 'portfolios' as const;

type Page = Parameters<Portfolios['list']>[1];

/** The store with portfolios that are listed otherwise. */
const lists =
  (list: (right: Dependencies, userId: string, page: Page) => ReturnType<Portfolios['list']>) =>
  (right: Dependencies): Dependencies => ({
    ...right,
    store: {
      ...right.store,
      portfolios: {
        ...right.store.portfolios,
        list: (userId, page) => list(right, userId, page),
      },
    },
  });

/** The store with another page than the one asked for. */
const asks = (change: (page: Page) => Page) =>
  lists(({ store }, userId, page) => store.portfolios.list(userId, change(page)));

const paging: Fault[] = [
  {
    id: 'portfolios.page-default-2',
    breaks: 'PTF-8',
    caughtBy: 'portfolios.page.default',
    how: 'Without page the second page is listed.',
    layers: [setQuery(endpoint, { page: '2' }, (query) => !query.has('page'))],
    alsoCaughtBy: [
      {
        checks: ['portfolios.size.default', 'portfolios.size.50'],
        because: 'the second page has fewer entries than a first one',
      },
    ],
  },
  {
    id: 'portfolios.page-remembered',
    breaks: 'PTF-8',
    caughtBy: 'portfolios.page.default-each-time',
    how: 'Without page a session is listed the page that it asked for last.',
    layers: [
      amend(endpoint, (request, context) => {
        const slot = `page of portfolios ${sentToken(request)?.token}`;
        const last = kept<{ page: string | null }>(context, slot, () => ({ page: null }));
        const page = queryOf(request).get('page');
        last.page = page ?? last.page;
        return page === null ? withQuery(request, { page: last.page }) : undefined;
      }),
    ],
    alsoCaughtBy: [
      { checks: ['portfolios.*'], because: 'what each lists hangs on what was listed before' },
    ],
  },
  {
    id: 'portfolios.size-compared-as-text',
    breaks: 'PTF-11',
    caughtBy: 'portfolios.relation.at-most',
    how: 'A size of one digit above 5 comes after 50 as a text, and becomes 50.',
    layers: [
      setQuery(endpoint, { size: '50' }, (query) => /^[6-9]$/.test(query.get('size') ?? '')),
    ],
  },
  {
    id: 'portfolios.pages-from-0',
    breaks: 'PTF-8',
    caughtBy: 'portfolios.page.default',
    how: 'Pages are counted from 0, so page=1 is the second.',
    layers: [
      amend(endpoint, (request) => {
        const page = Number(queryOf(request).get('page') ?? Number.NaN);
        return page >= 0 ? withQuery(request, { page: String(page + 1) }) : undefined;
      }),
    ],
    alsoCaughtBy: [
      {
        checks: ['portfolios.page.*', 'portfolios.size.*', 'portfolios.entry-details'],
        because: 'who reads from page 1 on never sees the first page, and the last is empty',
      },
    ],
  },
  ...[5, 20].map((size) => ({
    id: `portfolios.size-default-${size}`,
    breaks: 'PTF-10',
    caughtBy: 'portfolios.size.default',
    how: `Without size a page holds ${size} portfolios.`,
    layers: [setQuery(endpoint, { size: String(size) }, (query) => !query.has('size'))],
    alsoCaughtBy: [
      {
        checks: ['portfolios.page.default'],
        because: 'page 1 is asked for with the size left out',
      },
    ],
  })),
  {
    id: 'portfolios.size-default-on-ios',
    breaks: 'PTF-10',
    caughtBy: 'portfolios.size.default-each-time',
    how: 'Without size the app for iOS is given 20 portfolios on a page.',
    layers: [
      setQuery(
        endpoint,
        { size: '20' },
        (query, { headers }) => headers.platform === 'IOS' && !query.has('size'),
      ),
    ],
  },
  {
    id: 'portfolios.size-ignored',
    breaks: 'PTF-11',
    caughtBy: 'portfolios.size.3',
    how: 'A page holds 10 portfolios whatever size says.',
    layers: [setQuery(endpoint, { size: null }, () => true)],
    alsoCaughtBy: [{ checks: ['portfolios.size.*'], because: 'no size is obeyed' }],
  },
  {
    id: 'portfolios.size-at-least-2',
    breaks: 'PTF-11',
    caughtBy: 'portfolios.size.1',
    how: 'A size of 1 is taken as 2.',
    layers: [setQuery(endpoint, { size: '2' }, (query) => query.get('size') === '1')],
  },
  {
    id: 'portfolios.size-ignored-after-first',
    breaks: 'PTF-11',
    caughtBy: 'portfolios.size.3',
    how: 'size counts on the first page only; later pages hold two portfolios.',
    layers: [
      setQuery(
        endpoint,
        { size: '2' },
        (query) => Number(query.get('page')) > 1 && Number(query.get('size')) < 4,
      ),
    ],
    alsoCaughtBy: [{ checks: ['portfolios.size.*'], because: 'it is so at every size' }],
  },
  {
    id: 'portfolios.size-50-refused',
    breaks: 'PTF-12',
    caughtBy: 'portfolios.size.50',
    how: 'size=50 is refused as too large.',
    layers: [
      (request, next, context) =>
        context.endpoint === endpoint && Number(queryOf(request).get('size')) >= 50
          ? Promise.resolve(failed(400, 'size is too large'))
          : next(request),
    ],
  },
  {
    id: 'portfolios.size-capped-at-10',
    breaks: 'PTF-12',
    caughtBy: 'portfolios.size.50',
    how: 'A page never holds more than 10 portfolios.',
    dependencies: asks(({ limit, offset }) => ({ limit: Math.min(limit, 10), offset })),
  },
  {
    id: 'portfolios.page-ignored',
    breaks: 'PTF-9',
    caughtBy: 'portfolios.page.disjoint',
    how: 'Every page is the first.',
    dependencies: asks(({ limit }) => ({ limit, offset: 0 })),
    alsoCaughtBy: [
      { checks: ['portfolios.page.all'], because: 'what is not on the first page is on none' },
    ],
  },
  {
    id: 'portfolios.pages-overlap',
    breaks: 'PTF-9',
    caughtBy: 'portfolios.page.disjoint',
    how: 'Each page but the first begins with the last portfolio of the page before.',
    dependencies: asks(({ limit, offset }) => ({ limit, offset: Math.max(0, offset - 1) })),
    alsoCaughtBy: [
      { checks: ['portfolios.page.all'], because: 'the last portfolio is pushed off the pages' },
    ],
  },
  {
    id: 'portfolios.last-left-out',
    breaks: 'PTF-9',
    caughtBy: 'portfolios.page.all',
    how: 'The first portfolio of the second page is skipped.',
    dependencies: asks(({ limit, offset }) => ({ limit, offset: offset > 0 ? offset + 1 : 0 })),
  },
  {
    id: 'portfolios.others-beyond-the-end',
    breaks: 'PTF-6',
    caughtBy: 'portfolios.odd-pages.of-nobody-else',
    how: 'A page beyond the last holds portfolios of another customer.',
    dependencies: lists(({ store: { portfolios, users } }, userId, page) => {
      const own = portfolios.list(userId, page);
      const other = users.byEmail(STANDARD_LOGINS.otherCustomer.email);
      return own.length > 0 || page.offset === 0 || !other
        ? own
        : portfolios.list(other.id, { ...page, offset: 0 });
    }),
  },
  {
    id: 'portfolios.full-last-page-empty',
    breaks: 'PTF-31',
    caughtBy: 'portfolios.relation.partition',
    how: 'A later page that is the last and full is empty.',
    dependencies: lists(({ store: { portfolios } }, userId, page) => {
      const isLast = page.offset + page.limit === portfolios.count(userId);
      return page.offset > 0 && isLast ? [] : portfolios.list(userId, page);
    }),
  },
];

/** What is wrong on every page breaks the relations between pages too. */
const RELATED = {
  checks: ['portfolios.relation.*'],
  because: 'pages of any size are compared with those of others',
};

/** What is wrong with pages and their sizes (section 4.9). */
export const portfolioPagingFaults: Fault[] = paging.map((fault) => ({
  ...fault,
  alsoCaughtBy: [...(fault.alsoCaughtBy ?? []), RELATED],
}));
