import type { PaymentQuery } from '../../../server/store/payments.ts';
import { changed, edit } from '../../servers/answers.ts';
import type { Layer } from '../../servers/exchange-layer.ts';
import { asks, lists } from '../../servers/payment-store.ts';
import { amend, amendBody, objectOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

const endpoint = 'awaiting-payments' as const;

const EARLY = '1900-01-01T00:00:00';
const LATE = '2999-12-31T23:59:59';

const DAY_MS = 24 * 3600 * 1000;

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
    id: 'awaiting-payments.search-leaves-out-last-day',
    breaks: 'PAY-43',
    caughtBy: 'awaiting-payments.relation.search-finds',
    how: 'A search leaves out the day of toDate, which a listing without one has.',
    dependencies: lists((all, { search, to }) =>
      search ? all.filter(({ creationDate }) => creationDate.slice(0, 10) < to.slice(0, 10)) : all,
    ),
  },
  {
    id: 'awaiting-payments.search-misses-one-of-many',
    breaks: 'PAY-45',
    caughtBy: 'awaiting-payments.relation.search-finds-alike',
    how: 'A search that finds ten or more leaves the tenth out.',
    dependencies: lists((all, { search }) => (search ? all.toSpliced(9, 1) : all)),
    alsoCaughtBy: [
      { checks: ['awaiting-payments.*'], because: 'other searches may find the tenth first' },
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
    id: 'awaiting-payments.currency-without-payments-ignored',
    breaks: 'PAY-36',
    caughtBy: 'awaiting-payments.currency.none',
    how: 'Where there is no payment in a currency, those in all others are listed.',
    dependencies: asks((query) =>
      ['NGN', 'GBP', 'JPY', 'KWD'].includes(query.currency) ? query : { ...query, currency: 'NGN' },
    ),
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.currency.selected'],
        because: 'the rule of every listing judges this one, too',
      },
    ],
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
    id: 'awaiting-payments.long-range-cut',
    breaks: 'PAY-39',
    caughtBy: 'awaiting-payments.relation.long-range',
    how: 'Of a range of more than two years the last two months are listed.',
    dependencies: asks((query) => {
      const days = (Date.parse(`${query.to}Z`) - Date.parse(`${query.from}Z`)) / DAY_MS;
      const since = new Date(Date.parse(`${query.to}Z`) - 60 * DAY_MS).toISOString().slice(0, 19);
      return days > 730 ? { ...query, from: since } : query;
    }),
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
    if (Number(day) <= 12 && Number(month) <= 12) {
      body[field] = `${month}/${day}/${year}`;
    }
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
        if (context.endpoint !== endpoint || !caller || !complete || !headers) {
          return next(request);
        }
        const key = `cache ${caller.id} ${request.path}`;
        const kept = context.memory.get(key) as Awaited<ReturnType<typeof next>> | undefined;
        const response = kept ?? (await next(request));
        if (response.status === 200) {
          context.memory.set(key, response);
        }
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

const chunked: Fault = {
  id: 'awaiting-payments.body-in-chunks-not-read',
  breaks: 'PAY-94',
  caughtBy: 'awaiting-payments.chunked-body',
  how: 'A body of the GET request is read where its length is told, and else taken for none.',
  layers: [
    amend(endpoint, (request) =>
      request.headers['transfer-encoding'] === undefined ? undefined : { ...request, body: '' },
    ),
  ],
};

/** Section 4.5: what currency, dates and the body itself select. */
export const awaitingPaymentsFilterFaults: Fault[] = [...filters, ...swapped, ...bodies, chunked];
