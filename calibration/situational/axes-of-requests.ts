import { randomUUID } from 'node:crypto';
import type { EndpointName } from '../../contract/endpoint-names.ts';
import { fromMinor } from '../../contract/values/currencies.ts';
import type { PlainRequest } from '../servers/exchange-layer.ts';
import { objectOf, queryOf, withQuery } from '../servers/requests.ts';
import { validListing } from '../servers/valid-bodies.ts';
import { laterPage, onLendingHost, searching } from '../strangers/situation.ts';
import type { AxisValue } from './axis.ts';

const LISTS: EndpointName[] = ['awaiting-payments', 'portfolios'];
const PAYMENTS: EndpointName[] = ['awaiting-payments'];
const LENDING: EndpointName[] = ['request-loan', 'repay-loan', 'update-application'];
const WITH_KEY: EndpointName[] = [...LENDING, 'portfolios'];

const DAY_MS = 24 * 3600 * 1000;

const field = (request: PlainRequest, name: string): unknown => objectOf(request.body)?.[name];

/** Days from fromDate to toDate, both counted; NaN where either is no dd/MM/yyyy. */
function daysOf(request: PlainRequest): number {
  const [from, to] = ['fromDate', 'toDate'].map((name) => {
    const [day, month, year] = String(field(request, name)).split('/');
    return Date.parse(`${year}-${month}-${day}`);
  });
  return ((to ?? Number.NaN) - (from ?? Number.NaN)) / DAY_MS + 1;
}

const sizeOf = (request: PlainRequest): number => Number(queryOf(request).get('size') ?? 0);

function inBody(
  axis: string,
  value: string,
  endpoint: EndpointName,
  when: string,
  [name, example]: readonly [string, unknown],
): AxisValue {
  return {
    axis,
    value,
    endpoints: [endpoint],
    when,
    holds: (request) => field(request, name) !== undefined,
    enter(plan) {
      plan.fields[name] = example;
    },
  };
}

function inHeader(
  [axis, value]: readonly [string, string],
  endpoints: readonly EndpointName[],
  when: string,
  header: string,
  example: string | (() => string),
  holds: (sent: string) => boolean,
): AxisValue {
  return {
    axis,
    value,
    endpoints,
    when,
    holds: ({ headers }) => holds(headers[header] ?? ''),
    enter(plan) {
      plan.headers[header] = example;
    },
  };
}

function range(
  value: string,
  when: string,
  [fromDate, toDate]: readonly [string, string],
  holds: (days: number) => boolean,
  without: readonly string[] = [],
): AxisValue {
  return {
    axis: 'range',
    value,
    endpoints: PAYMENTS,
    when,
    holds: (request) => holds(daysOf(request)),
    enter(plan) {
      Object.assign(plan.fields, { fromDate, toDate });
    },
    without,
  };
}

const pageAndSize: AxisValue[] = [
  {
    axis: 'page',
    value: 'later',
    endpoints: LISTS,
    when: 'on a page after the first',
    holds: laterHolds,
    enter(plan) {
      plan.query.page = '2';
    },
  },
  {
    axis: 'page',
    value: 'last',
    ofSuccess: true,
    endpoints: LISTS,
    when: 'on the last page, which is not the first',
    async holds(request, _facts, context, next) {
      if (!laterPage(request, context)) {
        return false;
      }
      const page = Number(queryOf(request).get('page'));
      const after = await next(withQuery(request, { page: String(page + 1) }));
      return after.status === 200 && /"(awaitingPayments|portfolios)":\[\]/.test(after.body);
    },
    enter(plan) {
      plan.query.page = 'last';
    },
    // To find the last page takes calls of its own.
    without: ['often'],
  },
  {
    axis: 'size',
    value: 'small',
    endpoints: LISTS,
    when: 'with a size of 5 at most',
    holds: (request) => sizeOf(request) >= 1 && sizeOf(request) <= 5,
    enter(plan) {
      plan.query.size = '4';
    },
  },
  {
    axis: 'size',
    value: 'large',
    endpoints: LISTS,
    when: 'with a size of 25 or more',
    holds: (request) => sizeOf(request) >= 25,
    enter(plan) {
      plan.query.size = '30';
    },
  },
];

function laterHolds(...[request, _facts, context]: Parameters<AxisValue['holds']>): boolean {
  return laterPage(request, context);
}

/**
 * What stands in a request. Left out: values that a target may refuse (sizes above 50, a page past
 * the end, products of which it has no state, an empty or null optional field), and numbers or days
 * of one special value, which nobody would come upon but by chance.
 */
