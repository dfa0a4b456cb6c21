import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import type { PaymentQuery } from '../../server/store/payments.ts';
import { jsonAnswer, type Layer } from '../exchange-layer.ts';
import { changed, edit } from './answers.ts';
import type { Fault } from './fault.ts';
import { amend, amendBody, objectOf, queryOf, withQuery } from './requests.ts';
import { callerOf } from './tokens.ts';

const endpoint = 'awaiting-payments' as const;

/** The store with another query than the one asked for. */
const asks =
  (change: (query: PaymentQuery, right: Dependencies) => PaymentQuery) =>
  (right: Dependencies): Dependencies => ({
    ...right,
    store: {
      ...right.store,
      payments: { list: (query) => right.store.payments.list(change(query, right)) },
    },
  });

/** The store with other payments than it should list, judged over the whole list. */
const lists =
  (
    change: (
      all: ReturnType<Dependencies['store']['payments']['list']>,
      query: PaymentQuery,
    ) => unknown[],
  ) =>
  (right: Dependencies): Dependencies => ({
    ...right,
    store: {
      ...right.store,
      payments: {
        list: (query) => {
          const all = right.store.payments.list({ ...query, limit: 100_000, offset: 0 });
          const wrong = change(all, query) as typeof all;
          return wrong.slice(query.offset, query.offset + query.limit);
        },
      },
    },
  });

const EARLY = '1900-01-01T00:00:00';
const LATE = '2999-12-31T23:59:59';

const filters: Fault[] = [
  {
    id: 'awaiting-payments.currency-ignored',
    breaks: 'PAY-36',
    caughtBy: 'awaiting-payments.currency.selected',
    how: 'Payments are listed whatever their currency.',
    dependencies: (right) => {
      const { list } = right.store.payments;
      const inAll = (query: PaymentQuery) =>
        ['NGN', 'GBP', 'JPY', 'KWD']
          .flatMap((currency) => list({ ...query, currency, limit: 100_000, offset: 0 }))
          .slice(query.offset, query.offset + query.limit);
      return { ...right, store: { ...right.store, payments: { list: inAll } } };
    },
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.get-body', 'awaiting-payments.currency.*'],
        because: 'the currency in the body changes nothing, with a search or without',
      },
    ],
  },
  {
    id: 'awaiting-payments.other-currency-ignored',
    breaks: 'PAY-36',
    caughtBy: 'awaiting-payments.currency.other',
    how: 'Only the one currency is known; a request for another lists payments in that one.',
    dependencies: asks((query) => ({ ...query, currency: 'NGN' })),
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.get-body', 'awaiting-payments.currency.with-search'],
        because: 'the currency in the body changes nothing, with a search or without',
      },
    ],
  },
  {
    id: 'awaiting-payments.search-ignores-currency',
    breaks: 'PAY-36',
    caughtBy: 'awaiting-payments.currency.with-search',
    how: 'A search looks in all currencies.',
    dependencies: asks((query) => (query.search ? { ...query, currency: 'NGN' } : query)),
  },
  {
    id: 'awaiting-payments.last-of-another-currency',
    breaks: 'PAY-36',
    caughtBy: 'awaiting-payments.currency.selected',
    how: 'The last payment of the whole list is in another currency.',
    layers: [
      edit(
        endpoint,
        'data/awaitingPayments/last/currency',
        changed((currency) => (currency === 'NGN' ? 'GBP' : currency)),
        ({ status }, { path }) => status === 200 && path.includes('page=3'),
      ),
    ],
  },
  {
    id: 'awaiting-payments.fromDate-ignored',
    breaks: 'PAY-37',
    caughtBy: 'awaiting-payments.range.fromDate.of-state',
    how: 'fromDate limits nothing.',
    dependencies: asks((query) => ({ ...query, from: EARLY })),
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.range.fromDate.moved'],
        because: 'nothing limits the moved range either',
      },
    ],
  },
  {
    id: 'awaiting-payments.toDate-ignored',
    breaks: 'PAY-38',
    caughtBy: 'awaiting-payments.range.toDate.of-state',
    how: 'toDate limits nothing.',
    dependencies: asks((query) => ({ ...query, to: LATE })),
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.range.toDate.moved'],
        because: 'nothing limits the moved range either',
      },
    ],
  },
  {
    id: 'awaiting-payments.fromDate-by-year',
    breaks: 'PAY-37',
    caughtBy: 'awaiting-payments.range.fromDate.moved',
    how: 'Only the year and month of fromDate count.',
    dependencies: asks((query) => ({ ...query, from: `${query.from.slice(0, 7)}-01T00:00:00` })),
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.range.fromDate.*'],
        because: 'payments of the same month before fromDate are listed in every range',
      },
    ],
  },
  {
    id: 'awaiting-payments.toDate-by-month',
    breaks: 'PAY-38',
    caughtBy: 'awaiting-payments.range.toDate.moved',
    how: 'The whole month of toDate counts.',
    dependencies: asks((query) => ({ ...query, to: `${query.to.slice(0, 7)}-31T23:59:59` })),
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.range.toDate.*'],
        because: 'payments of the same month after toDate are listed in every range',
      },
    ],
  },
  {
    id: 'awaiting-payments.last-left-out',
    breaks: 'PAY-39',
    caughtBy: 'awaiting-payments.complete',
    how: 'The oldest payment of a list is on no page.',
    dependencies: lists((all, { search }) => (search ? all : all.slice(0, -1))),
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.page.disjoint'],
        because: 'that check counts the payments over all pages too (PAY-39)',
      },
    ],
  },
  {
    id: 'awaiting-payments.at-most-40',
    breaks: 'PAY-39',
    caughtBy: 'awaiting-payments.complete',
    how: 'A list ends after 40 payments.',
    dependencies: lists((all) => all.slice(0, 40)),
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.page.disjoint', 'awaiting-payments.range.*'],
        because: 'pages after the fortieth payment are empty, in every range',
      },
    ],
  },
];

