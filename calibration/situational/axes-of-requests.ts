import { randomUUID } from 'node:crypto';
import type { EndpointName } from '../../contract/endpoint-names.ts';
import { fromMinor } from '../../contract/values/currencies.ts';
import { fieldOf, queryOf } from '../servers/requests.ts';
import { onLendingHost } from '../strangers/situation.ts';
import type { AxisValue } from './axis.ts';

const LENDING: EndpointName[] = ['request-loan', 'repay-loan', 'update-application'];
const WITH_KEY: EndpointName[] = [...LENDING, 'portfolios'];

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
    holds: (request) => fieldOf(request, name) !== undefined,
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

/**
 * What else stands in a request. Left out: values that a target may refuse, such as products of
 * which it has no state, or an empty or null optional field.
 */
export const REQUEST_AXES: readonly AxisValue[] = [
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
        String(fieldOf(request, 'accountId')),
        user?.id ?? '',
      );
      const total = loan && fromMinor(loan.totalPayableMinor, loan.currency);
      return total !== undefined && fieldOf(request, 'repaymentAmount') === total;
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
