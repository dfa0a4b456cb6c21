import { jsonAnswer } from '../exchange-layer.ts';
import { replace } from './answers.ts';
import type { Fault } from './fault.ts';
import { forbiddenBodyFaults } from './forbidden-bodies.ts';
import { absent, amend, amendBody, notOfType, objectOf, supplyHeader } from './requests.ts';
import { callerOf, issueFor, standardUser, withToken } from './tokens.ts';
import { takesAnyText, validLoanRequest } from './valid-bodies.ts';

const endpoint = 'request-loan' as const;

const FIELDS = [
  { field: 'currencyCode', type: 'string' },
  { field: 'dateOfBirth', type: 'string' },
  { field: 'durationCounter', type: 'number' },
  { field: 'loanApplicationStatusEnum', type: 'string' },
  { field: 'employmentStatus', type: 'string' },
  { field: 'loanAmount', type: 'number' },
  { field: 'bvn', type: 'string' },
  { field: 'firstName', type: 'string' },
  { field: 'lastName', type: 'string' },
  { field: 'accountNumber', type: 'string' },
  { field: 'bankCode', type: 'string' },
  { field: 'phoneNumber', type: 'string' },
  { field: 'loanDuration', type: 'number' },
  { field: 'loanProductId', type: 'string' },
  { field: 'loanRepaymentMethodEnum', type: 'string' },
  { field: 'monthlyIncome', type: 'number' },
] as const;

/** Takes a good value where the field of the body is as told. */
const supply = (field: string, bad: (value: unknown) => boolean) =>
  amendBody(endpoint, (body, context) => {
    if (bad(body[field])) body[field] = validLoanRequest(context)[field];
  });

const lax: Fault[] = FIELDS.flatMap(({ field, type }, place) => {
  const breaks = `LOAN-${place + 1}`;
  const notRequired = {
    id: `request-loan.${field}.not-required`,
    breaks,
    caughtBy: `request-loan.refuses.no-${field}`,
    how: `A request without ${field} is accepted.`,
    layers: [supply(field, absent)],
  };
  const ofAnyType = {
    id: `request-loan.${field}.of-any-type`,
    breaks,
    caughtBy: `request-loan.refuses.${field}-not-a-${type}`,
    how: `A request whose ${field} is no ${type} is accepted.`,
    layers: [supply(field, notOfType(type))],
  };
  // It has a default, so whether it may be left out is open.
  return field === 'loanApplicationStatusEnum' ? [ofAnyType] : [notRequired, ofAnyType];
});

const VALUES = [
  {
    variant: 'status-accepted',
    breaks: 'LOAN-4',
    field: 'loanApplicationStatusEnum',
    isMeant: (value: unknown) => value === 'ACCEPTED',
  },
  {
    variant: 'status-offer-sent',
    breaks: 'LOAN-4',
    field: 'loanApplicationStatusEnum',
    isMeant: (value: unknown) => value === 'OFFER_SENT',
  },
  {
    variant: 'dateOfBirth-day-first',
    breaks: 'LOAN-20',
    field: 'dateOfBirth',
    isMeant: (value: unknown) => /^\d\d\/\d\d\/\d{4}$/.test(String(value)),
  },
  {
    variant: 'dateOfBirth-day-first-dashes',
    breaks: 'LOAN-20',
    field: 'dateOfBirth',
    isMeant: (value: unknown) => /^\d\d-\d\d-\d{4}$/.test(String(value)),
  },
  {
    variant: 'dateOfBirth-words',
    breaks: 'LOAN-20',
    field: 'dateOfBirth',
    isMeant: (value: unknown) => typeof value === 'string' && !/\d/.test(value),
  },
];

const anyValue: Fault[] = VALUES.map(({ variant, breaks, field, isMeant }) => ({
  id: `request-loan.${variant}.accepted`,
  breaks,
  caughtBy: `request-loan.refuses.${variant}`,
  how: `A request is accepted with a wrong value of ${field}: ${variant}.`,
  layers: [supply(field, isMeant)],
}));

