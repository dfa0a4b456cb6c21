import { lendingDesk } from '../../../server/lending-desk.ts';
import {
  amend,
  amendBody,
  pathId,
  queryOf,
  withPathParameter,
  withQuery,
} from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { BodyEndpoint } from '../../servers/valid-bodies.ts';
import { supplyValid } from '../../servers/valid-bodies.ts';
import { type Rule, refused } from '../rule.ts';
import { aboutField } from './demands.ts';

/** Values in a form that is to be refused: endpoint, field, value, whether it is such, what of it. */
const FORMS: readonly (readonly [BodyEndpoint, string, unknown, RegExp, string])[] = [
  ['awaiting-payments', 'fromDate', 'yesterday', /^[^0-9]*$/, 'PAY-34'],
  ['awaiting-payments', 'toDate', 'today', /^[^0-9]*$/, 'PAY-35'],
  ['awaiting-payments', 'fromDate', '2026-04-02', /^\d{4}-\d\d-\d\d$/, 'PAY-74'],
  ['awaiting-payments', 'toDate', '2026-05-06', /^\d{4}-\d\d-\d\d$/, 'PAY-75'],
  ['request-loan', 'dateOfBirth', 'in spring', /^[^0-9]*$/, 'LOAN-20'],
  ['request-loan', 'dateOfBirth', '25/04/1990', /^\d\d\/\d\d\/\d{4}$/, 'LOAN-72'],
  ['request-loan', 'loanApplicationStatusEnum', 'ACCEPTED', /^(?!requested$)/i, 'LOAN-4'],
  ['request-loan', 'loanApplicationStatusEnum', 'requested', /^requested$/i, 'LOAN-4'],
];

const forms = FORMS.map(
  ([endpoint, field, value, form, requirement]): Rule => ({
    id: `${endpoint}.${field}.${String(value).replaceAll(/\W/g, '-')}-accepted`,
    way: 'form-not-looked-at',
    endpoint,
    breaks: [requirement],
    how: `${field} may be ${String(value)}`,
    layer: supplyValid(endpoint, field, (sent) => typeof sent === 'string' && form.test(sent)),
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
    const sent = pathId(request);
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

/** Values, paths and queries in a form that is to be refused (sections 2.3 and 4). */
export const FORM_RULES: readonly Rule[] = [
  ...forms,
  ...dates,
  paymentDate('soon', /^[^0-9]+$/, 'REP-25'),
  paymentDate('04/05/2026', /^\d\d\/\d\d\/\d{4}$/, 'REP-57'),
  ...offers,
  ...paths,
];
