import { slashDate } from '../../../contract/values/moments.ts';
import { becomes, type Change, edit, editBody, gone, withStatus } from '../../servers/answers.ts';
import type {
  Layer,
  LayerContext,
  PlainRequest,
  PlainResponse,
} from '../../servers/exchange-layer.ts';
import {
  amendBody,
  objectOf,
  queryOf,
  withPathParameter,
  withQuery,
} from '../../servers/requests.ts';
import { callerOf, issueFor, standardUser, withToken } from '../../servers/tokens.ts';
import type { Answer } from '../../strangers/proofs/client.ts';
import type { Rule } from '../rule.ts';

type List = 'awaiting-payments' | 'portfolios';
type Entry = Record<string, unknown>;

const KEYS = { 'awaiting-payments': 'awaitingPayments', portfolios: 'portfolios' } as const;

const SIZES = { 'awaiting-payments': '20', portfolios: '10' } as const;

/** The entries of an answer, as they are told apart. */
const listed = ({ body }: Pick<Answer, 'body'>): Entry[] =>
  body?.data?.awaitingPayments ?? body?.data?.portfolios ?? [];

const idsOf = (answer: Answer): string =>
  listed(answer)
    .map(({ id, portfolioId }) => String(id ?? portfolioId))
    .join(' ');

const sameEntries: Rule['kept'] = (answer, right) => idsOf(answer) === idsOf(right);

const sameCount: Rule['kept'] = (answer, right) => listed(answer).length === listed(right).length;

const entriesOf = ({ status, body }: PlainResponse): Entry[] =>
  status === 200 ? listed({ body: objectOf(body) }) : [];

/** Answers with other entries than the right ones. */
const lists = (endpoint: List, change: (right: Entry[]) => Entry[] | undefined): Layer =>
  editBody(endpoint, (body) => {
    const { data } = body as { data: Record<string, Entry[]> };
    const key = KEYS[endpoint];
    data[key] = change(data[key] ?? []) ?? data[key] ?? [];
  });

/** Puts an entry of the list that another request gets in the place of the last one. */
const mixesIn =
  (
    endpoint: List,
    from: (request: PlainRequest, context: LayerContext) => PlainRequest | undefined,
  ): Layer =>
  async (request, next, context) => {
    const other = from(request, context);
    const strange = other === undefined ? [] : entriesOf(await next(other));
    return lists(endpoint, (right) => {
      const ids = new Set(right.map((each) => JSON.stringify(each)));
      const one = strange.find((each) => !ids.has(JSON.stringify(each)));
      return one && right.length > 0 ? [...right.slice(0, -1), one] : undefined;
    })(request, next, context);
  };

const withFields = (request: PlainRequest, fields: Entry): PlainRequest => ({
  ...withQuery(request, { page: null, size: '100' }),
  body: JSON.stringify({ ...objectOf(request.body), ...fields }),
});

const asUser = (request: PlainRequest, context: LayerContext, userId: string): PlainRequest =>
  withToken(request, issueFor(context, userId));

/** Somebody whose payments the caller must not see. */
function stranger(request: PlainRequest, context: LayerContext): string | undefined {
  const caller = callerOf(request, context);
  const customer = standardUser(context, 'customer');
  if (caller === undefined) {
    return undefined;
  }
  if (caller.role === 'CUSTOMER') {
    return caller.id === customer.id ? standardUser(context, 'otherCustomer').id : customer.id;
  }
  const own = caller.tenantId === customer.tenantId;
  return own ? standardUser(context, 'otherTenantCustomer').id : customer.id;
}

const dayBefore = (request: PlainRequest, name: 'fromDate' | 'toDate', days: number): string => {
  const [day, month, year] = String(objectOf(request.body)?.[name]).split('/');
  const moved = new Date(Date.parse(`${year}-${month}-${day}`) + days * 24 * 3600 * 1000);
  return Number.isNaN(moved.getTime()) ? '' : slashDate(moved.toISOString().slice(0, 10));
};

const SHORT = ['range=one-day', 'range=week'];