/** Questions answered; the wrong entry comes after a good one. */
const ANSWERS: { variant: string; breaks: string; isMeant(value: unknown): boolean }[] = [
  { variant: 'not-an-array', breaks: 'LOAN-17', isMeant: (value) => typeof value === 'string' },
  {
    variant: 'not-objects',
    breaks: 'LOAN-17',
    isMeant: (value) => entries(value).some((entry) => typeof entry === 'string'),
  },
  {
    variant: 'no-questionId',
    breaks: 'LOAN-18',
    isMeant: (value) => entries(value).some((entry) => at(entry, 'questionId') === undefined),
  },
  {
    variant: 'questionId-not-a-string',
    breaks: 'LOAN-18',
    isMeant: (value) => entries(value).some((entry) => typeof at(entry, 'questionId') === 'object'),
  },
  {
    variant: 'no-answer',
    breaks: 'LOAN-19',
    isMeant: (value) => entries(value).some((entry) => at(entry, 'answer') === undefined),
  },
  {
    variant: 'answer-not-a-string',
    breaks: 'LOAN-19',
    isMeant: (value) => entries(value).some((entry) => typeof at(entry, 'answer') === 'object'),
  },
];

const entries = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** A field of an entry; of one that is no object, whose defect is another, an empty text. */
const at = (entry: unknown, field: string): unknown =>
  typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>)[field] : '';

const eligibility: Fault[] = [
  ...ANSWERS.map(({ variant, breaks, isMeant }) => ({
    id: `request-loan.eligibilityAnswers.${variant}-accepted`,
    breaks,
    caughtBy: `request-loan.refuses.eligibility-answers-${variant}`,
    how: `eligibilityAnswers are not looked at closely enough: ${variant.replaceAll('-', ' ')}.`,
    layers: [
      amendBody(endpoint, (body) => {
        if (isMeant(body.eligibilityAnswers)) body.eligibilityAnswers = [];
      }),
    ],
  })),
  {
    id: 'request-loan.eligibilityAnswers.only-first-checked',
    breaks: 'LOAN-18',
    caughtBy: 'request-loan.refuses.eligibility-answers-no-questionId',
    how: 'Only the first of the eligibilityAnswers is looked at.',
    layers: [
      amendBody(endpoint, (body) => {
        if (Array.isArray(body.eligibilityAnswers))
          body.eligibilityAnswers = body.eligibilityAnswers.slice(0, 1);
      }),
    ],
    alsoCaughtBy: [
      {
        checks: ['request-loan.refuses.eligibility-answers-*'],
        because: 'every defect of a second entry goes unseen',
      },
    ],
  },
  {
    id: 'request-loan.eligibilityAnswers.required',
    breaks: 'LOAN-17',
    caughtBy: 'request-loan.succeeds',
    how: 'A request without eligibilityAnswers is refused.',
    layers: [refuseBody((body) => absent(body.eligibilityAnswers))],
  },
  {
    id: 'request-loan.eligibilityAnswers.refused',
    breaks: 'LOAN-17',
    caughtBy: 'request-loan.eligibility-answers',
    how: 'A request with eligibilityAnswers is refused.',
    layers: [refuseBody((body) => !absent(body.eligibilityAnswers))],
  },
];

function refuseBody(
  isMeant: (body: Record<string, unknown>) => boolean,
): NonNullable<Fault['layers']>[number] {
  return (request, next, context) => {
    const body = objectOf(request.body);
    return context.endpoint === endpoint && body && callerOf(request, context) && isMeant(body)
      ? Promise.resolve(jsonAnswer(400, { status: 'FAILED', message: 'eligibilityAnswers' }))
      : next(request);
  };
}

