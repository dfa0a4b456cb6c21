import { slashDate } from '../../../contract/values/moments.ts';
import type { Layer, LayerContext, PlainRequest } from '../../servers/exchange-layer.ts';
import { objectOf, withQuery } from '../../servers/requests.ts';
import { callerOf, issueFor, standardUser, withToken } from '../../servers/tokens.ts';
import type { Rule } from '../rule.ts';
import { type Entry, entriesOf, type List, lists, SHORT, sameEntries } from './paging.ts';

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

/** The same request by somebody else. */
export const asUser = (
  request: PlainRequest,
  context: LayerContext,
  userId: string,
): PlainRequest => withToken(request, issueFor(context, userId));

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

/** Listings with a payment that does not belong there (section 4.5). */
export const STRANGE_ENTRY_RULES: readonly Rule[] = STRANGE.map(
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
