import { randomUUID } from 'node:crypto';
import type { Check } from '../../check.ts';
import { expectRejection, isSuccess, statusOf } from '../../expectations.ts';
import { refusalOf } from '../../situations/refusal.ts';
import { likeFirst } from '../idempotency/experiments.ts';
import { fieldRefusals } from '../kinds/field-refusals.ts';
import { LONG_TEXT, looseBodies } from '../kinds/loose-bodies.ts';
import { baseOf, VALID_CALLS } from '../valid-call.ts';
import { eligibilityAnswerChecks } from './eligibility-answers.ts';
import { takenFields, takenValues } from './optional-fields.ts';
import { requestWith } from './request-with.ts';

const endpoint = 'request-loan' as const;
const base = baseOf(endpoint);

const fields = fieldRefusals({
  ...base,
  subject: 'a request for a loan',
  absent: (field) => `no-${field}`,
  send: requestWith,
  validBody: async (context) =>
    (await VALID_CALLS[endpoint].options(context)).body as Record<string, unknown>,
});

interface WrongValue {
  variant: string;
  requirement: string;
  what: string;
  field: string;
  values: string[];
  level?: 'should';
  /** tried in no situations: near misses of one form take turns in those of the others */
  plainOnly?: true;
}

/** The status that may be sent is one; what stands beside it in the specification or the word is not. */
const WRONG_STATUSES: Omit<WrongValue, 'field' | 'requirement'>[] = [
  { variant: 'accepted', what: 'loanApplicationStatusEnum ACCEPTED', values: ['ACCEPTED'] },
  { variant: 'offer-sent', what: 'loanApplicationStatusEnum OFFER_SENT', values: ['OFFER_SENT'] },
  {
    variant: 'neighbour',
    what: 'a status near REQUESTED',
    values: ['WITHDRAWN', 'REQUESTS', 'REQUEST', 'REQUESTED_BY', 'APPROVED'],
  },
  {
    variant: 'other-case',
    what: 'REQUESTED in other case',
    values: ['requested', 'Requested'],
  },
  {
    variant: 'with-space',
    level: 'should',
    what: 'REQUESTED with a space around it',
    values: ['REQUESTED ', ' REQUESTED'],
  },
];

/** Near misses of a date as ISO 8601 writes it. */
const NEAR_DATES: Omit<WrongValue, 'field' | 'requirement' | 'level'>[] = [
  {
    variant: 'day-first',
    what: 'dateOfBirth as dd/MM/yyyy or yyyy/MM/dd',
    values: ['25/04/1990', '1990/04/25'],
  },
  {
    variant: 'day-first-dashes',
    what: 'dateOfBirth of the form dd-MM-yyyy',
    values: ['25-04-1990'],
  },
  {
    variant: 'single-digits',
    what: 'dateOfBirth without its zeros, or of no month',
    values: ['1990-4-7', '1990-13-25'],
  },
  {
    variant: 'with-time',
    plainOnly: true,
    what: 'dateOfBirth with a time behind it',
    values: ['1990-04-25T00:00:00Z'],
  },
];

const WRONG_VALUES: WrongValue[] = [
  ...WRONG_STATUSES.map((wrong) => ({
    ...wrong,
    variant: `status-${wrong.variant}`,
    requirement: wrong.level === 'should' ? 'LOAN-70' : 'LOAN-4',
    field: 'loanApplicationStatusEnum',
  })),
  ...NEAR_DATES.map((near) => ({
    ...near,
    variant: `dateOfBirth-${near.variant}`,
    requirement: 'LOAN-72',
    level: 'should' as const,
    field: 'dateOfBirth',
  })),
  {
    variant: 'dateOfBirth-words',
    requirement: 'LOAN-20',
    what: 'dateOfBirth that is no date',
    field: 'dateOfBirth',
    values: ['in spring', '25'],
  },
];