const HEADERS = [
  ['x-idempotency-key', 'LOAN-29'],
  ['x-fapi-auth-date', 'LOAN-30', '2026-01-31T09:30:00Z'],
  ['x-fapi-customer-ip-address', 'LOAN-31', '192.0.2.1'],
  ['x-fapi-interaction-id', 'LOAN-32', '4f0f0a5e-43c9-4e6d-9c8e-2d6f0f6d0002'],
] as const;

const headersNotRequired: Fault[] = HEADERS.map(([header, breaks, value]) => ({
  id: `request-loan.header.${header}-not-required`,
  breaks,
  caughtBy: `request-loan.refuses.no-${header}`,
  how: `A request without ${header} is accepted.`,
  layers: [supplyHeader(endpoint, header, value ?? 'a-key-for-all')],
}));

const byRole =
  (role: string) =>
  (
    response: { status: number },
    request: Parameters<typeof callerOf>[0],
    context: Parameters<typeof callerOf>[1],
  ) =>
    response.status === 403 && callerOf(request, context)?.role === role;

const REFUSED = [
  { user: 'manager', role: 'MANAGER', breaks: 'LOAN-40' },
  { user: 'cashier', role: 'CASHIER', breaks: 'LOAN-41' },
];

const roles: Fault[] = REFUSED.flatMap(({ user, role, breaks }): Fault[] => [
  {
    id: `request-loan.${user}-allowed`,
    breaks,
    caughtBy: `request-loan.forbids.${user}`,
    how: `A ${user} may request a loan.`,
    layers: [
      amend(endpoint, (request, context) =>
        callerOf(request, context)?.role === role
          ? withToken(request, issueFor(context, standardUser(context, 'customer').id))
          : undefined,
      ),
    ],
  },
  ...[401, 404, 200].map((status) => ({
    id: `request-loan.${user}-answered-with-${status}`,
    breaks,
    caughtBy: `request-loan.forbids.${user}`,
    how: `A ${user} who requests a loan is refused with ${status} and status FAILED.`,
    layers: [
      replace(
        endpoint,
        () => jsonAnswer(status, { status: 'FAILED', message: 'no' }),
        byRole(role),
      ),
    ],
  })),
  ...forbiddenBodyFaults(
    endpoint,
    `request-loan.forbids.${user}`,
    `a ${user} who requests a loan`,
    byRole(role),
  ),
]);

const others: Fault[] = [
  {
    id: 'request-loan.created-201',
    breaks: 'LOAN-27',
    caughtBy: 'request-loan.status-200',
    how: 'A request for a loan is answered with 201 instead of 200.',
    layers: [replace(endpoint, (response) => ({ ...response, status: 201 }))],
  },
  {
    id: 'request-loan.agent-refused',
    breaks: 'LOAN-38',
    caughtBy: 'request-loan.agent',
    how: 'An agent may not request a loan.',
    layers: [
      (request, next, context) =>
        context.endpoint === endpoint && callerOf(request, context)?.role === 'AGENT'
          ? Promise.resolve(
              jsonAnswer(403, { error: 'forbidden', message: 'not for agents', role: 'AGENT' }),
            )
          : next(request),
    ],
  },
  {
    id: 'request-loan.not-on-lending-host',
    breaks: 'LOAN-42',
    caughtBy: 'request-loan.lending-host',
    how: 'request-loan is declared for the lending host and not there.',
    layers: [
      (request, next, context) =>
        context.endpoint === endpoint && context.host === 'lending'
          ? Promise.resolve(jsonAnswer(404, { message: 'no such path' }))
          : next(request),
    ],
  },
  {
    id: 'request-loan.any-text-accepted',
    breaks: 'SVC-16',
    caughtBy: 'request-loan.refuses.not-json',
    how: 'A body that is not JSON is taken for a good one.',
    layers: [takesAnyText(endpoint)],
  },
];

/** Sections 2.3 and 4.6. */
export const requestLoanFaults: Fault[] = [
  ...lax,
  ...anyValue,
  ...eligibility,
  ...headersNotRequired,
  ...roles,
  ...others,
];
