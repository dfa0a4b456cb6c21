import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { PlainRequest } from '../servers/exchange-layer.ts';
import { fieldOf, queryOf, withQuery } from '../servers/requests.ts';
import { validListing } from '../servers/valid-bodies.ts';
import { laterPage, searching } from '../strangers/situation.ts';
import type { AxisValue } from './axis.ts';

const LISTS: EndpointName[] = ['awaiting-payments', 'portfolios'];
const PAYMENTS: EndpointName[] = ['awaiting-payments'];

const DAY_MS = 24 * 3600 * 1000;

/** Days from fromDate to toDate, both counted; NaN where either is no dd/MM/yyyy. */
function daysOf(request: PlainRequest): number {
  const [from, to] = ['fromDate', 'toDate'].map((name) => {
    const [day, month, year] = String(fieldOf(request, name)).split('/');
    return Date.parse(`${year}-${month}-${day}`);
  });
  return ((to ?? Number.NaN) - (from ?? Number.NaN)) / DAY_MS + 1;
}

const sizeOf = (request: PlainRequest): number => Number(queryOf(request).get('size') ?? 0);

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

/**
 * Which payments or portfolios are asked for. Left out: values that a target may refuse (sizes above
 * 50, a page past the end), and numbers or days of one special value, which nobody would come upon
 * but by chance.
 */
export const LIST_AXES: readonly AxisValue[] = [
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
      const sent = fieldOf(request, 'selectedCurrency');
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
];

function laterHolds(...[request, _facts, context]: Parameters<AxisValue['holds']>): boolean {
  return laterPage(request, context);
}