/** Reads a date with the month first, where that gives a date at all. */
const monthFirst = (field: 'fromDate' | 'toDate'): Layer =>
  amendBody(endpoint, (body) => {
    const [day, month, year] = String(body[field]).split('/');
    if (Number(day) <= 12 && Number(month) <= 12) body[field] = `${month}/${day}/${year}`;
  });

const swapped: Fault[] = (['fromDate', 'toDate'] as const).map((field) => ({
  id: `awaiting-payments.${field}-month-first`,
  breaks: 'PAY-40',
  caughtBy: `awaiting-payments.range.${field}.day-first`,
  how: `${field} is read month first where that makes a date.`,
  layers: [monthFirst(field)],
  alsoCaughtBy: [
    {
      checks: [`awaiting-payments.range.${field}.of-state`],
      because:
        'the range of the state is read the other way too, and so are payments outside listed',
    },
  ],
}));

const bodies: Fault[] = [
  {
    id: 'awaiting-payments.get-body-ignored',
    breaks: 'PAY-19',
    caughtBy: 'awaiting-payments.succeeds',
    how: 'The body of a GET never reaches the server, which then misses its fields.',
    layers: [amend(endpoint, (request) => ({ ...request, body: '' }))],
  },
  {
    id: 'awaiting-payments.cached-by-url',
    breaks: 'PAY-42',
    caughtBy: 'awaiting-payments.get-body',
    how: 'A cache before the server knows a request of a user by its URL alone.',
    layers: [
      async (request, next, context) => {
        const caller = callerOf(request, context);
        const complete = Object.keys(objectOf(request.body) ?? {}).length >= 3;
        const headers = request.headers.uuid && request.headers.platform;
        if (context.endpoint !== endpoint || !caller || !complete || !headers) return next(request);
        const key = `cache ${caller.id} ${request.path}`;
        const kept = context.memory.get(key) as Awaited<ReturnType<typeof next>> | undefined;
        const response = kept ?? (await next(request));
        if (response.status === 200) context.memory.set(key, response);
        return response;
      },
    ],
    alsoCaughtBy: [
      {
        checks: [
          'awaiting-payments.currency.*',
          'awaiting-payments.range.*',
          'awaiting-payments.search.*',
          'awaiting-payments.refuses.*',
        ],
        because: 'a body that does not count filters nothing and can hold anything',
      },
    ],
  },
];

const paging: Fault[] = [
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
];