/** A list is given a page or a size of its own making: endpoint, requirement. */
function paging(endpoint: List, [page, size, pages, sizes]: readonly string[]): Rule[] {
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
      breaks: [pages ?? ''],
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
      breaks: [sizes ?? ''],
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
      breaks: [size ?? ''],
      how: `without a size a page has ${other}`,
      layer: queried((query) => (query.has('size') ? undefined : { size: other })),
      kept: sameCount,
      without: ['size', endpoint === 'portfolios' ? 'page' : 'page=last', ...SHORT],
    },
    {
      id: `${endpoint}.default-page`,
      way: 'default-page',
      endpoint,
      breaks: [page ?? ''],
      how: 'without a page it is the second',
      layer: queried((query) => (query.has('page') ? undefined : { page: '2' })),
      kept: sameEntries,
      without: ['page', 'size=large', ...SHORT],
    },
    {
      id: `${endpoint}.page-from-zero`,
      way: 'page-from-zero',
      endpoint,
      breaks: [pages ?? ''],
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
      without: ['page=later', 'size=large', ...SHORT],
    },
    {
      id: `${endpoint}.entry-missing`,
      way: 'entry-missing',
      endpoint,
      breaks: endpoint === 'portfolios' ? [sizes ?? '', size ?? ''] : ['PAY-39'],
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
      breaks: endpoint === 'portfolios' ? [sizes ?? '', size ?? '', pages ?? ''] : ['PAY-39'],
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
      breaks: [endpoint === 'portfolios' ? 'PTF-4' : 'PAY-49'],
      how: 'there is an empty object instead of the list',
      layer: editBody(endpoint, (body) => {
        (body as { data: Entry }).data = { [KEYS[endpoint]]: {} };
      }),
      kept: ({ body }) => Array.isArray(body.data[KEYS[endpoint]]),
    },
  ];
}

/** An entry that does not belong there: what, requirements, where it is taken from. */
const STRANGE: readonly (readonly [
  string,
  readonly string[],
  (request: PlainRequest, context: LayerContext) => PlainRequest | undefined,
  ...string[],
])[] = [
  [
    'of-another-currency',
    ['PAY-36'],
    (request) =>
      withFields(request, {
        selectedCurrency: objectOf(request.body)?.selectedCurrency === 'NGN' ? 'GBP' : 'NGN',
      }),
    ...SHORT,
    'caller=other-organisation',
  ],
  [
    'from-before-the-range',
    ['PAY-37'],
    (request) =>
      withFields(request, {
        fromDate: '01/01/2026',
        toDate: dayBefore(request, 'fromDate', -1),
      }),
    'range=wide',
    'currency',
    'caller=other-customer',
    'caller=other-organisation',
  ],
  [
    'from-after-the-range',
    ['PAY-38'],
    (request) =>
      withFields(request, { fromDate: dayBefore(request, 'toDate', 1), toDate: '31/12/2026' }),
    'range=wide',
    'currency',
    'caller=other-customer',
    'caller=other-organisation',
  ],
  [
    'of-somebody-else',
    ['PAY-52', 'PAY-53', 'AUT-25', 'SVC-2'],
    (request, context) => {
      const whose = stranger(request, context);
      return whose === undefined ? undefined : asUser(withFields(request, {}), context, whose);
    },
    ...SHORT,
    'currency',
  ],
];

const strange = STRANGE.map(
  ([what, breaks, from, ...without]): Rule => ({
    id: `awaiting-payments.entry-${what}`,
    way: `entry-${what}`,
    endpoint: 'awaiting-payments',
    breaks,
    how: `the last entry of a page is one ${what.replaceAll('-', ' ')}`,
    layer: mixesIn('awaiting-payments', from),
    kept: sameEntries,
    without,
  }),
);

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
      const named = request.path.split('?')[0]?.split('/').at(-1) ?? '';
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
      const named = request.path.split('?')[0]?.split('/').at(-1) ?? '';
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

/** Lists that hold what they should not, or not what they should (sections 4.5 and 4.9). */
export const LIST_RULES: readonly Rule[] = [
  ...paging('awaiting-payments', ['PAY-25', 'PAY-26', 'PAY-28', 'PAY-27']),
  ...paging('portfolios', ['PTF-8', 'PTF-10', 'PTF-9', 'PTF-11']),
  ...strange,
  ...searches,
  ...failures,
  ...portfolios,
];