export const REQUEST_AXES: readonly AxisValue[] = [
  ...pageAndSize,
  {
    axis: 'search',
    value: 'there',
    endpoints: PAYMENTS,
    when: 'with a reference to search for',
    holds: (request, _facts, context) => searching(request, context),
    enter(plan) {
      plan.fields.searchablePaymentReference = 'TRF';
    },
  },
  {
    axis: 'currency',
    value: 'other',
    endpoints: PAYMENTS,
    when: 'in another currency than the main one',
    holds(request, _facts, context) {
      const sent = field(request, 'selectedCurrency');
      return typeof sent === 'string' && sent !== validListing(context).selectedCurrency;
    },
    enter(plan) {
      plan.fields.selectedCurrency = 'GBP';
    },
    // There are 24 payments: one page and a bit, few of them in a week.
    without: ['range', 'size=large'],
  },
  range('one-day', 'in a range of one day', ['06/05/2026', '06/05/2026'], (days) => days === 1, [
    'page',
    'size',
  ]),
  range('week', 'in a range of a week at most', ['30/04/2026', '06/05/2026'], (days) => days <= 7, [
    'page',
    'size',
  ]),
  range('wide', 'in a range of more than 60 days', ['01/03/2026', '31/05/2026'], (n) => n > 60),
  inBody('optional', 'payment-date', 'repay-loan', 'with a paymentDate', [
    'paymentDate',
    '2026-05-04',
  ]),
  inBody('optional', 'narration', 'repay-loan', 'with a paymentNarration', [
    'paymentNarration',
    'June, first part',
  ]),
  inBody('optional', 'answers', 'request-loan', 'with eligibilityAnswers', [
    'eligibilityAnswers',
    [{ questionId: 'owns-business', answer: 'yes' }],
  ]),
  {
    axis: 'host',
    value: 'lending',
    endpoints: ['request-loan'],
    when: 'on the lending host',
    holds: (request, _facts, context) => onLendingHost(request, context),
    enter(plan) {
      plan.host = 'lending';
    },
    breaks: { refusing: ['LOAN-42'], badToken: ['LOAN-45'], role: ['LOAN-46'] },
  },
  {
    axis: 'answer',
    value: 'withdraw',
    endpoints: ['update-application'],
    when: 'when the offer is withdrawn from',
    holds: (request) => queryOf(request).get('status') === 'false',
    enter(plan) {
      plan.query.status = 'false';
    },
    breaks: { refusing: ['APP-16'] },
  },
  {
    axis: 'amount',
    value: 'all',
    endpoints: ['repay-loan'],
    when: 'when exactly the total payable is repaid',
    holds(request, { user }, { dependencies }) {
      const loan = dependencies.store.loans.ofUser(
        String(field(request, 'accountId')),
        user?.id ?? '',
      );
      const total = loan && fromMinor(loan.totalPayableMinor, loan.currency);
      return total !== undefined && field(request, 'repaymentAmount') === total;
    },
    enter(plan) {
      plan.totalAsAmount = true;
    },
    breaks: { refusing: ['REP-28'] },
  },
  inHeader(
    ['key', 'short'],
    WITH_KEY,
    'under a key of 12 characters at most',
    'x-idempotency-key',
    () => randomUUID().slice(0, 8),
    (key) => key !== '' && key.length <= 12,
  ),
  inHeader(
    ['key', 'long'],
    WITH_KEY,
    'under a key longer than a UUID',
    'x-idempotency-key',
    () => `order-2026-11-22-of-${randomUUID()}`,
    (key) => key.length > 36,
  ),
  inHeader(
    ['auth-date', 'offset'],
    LENDING,
    'with an x-fapi-auth-date that has an offset',
    'x-fapi-auth-date',
    '2026-01-31T10:30:00+01:00',
    (date) => /T.*[+-]\d\d:?\d\d$/.test(date),
  ),
  inHeader(
    ['auth-date', 'fraction'],
    LENDING,
    'with fractions of a second in x-fapi-auth-date',
    'x-fapi-auth-date',
    '2026-01-31T09:30:00.250Z',
    (date) => date.includes('.'),
  ),
  inHeader(
    ['address', 'ipv6'],
    LENDING,
    'from an IPv6 address',
    'x-fapi-customer-ip-address',
    '2001:db8::17',
    (address) => address.includes(':'),
  ),
  {
    axis: 'fapi',
    value: 'absent',
    endpoints: ['portfolios'],
    when: 'without the x-fapi headers, which are listed and not required',
    holds: ({ headers }) => !Object.keys(headers).some((name) => name.startsWith('x-fapi-')),
    enter(plan) {
      for (const name of ['auth-date', 'customer-ip-address', 'interaction-id']) {
        plan.headers[`x-fapi-${name}`] = null;
      }
    },
  },
];
