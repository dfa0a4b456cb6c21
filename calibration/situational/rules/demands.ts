import { randomUUID } from 'node:crypto';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { amendBody, supplyHeader } from '../../servers/requests.ts';
import { type BodyEndpoint, supplyValid } from '../../servers/valid-bodies.ts';
import { type Rule, refused } from '../rule.ts';

/** Headers that are demanded (section 4): endpoint, header, requirement, axes that are about it. */
const HEADERS: readonly (readonly [EndpointName, string, string, ...string[]])[] = [
  ['awaiting-payments', 'uuid', 'PAY-21', 'device'],
  ['awaiting-payments', 'platform', 'PAY-22', 'platform'],
  ['request-loan', 'x-idempotency-key', 'LOAN-29', 'key'],
  ['request-loan', 'x-fapi-auth-date', 'LOAN-30', 'auth-date'],
  ['request-loan', 'x-fapi-customer-ip-address', 'LOAN-31', 'address'],
  ['request-loan', 'x-fapi-interaction-id', 'LOAN-32'],
  ['repay-loan', 'x-idempotency-key', 'REP-37', 'key'],
  ['repay-loan', 'x-fapi-auth-date', 'REP-38', 'auth-date'],
  ['repay-loan', 'x-fapi-customer-ip-address', 'REP-39', 'address'],
  ['repay-loan', 'x-fapi-interaction-id', 'REP-40'],
  ['update-application', 'x-idempotency-key', 'APP-29', 'key'],
  ['update-application', 'x-fapi-auth-date', 'APP-30', 'auth-date'],
  ['update-application', 'x-fapi-customer-ip-address', 'APP-31', 'address'],
  ['update-application', 'x-fapi-interaction-id', 'APP-32'],
  ['portfolios', 'platform', 'PTF-15', 'platform'],
  ['portfolios', 'uuid', 'PTF-16', 'device'],
  ['portfolios', 'x-idempotency-key', 'PTF-17', 'key'],
];

const GOOD_HEADERS: Readonly<Record<string, string>> = {
  uuid: '0d9f8f5e-5f0e-4a53-9d43-3a1f5a4fbe0c',
  platform: 'WEB',
  'x-fapi-auth-date': '2026-01-31T09:30:00Z',
  'x-fapi-customer-ip-address': '192.0.2.10',
  'x-fapi-interaction-id': '93bac548-d2de-4546-b106-880a5018460d',
};

const headers = HEADERS.map(
  ([endpoint, header, requirement, ...without]): Rule => ({
    id: `${endpoint}.${header}.not-demanded`,
    way: 'header-not-demanded',
    endpoint,
    breaks: [requirement],
    how: `the header ${header} may be missing`,
    layer: (request, next, context) => {
      const missing = !request.headers[header];
      const own = header === 'x-idempotency-key' ? randomUUID() : GOOD_HEADERS[header];
      return missing
        ? supplyHeader(endpoint, header, own ?? '')(request, next, context)
        : next(request);
    },
    request(plan) {
      plan.headers[header] = null;
    },
    kept: refused,
    refuses: true,
    without,
  }),
);

/** Required fields of bodies: endpoint, field, requirement. */
const REQUIRED: readonly (readonly [BodyEndpoint, string, string])[] = [
  ['awaiting-payments', 'selectedCurrency', 'PAY-30'],
  ['awaiting-payments', 'fromDate', 'PAY-31'],
  ['awaiting-payments', 'toDate', 'PAY-32'],
  ['request-loan', 'currencyCode', 'LOAN-1'],
  ['request-loan', 'dateOfBirth', 'LOAN-2'],
  ['request-loan', 'durationCounter', 'LOAN-3'],
  ['request-loan', 'employmentStatus', 'LOAN-5'],
  ['request-loan', 'loanAmount', 'LOAN-6'],
  ['request-loan', 'bvn', 'LOAN-7'],
  ['request-loan', 'firstName', 'LOAN-8'],
  ['request-loan', 'lastName', 'LOAN-9'],
  ['request-loan', 'accountNumber', 'LOAN-10'],
  ['request-loan', 'bankCode', 'LOAN-11'],
  ['request-loan', 'phoneNumber', 'LOAN-12'],
  ['request-loan', 'loanDuration', 'LOAN-13'],
  ['request-loan', 'loanProductId', 'LOAN-14'],
  ['request-loan', 'loanRepaymentMethodEnum', 'LOAN-15'],
  ['request-loan', 'monthlyIncome', 'LOAN-16'],
  ['repay-loan', 'repaymentAmount', 'REP-19'],
  ['repay-loan', 'customerId', 'REP-20'],
  ['repay-loan', 'bankAccountId', 'REP-22'],
  ['repay-loan', 'repaymentReference', 'REP-23'],
];

/** A field that is about a value which an axis varies has no such axis. */
export const aboutField = (field: string): string[] =>
  ({
    selectedCurrency: ['currency'],
    fromDate: ['range'],
    toDate: ['range'],
    repaymentAmount: ['amount'],
  })[field] ?? [];

/** Neither text nor number, list or truth value: of another type than any field is. */
const OBJECT = { value: 1 };

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fields = REQUIRED.flatMap(([endpoint, field, requirement]): Rule[] => {
  const rule = (way: string, how: string, value: unknown, bad: (sent: unknown) => boolean) => ({
    id: `${endpoint}.${field}.${way}`,
    way,
    endpoint,
    breaks: [requirement],
    how: `${field} ${how}`,
    layer: supplyValid(endpoint, field, bad),
    request(plan: Parameters<NonNullable<Rule['request']>>[0]) {
      plan.fields[field] = value;
    },
    kept: refused,
    refuses: true,
    without: aboutField(field),
  });
  return [
    rule('field-not-demanded', 'may be missing', undefined, (value) => value === undefined),
    rule('field-of-any-type', 'may be an object', OBJECT, isObject),
  ];
});

/** A search of another type than text, and answers to questions that lack one of their fields. */
const nested: Rule[] = [
  {
    id: 'awaiting-payments.searchablePaymentReference.of-any-type',
    way: 'field-of-any-type',
    endpoint: 'awaiting-payments',
    breaks: ['PAY-95'],
    how: 'searchablePaymentReference may be an object',
    layer: amendBody('awaiting-payments', (body) => {
      if (isObject(body.searchablePaymentReference)) {
        delete body.searchablePaymentReference;
      }
    }),
    request(plan) {
      plan.fields.searchablePaymentReference = OBJECT;
    },
    kept: refused,
    refuses: true,
    without: ['search'],
  },
  ...(['questionId', 'answer'] as const).map(
    (missing, place): Rule => ({
      id: `request-loan.eligibilityAnswers.${missing}.not-demanded`,
      way: 'field-not-demanded',
      endpoint: 'request-loan',
      breaks: [`LOAN-${18 + place}`],
      how: `${missing} of an eligibility answer may be missing`,
      layer: amendBody('request-loan', (body) => {
        const { eligibilityAnswers: answers } = body;
        if (Array.isArray(answers) && answers.every(isObject)) {
          body.eligibilityAnswers = answers.map((each) => ({ [missing]: 'any', ...each }));
        }
      }),
      request(plan) {
        const whole = { questionId: 'owns-business', answer: 'yes' };
        plan.fields.eligibilityAnswers = [{ ...whole, [missing]: undefined }];
      },
      kept: refused,
      refuses: true,
      without: ['optional'],
    }),
  ),
];

/** Headers and fields that are to be demanded (sections 2.3 and 4). */
export const DEMAND_RULES: readonly Rule[] = [...headers, ...fields, ...nested];