const wrongValues: Check[] = WRONG_VALUES.map(
  ({ variant, requirement, what, field, values, level, plainOnly }) => ({
    ...base,
    level: level ?? 'must',
    id: `request-loan.refuses.${variant}`,
    ...(!plainOnly && {
      refusal: refusalOf(endpoint, variant, level === 'should' ? { once: true } : {}),
    }),
    title: `refuses a request for a loan with ${what}`,
    requirements: [requirement],
    tries: values.length,
    async run(context) {
      const value = values[(context.turn ?? 0) % values.length];
      const exchange = await requestWith(context, { [field]: value });
      expectRejection(exchange, `a request with ${field} ${JSON.stringify(value)}`);
    },
  }),
);

const EMPLOYMENT = 'employmentStatus';

/** The other value of employmentStatus that was seen. */
const SEEN = 'SELF_EMPLOYED';

/** A request with one value, of which it is open whether it is taken. */
interface OpenValue {
  id: string;
  requirement: string;
  /** that it shows whether this value is accepted, unless told otherwise */
  title?: string;
  field: string;
  value: unknown;
}

const OPEN_VALUES: OpenValue[] = [
  {
    id: 'unknown-product',
    requirement: 'LOAN-73',
    title: 'shows what request-loan does with a loanProductId of no product',
    field: 'loanProductId',
    value: randomUUID(),
  },
  {
    id: 'status-missing',
    requirement: 'LOAN-21',
    title: 'shows what request-loan does without loanApplicationStatusEnum',
    field: 'loanApplicationStatusEnum',
    value: undefined,
  },
  { id: 'employment-unseen', requirement: 'LOAN-22', field: EMPLOYMENT, value: 'UNEMPLOYED' },
  { id: 'employment-self-employed', requirement: 'LOAN-23', field: EMPLOYMENT, value: SEEN },
  {
    id: 'repayment-method-unseen',
    requirement: 'LOAN-24',
    field: 'loanRepaymentMethodEnum',
    value: 'BANK_TRANSFER',
  },
  { id: 'amount-zero', requirement: 'LOAN-25', field: 'loanAmount', value: 0 },
  { id: 'amount-negative', requirement: 'LOAN-25', field: 'loanAmount', value: -1 },
  { id: 'duration-zero', requirement: 'LOAN-25', field: 'loanDuration', value: 0 },
  { id: 'income-negative', requirement: 'LOAN-25', field: 'monthlyIncome', value: -1 },
];

const observations: Check[] = OPEN_VALUES.map(({ id, requirement, title, field, value }) => ({
  ...base,
  id: `request-loan.observes.${id}`,
  title: title ?? `shows whether ${field} ${value} is accepted`,
  requirements: [requirement],
  level: 'open',
  async run(context) {
    const options = await likeFirst(context, endpoint);
    const body = { ...(options.body as object), [field]: value };
    const exchange = await context.call(endpoint, { ...options, body });
    context.observe(`status of request-loan: ${id}`, statusOf(exchange));
    if (value === SEEN && isSuccess(exchange)) {
      (await takenFields(context, endpoint)).set(EMPLOYMENT, () => SEEN);
      (await takenValues(context, endpoint)).add(`${EMPLOYMENT} ${SEEN}`);
    }
  },
}));

const loose = looseBodies({
  endpoint,
  subject: 'a request for a loan',
  requirement: 'LOAN-71',
  lenient: {
    'loanAmount as a text': (body) => ({
      loanAmount: String(body.loanAmount),
    }),
    'phoneNumber as a number': () => ({ phoneNumber: 2_348_012_345_678 }),
    'an empty firstName': () => ({ firstName: '' }),
    'a lastName of a thousand letters': () => ({ lastName: LONG_TEXT }),
    'eligibilityAnswers null': () => ({ eligibilityAnswers: null }),
  },
});

/** Section 2.3: each field of a request for a loan, missing, wrongly typed, or of a wrong value. */
export const requestLoanFieldChecks: Check[] = [
  ...fields,
  ...wrongValues,
  ...eligibilityAnswerChecks,
  ...observations,
  ...loose,
];
