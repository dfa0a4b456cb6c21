import { becomes, type Change, edit, gone, withStatus } from '../../servers/answers.ts';
import { amendBody, objectOf, pathId, withPathParameter } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Rule } from '../rule.ts';
import { listed, lists, SHORT, sameEntries } from './paging.ts';
import { asUser } from './strange-entries.ts';

const SEARCH = 'searchablePaymentReference';

const searches: Rule[] = [
  {
    id: 'awaiting-payments.search-ignored',
    way: 'search-ignored',
    endpoint: 'awaiting-payments',
    breaks: ['PAY-73', 'PAY-44'],
    how: 'the reference that is searched for is not looked at',
    layer: amendBody('awaiting-payments', (body) => {
      delete body[SEARCH];
    }),
    request(plan) {
      plan.fields[SEARCH] = 'TRF-NOBODY-HAS-THIS';
    },
    kept: sameEntries,
    without: ['search', 'page', 'range=one-day'],
  },
  {
    id: 'awaiting-payments.search-finds-nothing',
    way: 'search-finds-nothing',
    endpoint: 'awaiting-payments',
    breaks: ['PAY-43'],
    how: 'a search by a whole reference finds nothing',
    layer: (request, next, context) => {
      const sent = String(objectOf(request.body)?.[SEARCH] ?? '');
      return /^TRF-.+-.+/.test(sent)
        ? lists('awaiting-payments', () => [])(request, next, context)
        : next(request);
    },
    async exchange({ client, plan, send }) {
      const { reference } = client.state('awaiting-payments');
      const { currency, fromDate, toDate } = client.state('awaiting-payments');
      const body = { selectedCurrency: currency, fromDate, toDate, ...plan.fields };
      return send({ body: { ...body, [SEARCH]: reference } });
    },
    kept: sameEntries,
    without: [
      'search',
      'page',
      'currency',
      ...SHORT,
      'caller=other-customer',
      'caller=other-organisation',
    ],
  },
];

/** What is wrong with a failure of the listing: what, path, change. */
const FAILURES: readonly (readonly [string, string, Change])[] = [
  ['status-error', 'status', becomes('ERROR')],
  ['without-message', 'message', gone],
];

const failures = FAILURES.map(
  ([what, field, change]): Rule => ({
    id: `awaiting-payments.failure.${what}`,
    way: 'failure-not-told',
    endpoint: 'awaiting-payments',
    breaks: ['PAY-50'],
    how: `${field} of a failure is ${what === 'status-error' ? 'ERROR' : 'missing'}`,
    layer: edit('awaiting-payments', field, change, withStatus(400)),
    request(plan) {
      plan.fields.fromDate = undefined;
    },
    kept: ({ body }) => body.status === 'FAILED' && typeof body.message === 'string',
    refuses: true,
    without: ['range'],
  }),
);

const portfolios: Rule[] = [
  {
    id: 'portfolios.of-somebody-else',
    way: 'foreign-let-in',
    endpoint: 'portfolios',
    breaks: ['PTF-6', 'PTF-22'],
    how: 'the portfolios of another customer are shown',
    layer: (request, next, context) => {
      const named = pathId(request);
      const owner = context.dependencies.store.users.byId(named);
      const caller = callerOf(request, context);
      return next(
        caller && owner?.role === 'CUSTOMER' ? asUser(request, context, owner.id) : request,
      );
    },
    request(plan) {
      plan.owner = 'otherCustomer';
    },
    kept: ({ status }) => status === 401 || status === 403,
    without: ['page', 'size'],
  },
  {
    id: 'portfolios.of-nobody',
    way: 'foreign-let-in',
    endpoint: 'portfolios',
    breaks: ['PTF-30'],
    how: "the id of nobody lists the caller's portfolios",
    layer: (request, next, context) => {
      const named = pathId(request);
      const { users } = context.dependencies.store;
      const caller = callerOf(request, context);
      return next(
        caller && /^[0-9a-f-]{36}$/.test(named) && users.byId(named) === undefined
          ? withPathParameter(request, caller.id)
          : request,
      );
    },
    request(plan) {
      plan.path = '7c1e5a90-3f64-4d0b-8a37-15c2be9d4f06';
    },
    kept: (answer) => listed(answer).length === 0,
    without: ['page', 'size'],
  },
  {
    id: 'portfolios.entries-empty',
    way: 'answer-field-missing',
    endpoint: 'portfolios',
    breaks: ['PTF-1'],
    how: 'the entries tell nothing of the investments but an id',
    layer: lists('portfolios', (right) => right.map(({ portfolioId }) => ({ portfolioId }))),
    kept: (answer) => listed(answer).every((entry) => Object.keys(entry).length > 1),
  },
];

/** Searches, failures and whose portfolios are shown (sections 4.5 and 4.9). */
export const SEARCH_RULES: readonly Rule[] = [...searches, ...failures, ...portfolios];
