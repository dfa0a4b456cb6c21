import { intercept } from '../../servers/answers.ts';
import { failed } from '../../servers/exchange-layer.ts';
import { absent, amend, amendBody, notOfType, objectOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import { supplyValid } from '../../servers/valid-bodies.ts';
import type { Fault } from '../fault.ts';

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

const lax: Fault[] = FIELDS.flatMap(({ field, type }, place) => {
  const breaks = `LOAN-${place + 1}`;
  const notRequired = {
    id: `request-loan.${field}.not-required`,
    breaks,
    caughtBy: `request-loan.refuses.no-${field}`,
    how: `A request without ${field} is accepted.`,
    layers: [supplyValid(endpoint, field, absent)],
  };
  const ofAnyType = {
    id: `request-loan.${field}.of-any-type`,
    breaks,
    caughtBy: `request-loan.refuses.${field}-not-a-${type}`,
    how: `A request whose ${field} is no ${type} is accepted.`,
    layers: [supplyValid(endpoint, field, notOfType(type))],
  };
  // It has a default, so whether it may be left out is open.
  return field === 'loanApplicationStatusEnum' ? [ofAnyType] : [notRequired, ofAnyType];
});

interface WrongValue {
  variant: string;
  breaks: string;
  field: string;
  isMeant(value: unknown): boolean;
  /** the variant of the check that tries it, where that is another */
  triedAs?: string;
}

const VALUES: WrongValue[] = [
  {
    variant: 'status-accepted',
    breaks: 'LOAN-4',
    field: 'loanApplicationStatusEnum',
    isMeant: (value) => value === 'ACCEPTED',
  },
  {
    variant: 'status-offer-sent',
    breaks: 'LOAN-4',
    field: 'loanApplicationStatusEnum',
    isMeant: (value) => value === 'OFFER_SENT',
  },
  {
    variant: 'dateOfBirth-day-first',
    breaks: 'LOAN-72',
    field: 'dateOfBirth',
    isMeant: (value) => /^\d\d\/\d\d\/\d{4}$/.test(String(value)),
  },
  {
    variant: 'dateOfBirth-with-slashes',
    triedAs: 'dateOfBirth-day-first',
    breaks: 'LOAN-72',
    field: 'dateOfBirth',
    isMeant: (value) => /^\d{4}\/\d\d\/\d\d$/.test(String(value)),
  },
  {
    variant: 'dateOfBirth-day-first-dashes',
    breaks: 'LOAN-72',
    field: 'dateOfBirth',
    isMeant: (value) => /^\d\d-\d\d-\d{4}$/.test(String(value)),
  },
  {
    variant: 'dateOfBirth-words',
    breaks: 'LOAN-20',
    field: 'dateOfBirth',
    isMeant: (value) => typeof value === 'string' && !/\d/.test(value),
  },
];

const anyValue: Fault[] = VALUES.map(({ variant, triedAs = variant, breaks, field, isMeant }) => ({
  id: `request-loan.${variant}.accepted`,
  breaks,
  caughtBy: `request-loan.refuses.${triedAs}`,
  how: `A request is accepted with a wrong value of ${field}: ${variant}.`,
  layers: [supplyValid(endpoint, field, isMeant)],
}));

/** Calendars that forget leap years. */
const leapDay: Fault = {
  id: 'request-loan.dateOfBirth.no-leap-day',
  breaks: 'LOAN-75',
  caughtBy: 'request-loan.leap-day',
  how: 'request-loan takes 29 February for no day, in whatever year.',
  layers: [
    intercept(endpoint, failed(400, 'dateOfBirth'), (request) =>
      /-02-29$/.test(String(objectOf(request.body)?.dateOfBirth)),
    ),
  ],
};

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
        if (isMeant(body.eligibilityAnswers)) {
          body.eligibilityAnswers = [];
        }
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
        if (Array.isArray(body.eligibilityAnswers)) {
          body.eligibilityAnswers = body.eligibilityAnswers.slice(0, 1);
        }
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
    id: 'request-loan.eligibilityAnswers.of-agents-unchecked',
    breaks: 'LOAN-18',
    caughtBy: 'request-loan.refuses.eligibility-answers-no-questionId',
    how: 'The eligibilityAnswers of an agent are not looked at.',
    layers: [
      amend(endpoint, (request, context) => {
        const body = objectOf(request.body);
        return body?.eligibilityAnswers && callerOf(request, context)?.role === 'AGENT'
          ? { ...request, body: JSON.stringify({ ...body, eligibilityAnswers: [] }) }
          : undefined;
      }),
    ],
    alsoCaughtBy: [
      {
        checks: ['request-loan.refuses.eligibility-answers-*'],
        because: 'each is tried by an agent, too',
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
      ? Promise.resolve(failed(400, 'eligibilityAnswers'))
      : next(request);
  };
}

/** What is done with names that are more than one word of letters. */
const names: Fault[] = [
  {
    id: 'request-loan.last-name-in-the-first',
    breaks: 'LOAN-9',
    caughtBy: 'request-loan.refuses.no-lastName',
    how: 'A request without lastName is taken where firstName consists of two names.',
    layers: [
      amendBody(endpoint, (body) => {
        const [, last] = String(body.firstName).split(' ');
        if (absent(body.lastName) && last !== undefined) {
          body.lastName = last;
        }
      }),
    ],
  },
  {
    id: 'request-loan.apostrophe-ends-a-statement',
    breaks: 'SVC-17',
    caughtBy: 'service.no-server-error',
    how: 'A lastName with an apostrophe is put into a statement as it is, which fails with 500.',
    layers: [
      intercept(endpoint, failed(500, 'internal error'), ({ body }) =>
        String(objectOf(body)?.lastName).includes("'"),
      ),
    ],
  },
];

/** Section 2.3: each field of a request for a loan. */
export const requestLoanFieldFaults: Fault[] = [
  ...names,
  ...lax,
  ...anyValue,
  leapDay,
  ...eligibility,
];
