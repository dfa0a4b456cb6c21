import { STANDARD_LOGINS } from '../../../fixtures/standard-users.ts';
import type { Dependencies } from '../../../server/dependencies.ts';
import type { PaymentQuery } from '../../../server/store/payments.ts';
import { intercept, withBody } from '../../servers/answers.ts';
import { failed, type PlainResponse } from '../../servers/exchange-layer.ts';
import { asks, lists } from '../../servers/payment-store.ts';
import { amend, amendBody, isFrom, objectOf, queryOf } from '../../servers/requests.ts';
import { callerOf, issueFor, standardUser, withToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { RELATED } from './listing-situations.ts';

const endpoint = 'awaiting-payments' as const;

const onTheFirstPageAlone: Fault = {
  id: 'awaiting-payments.search-of-the-first-page-where-none-is-named',
  breaks: 'PAY-43',
  caughtBy: 'awaiting-payments.search.first-page',
  how: 'Where no size is named a search looks at the first 20 payments alone.',
  layers: [
    async (request, next, context) => {
      const { searchablePaymentReference: search, ...body } = objectOf(request.body) ?? {};
      const response = await next(request);
      const isCut =
        context.endpoint === endpoint && search !== undefined && !queryOf(request).has('size');
      if (!isCut || response.status !== 200) {
        return response;
      }
      const first = await next({ ...request, body: JSON.stringify(body) });
      return editListed(response, (entry) => first.body.includes(String(entry.id)));
    },
  ],
};

/** A listing with those of its payments that are to stay. */
function editListed(
  response: PlainResponse,
  stays: (entry: Record<string, unknown>) => boolean,
): PlainResponse {
  const answer = objectOf(response.body) as {
    data: { awaitingPayments: Record<string, unknown>[] };
  };
  answer.data.awaitingPayments = answer.data.awaitingPayments.filter(stays);
  return withBody(response, JSON.stringify(answer));
}

const searching: Fault[] = [
  onTheFirstPageAlone,
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
    breaks: 'PAY-73',
    caughtBy: 'awaiting-payments.search.changes-list',
    how: 'searchablePaymentReference changes nothing.',
    dependencies: asks((query) => ({ ...query, search: undefined })),
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.search.leaves-out*'],
        because: 'a search that changes nothing leaves nothing out',
      },
    ],
  },
  {
    id: 'awaiting-payments.search-of-agents-on-its-first-page-alone',
    breaks: 'PAY-27',
    caughtBy: 'awaiting-payments.search.last-page',
    how: 'On later pages of a search an agent is listed all payments.',
    layers: [
      amend(endpoint, (request, context) => {
        const { searchablePaymentReference: search, ...body } = objectOf(request.body) ?? {};
        return search !== undefined &&
          Number(queryOf(request).get('page') ?? 1) > 1 &&
          callerOf(request, context)?.role === 'AGENT'
          ? { ...request, body: JSON.stringify(body) }
          : undefined;
      }),
    ],
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.relation.*'],
        because: 'a query that searches is held against the list, too',
      },
    ],
  },
  {
    id: 'awaiting-payments.search-by-an-inner-part-on-any-day',
    breaks: 'PAY-37',
    caughtBy: 'awaiting-payments.relation.nothing-else',
    how: 'A search by the middle or the end of a reference looks at all days, whatever the range.',
    dependencies: asks((query, right) => {
      const { search } = query;
      const all = { ...query, search: undefined, limit: 100_000, offset: 0 };
      const isInner =
        search !== undefined &&
        right.store.payments
          .list(all)
          .some(({ searchablePaymentReference: whole }) => whole.indexOf(search) > 0);
      return isInner ? { ...query, from: '2000-01-01', to: '2100-01-01' } : query;
    }),
    alsoCaughtBy: RELATED,
  },
  {
    id: 'awaiting-payments.search-of-unlike-text-ignored',
    breaks: 'PAY-44',
    caughtBy: 'awaiting-payments.search.leaves-out-unlike',
    how: 'A search that finds nothing lists everything.',
    dependencies: (right) => ({
      ...right,
      store: {
        ...right.store,
        payments: {
          list: (query) =>
            right.store.payments.list({ ...query, limit: 1, offset: 0 }).length > 0
              ? right.store.payments.list(query)
              : right.store.payments.list({ ...query, search: undefined }),
        },
      },
    }),
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.own.*.search', 'awaiting-payments.currency.with-search'],
        because: 'a search among payments that hold no such reference lists them all',
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
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.search.changes-list'],
        because: 'a search that lists everything in its order changes nothing',
      },
    ],
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
      if ('userId' in query.owner) {
        return query;
      }
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

const byAgents: Fault = {
  id: 'awaiting-payments.search-by-agents-elsewhere',
  breaks: 'PAY-36',
  caughtBy: 'awaiting-payments.relation.nothing-else',
  how: 'An agent whose search finds nothing is listed what another organisation has.',
  layers: [
    async (request, next, context) => {
      const answer = await next(request);
      const isFruitless =
        context.endpoint === endpoint &&
        objectOf(request.body)?.searchablePaymentReference !== undefined &&
        answer.body.includes('"awaitingPayments":[]') &&
        callerOf(request, context)?.role === 'AGENT';
      const { id } = standardUser(context, 'otherManager');
      return isFruitless ? next(withToken(request, issueFor(context, id))) : answer;
    },
  ],
};

/** Days from one to the other of a listing's range, both counted. */
function daysAsked(body: Record<string, unknown>): number {
  const [from = 0, to = 0] = [body.fromDate, body.toDate].map((date) =>
    Date.parse(String(date).split('/').reverse().join('-')),
  );
  return (to - from) / (24 * 3_600_000) + 1;
}

const inAWeek: Fault = {
  id: 'awaiting-payments.search-ignored-in-a-week',
  breaks: 'PAY-73',
  caughtBy: 'awaiting-payments.search.in-ranges',
  how: 'A search in a range of two to seven days is answered as a listing without one.',
  layers: [
    amendBody('awaiting-payments', (body) => {
      const days = daysAsked(body);
      if (days > 1 && days <= 7) {
        delete body.searchablePaymentReference;
      }
    }),
  ],
};

const platforms: Fault[] = ['WEB', 'ANDROID', 'IOS'].map((platform) => ({
  id: `awaiting-payments.platform-refused.${platform.toLowerCase()}`,
  breaks: 'PAY-24',
  caughtBy: `awaiting-payments.platform.${platform.toLowerCase()}`,
  how: `The platform ${platform} is not known.`,
  layers: [intercept(endpoint, failed(400, 'unknown platform'), isFrom(platform))],
}));

/** Section 4.5: the search, whose payments are listed, and from which platforms. */
export const awaitingPaymentsSearchFaults: Fault[] = [
  ...searching,
  ...ownership,
  byAgents,
  inAWeek,
  ...platforms.slice(1),
];
