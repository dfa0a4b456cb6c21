import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { lendingDesk } from '../../../server/lending-desk.ts';
import type { Layer, LayerContext } from '../../servers/exchange-layer.ts';
import {
  amend,
  amendBody,
  queryOf,
  supplyHeader,
  withPathParameter,
  withQuery,
} from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import { validListing, validLoanRequest, validRepayment } from '../../servers/valid-bodies.ts';
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
  'x-idempotency-key': '6b1d3a53-6e34-4b77-8f5b-6f6f2f1f6f0a',
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
      const own = header === 'x-idempotency-key' ? crypto.randomUUID() : GOOD_HEADERS[header];
      return missing
        ? supplyHeader(endpoint, header, own ?? '')(request, next, context)
        : next(request);
    },
    request(plan) {
      plan.headers[header] = null;
    },
    kept: refused,
    refuses: true,
    ...{ without },
  }),
);

type Fields = Record<string, unknown>;

/** What a field of a body is taken for where it is not what it must be. */
const validBody: Partial<Record<EndpointName, (context: LayerContext) => Fields>> = {
  'awaiting-payments': validListing,
  'request-loan': validLoanRequest,
  'repay-loan': validRepayment,
};

/** Required fields of bodies: endpoint, field, requirement. */
const REQUIRED: readonly (readonly [EndpointName, string, string])[] = [
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

/** Puts the right value where a field has one that `bad` says is not. */
const mends = (endpoint: EndpointName, field: string, bad: (value: unknown) => boolean): Layer =>
  amendBody(endpoint, (body, context) => {
    if (bad(body[field])) {
      body[field] = validBody[endpoint]?.(context)[field];
    }
  });

/** A field that is about a value which an axis varies has no such axis. */
const aboutField = (field: string): string[] =>
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
    layer: mends(endpoint, field, bad),
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

/** Values in a form that is to be refused: endpoint, field, value, whether it is such, what of it. */
const FORMS: readonly (readonly [EndpointName, string, unknown, RegExp, string])[] = [
  ['awaiting-payments', 'fromDate', 'yesterday', /^[^0-9]*$/, 'PAY-34'],
  ['awaiting-payments', 'toDate', 'today', /^[^0-9]*$/, 'PAY-35'],
  ['awaiting-payments', 'fromDate', '2026-04-02', /^\d{4}-\d\d-\d\d$/, 'PAY-74'],
  ['awaiting-payments', 'toDate', '2026-05-06', /^\d{4}-\d\d-\d\d$/, 'PAY-75'],
  ['request-loan', 'dateOfBirth', 'in spring', /^[^0-9]*$/, 'LOAN-20'],
  ['request-loan', 'dateOfBirth', '25/04/1990', /^\d\d\/\d\d\/\d{4}$/, 'LOAN-72'],
  ['request-loan', 'loanApplicationStatusEnum', 'ACCEPTED', /^(?!requested$)/i, 'LOAN-4'],
  ['request-loan', 'loanApplicationStatusEnum', 'requested', /^\s*requested\s*$/i, 'LOAN-70'],
];

const forms = FORMS.map(
  ([endpoint, field, value, form, requirement]): Rule => ({
    id: `${endpoint}.${field}.${String(value).replaceAll(/\W/g, '-')}-accepted`,
    way: 'form-not-looked-at',
    endpoint,
    breaks: [requirement],
    how: `${field} may be ${String(value)}`,
    layer: mends(endpoint, field, (sent) => typeof sent === 'string' && form.test(sent)),
    request(plan) {
      plan.fields[field] = value;
    },
    kept: refused,
    refuses: true,
    without: aboutField(field),
  }),
);

const dates: Rule[] = [
  ['request-loan', 'LOAN-50'] as const,
  ['repay-loan', 'REP-58'] as const,
  ['update-application', 'APP-51'] as const,
].map(([endpoint, requirement]) => ({
  id: `${endpoint}.x-fapi-auth-date.any-text-accepted`,
  way: 'form-not-looked-at',
  endpoint,
  breaks: [requirement],
  how: 'x-fapi-auth-date may be any text',
  layer: amend(endpoint, (request) =>
    /^\d{4}-\d\d/.test(request.headers['x-fapi-auth-date'] ?? '2026-01')
      ? undefined
      : {
          ...request,
          headers: { ...request.headers, 'x-fapi-auth-date': '2026-01-31T09:30:00Z' },
        },
  ),
  request(plan) {
    plan.headers['x-fapi-auth-date'] = 'just now';
  },
  kept: refused,
  refuses: true,
  without: ['auth-date'],
}));

const paymentDate = (value: string, form: RegExp, requirement: string): Rule => ({
  id: `repay-loan.paymentDate.${value.replaceAll(/\W/g, '-')}-accepted`,
  way: 'form-not-looked-at',
  endpoint: 'repay-loan',
  breaks: [requirement],
  how: `paymentDate may be ${value}`,
  layer: amendBody('repay-loan', (body) => {
    if (form.test(String(body.paymentDate))) {
      body.paymentDate = '2026-05-04';
    }
  }),
  request(plan) {
    plan.fields.paymentDate = value;
  },
  kept: refused,
  refuses: true,
  without: ['optional=payment-date'],
});

/** Parts of an offer's request that have to be right: the path and the query. */
const offers: Rule[] = [
  {
    id: 'update-application.status.may-be-missing',
    breaks: ['APP-26'],
    how: 'status may be missing and means true',
    status: undefined,
  },
  {
    id: 'update-application.status.any-text-accepted',
    breaks: ['APP-27'],
    how: 'status may be any text and means true',
    status: 'perhaps',
  },
].map(({ status, ...rule }) => ({
  ...rule,
  way: 'form-not-looked-at',
  endpoint: 'update-application',
  layer: amend('update-application', (request) =>
    (queryOf(request).get('status') ?? undefined) === status ||
    (status !== undefined && !/^(true|false)?$/i.test(queryOf(request).get('status') ?? ''))
      ? withQuery(request, { status: 'true' })
      : undefined,
  ),
  request(plan) {
    plan.query = status === undefined ? {} : { status };
  },
  kept: refused,
  refuses: true,
  without: ['answer'],
}));

const isUuid = (text: string): boolean => /^[0-9a-f-]{36}$/i.test(text);

/** Identifiers in paths that are no UUID, taken for one's own. */
const paths: Rule[] = (
  [
    ['repay-loan', 'REP-17'],
    ['update-application', 'APP-25'],
    ['portfolios', 'PTF-7'],
  ] as const
).map(([endpoint, requirement]) => ({
  id: `${endpoint}.path.no-uuid-accepted`,
  way: 'path-not-looked-at',
  endpoint,
  breaks: [requirement],
  how: 'an identifier in the path that is no UUID is taken for one of the caller',
  layer: amend(endpoint, (request, context) => {
    const caller = callerOf(request, context);
    const sent = request.path.split('?')[0]?.split('/').at(-1) ?? '';
    if (caller === undefined || isUuid(sent)) {
      return undefined;
    }
    const right =
      endpoint === 'update-application'
        ? lendingDesk(context.dependencies).apply(caller, 'OFFER_SENT', 'manual').id
        : caller.id;
    return withPathParameter(request, right);
  }),
  request(plan) {
    plan.path = 'me';
  },
  kept: refused,
  refuses: true,
}));

const isArray = Array.isArray;

/** A search of another type than text, and answers to questions that lack one of their fields. */
const nested: Rule[] = [
  {
    id: 'awaiting-payments.searchablePaymentReference.of-any-type',
    way: 'field-of-any-type',
    endpoint: 'awaiting-payments',
    breaks: ['PAY-33'],
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
        if (isArray(answers) && answers.every(isObject)) {
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

/** Requests that are to be refused and are not (sections 2.3 and 4). */
export const REQUEST_RULES: readonly Rule[] = [
  ...headers,
  ...fields,
  ...forms,
  ...dates,
  paymentDate('soon', /^[^0-9]+$/, 'REP-25'),
  paymentDate('04/05/2026', /^\d\d\/\d\d\/\d{4}$/, 'REP-57'),
  ...offers,
  ...paths,
  ...nested,
];