const searching: Fault[] = [
  {
    id: 'awaiting-payments.search-finds-nothing',
    breaks: 'PAY-43',
    caughtBy: 'awaiting-payments.search.finds-reference',
    how: 'A search lists nothing.',
    dependencies: asks((query) => (query.search ? { ...query, search: '\u0000' } : query)),
  },
  {
    id: 'awaiting-payments.search-in-another-field',
    breaks: 'PAY-43',
    caughtBy: 'awaiting-payments.search.finds-reference',
    how: 'A search looks at payerBankTransferReference.',
    dependencies: lists((all, { search }) =>
      all.filter((payment) => !search || payment.payerBankTransferReference.includes(search)),
    ),
  },
  {
    id: 'awaiting-payments.search-ignored',
    breaks: 'PAY-44',
    caughtBy: 'awaiting-payments.search.leaves-out-unlike',
    how: 'searchablePaymentReference changes nothing.',
    dependencies: asks((query) => ({ ...query, search: undefined })),
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.search.leaves-out'],
        because: 'a real reference leaves nothing out either',
      },
    ],
  },
  {
    id: 'awaiting-payments.search-of-reference-ignored',
    breaks: 'PAY-44',
    caughtBy: 'awaiting-payments.search.leaves-out',
    how: 'A search that finds something lists everything else too.',
    dependencies: (right) => ({
      ...right,
      store: {
        ...right.store,
        payments: {
          list: (query) =>
            right.store.payments.list({ ...query, limit: 1, offset: 0 }).length > 0
              ? right.store.payments.list({ ...query, search: undefined })
              : [],
        },
      },
    }),
  },
  {
    id: 'awaiting-payments.search-exact-only',
    breaks: 'PAY-45',
    caughtBy: 'awaiting-payments.search.fuzzy',
    how: 'Only the whole reference, letter by letter, finds a payment.',
    dependencies: lists((all, { search }) =>
      all.filter((payment) => !search || payment.searchablePaymentReference === search),
    ),
  },
];

/** Lists as if another user had asked. */
const OWNERS = [
  {
    who: 'otherCustomer',
    breaks: 'PAY-52',
    how: 'A customer sees the payments of all customers of the tenant.',
    dependencies: asks((query, { store }) => {
      const user = 'userId' in query.owner ? store.users.byId(query.owner.userId) : undefined;
      return user ? { ...query, owner: { tenantId: user.tenantId } } : query;
    }),
  },
  {
    who: 'otherManager',
    breaks: 'PAY-53',
    how: 'Staff see the payments of every tenant.',
    dependencies: asks((query, right) => {
      if ('userId' in query.owner) return query;
      const customer = right.store.users.byEmail(STANDARD_LOGINS.customer.email);
      return customer ? { ...query, owner: { tenantId: customer.tenantId } } : query;
    }),
  },
];

const ownership: Fault[] = OWNERS.flatMap(({ who, breaks, how, dependencies }) => [
  {
    id: `awaiting-payments.not-own.${who}`,
    breaks,
    caughtBy: `awaiting-payments.own.${who}.list`,
    how,
    dependencies,
    alsoCaughtBy: [
      {
        checks: [`awaiting-payments.own.${who}.search`],
        because: 'a search finds what is not his own as well',
      },
    ],
  },
  {
    id: `awaiting-payments.not-own-when-searching.${who}`,
    breaks,
    caughtBy: `awaiting-payments.own.${who}.search`,
    how: `${how.slice(0, -1)}, but only in a search.`,
    dependencies: (right: Dependencies) => {
      const wrong = dependencies(right);
      const list = (query: PaymentQuery) =>
        (query.search ? wrong : right).store.payments.list(query);
      return { ...right, store: { ...right.store, payments: { list } } };
    },
  },
]);

const platforms: Fault[] = ['WEB', 'ANDROID', 'IOS'].map((platform) => ({
  id: `awaiting-payments.platform-refused.${platform.toLowerCase()}`,
  breaks: 'PAY-24',
  caughtBy: `awaiting-payments.platform.${platform.toLowerCase()}`,
  how: `The platform ${platform} is not known.`,
  layers: [
    (request, next, context) =>
      context.endpoint === endpoint && request.headers.platform === platform
        ? Promise.resolve(jsonAnswer(400, { status: 'FAILED', message: 'unknown platform' }))
        : next(request),
  ],
}));

/** Section 4.5: which payments are listed, and on which page. */
export const awaitingPaymentsListingFaults: Fault[] = [
  ...filters,
  ...swapped,
  ...bodies,
  ...paging,
  ...searching,
  ...ownership,
  ...platforms.slice(1),
];
