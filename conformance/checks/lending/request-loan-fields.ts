import { randomUUID } from 'node:crypto';
import type { Check } from '../../check.ts';
import { expectRejection, isSuccess, statusOf } from '../../expectations.ts';
import { refusalOf } from '../../situations/refusal.ts';
import { likeFirst } from '../idempotency/experiments.ts';
import { fieldRefusals } from '../kinds/field-refusals.ts';
import { LONG_TEXT, looseBodies } from '../kinds/loose-bodies.ts';
import { VALID_CALLS } from '../valid-call.ts';
import { eligibilityAnswerChecks } from './eligibility-answers.ts';
import { takenFields, takenValues } from './optional-fields.ts';
import { requestWith } from './request-with.ts';

const endpoint = 'request-loan' as const;
const { users, states, twin } = VALID_CALLS[endpoint];
const base = { level: 'must', endpoint, users, states } satisfies Partial<Check>;

const fields = fieldRefusals({
  ...base,
  after: [twin],
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
const WRONG_VALUES: WrongValue[] = [
  {
    variant: 'status-accepted',
    requirement: 'LOAN-4',
    what: 'loanApplicationStatusEnum ACCEPTED',
    field: 'loanApplicationStatusEnum',
    values: ['ACCEPTED'],
  },
  {
    variant: 'status-offer-sent',
    requirement: 'LOAN-4',
    what: 'loanApplicationStatusEnum OFFER_SENT',
    field: 'loanApplicationStatusEnum',
    values: ['OFFER_SENT'],
  },
  {
    variant: 'status-neighbour',
    requirement: 'LOAN-4',
    what: 'a status near REQUESTED',
    field: 'loanApplicationStatusEnum',
    values: ['WITHDRAWN', 'REQUESTS', 'REQUEST', 'REQUESTED_BY', 'APPROVED'],
  },
  {
    variant: 'status-other-case',
    requirement: 'LOAN-4',
    what: 'REQUESTED in other case',
    field: 'loanApplicationStatusEnum',
    values: ['requested', 'Requested'],
  },
  {
    variant: 'status-with-space',
    requirement: 'LOAN-70',
    level: 'should',
    what: 'REQUESTED with a space around it',
    field: 'loanApplicationStatusEnum',
    values: ['REQUESTED ', ' REQUESTED'],
  },
  {
    variant: 'dateOfBirth-day-first',
    requirement: 'LOAN-72',
    level: 'should',
    what: 'dateOfBirth as dd/MM/yyyy or yyyy/MM/dd',
    field: 'dateOfBirth',
    values: ['25/04/1990', '1990/04/25'],
  },
  {
    variant: 'dateOfBirth-day-first-dashes',
    requirement: 'LOAN-72',
    level: 'should',
    what: 'dateOfBirth of the form dd-MM-yyyy',
    field: 'dateOfBirth',
    values: ['25-04-1990'],
  },
  {
    variant: 'dateOfBirth-single-digits',
    requirement: 'LOAN-72',
    level: 'should',
    what: 'dateOfBirth without its zeros, or of no month',
    field: 'dateOfBirth',
    values: ['1990-4-7', '1990-13-25'],
  },
  {
    variant: 'dateOfBirth-with-time',
    requirement: 'LOAN-72',
    level: 'should',
    plainOnly: true,
    what: 'dateOfBirth with a time behind it',
    field: 'dateOfBirth',
    values: ['1990-04-25T00:00:00Z'],
  },
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
    after: [twin],
    tries: values.length,
    async run(context) {
      const value = values[(context.turn ?? 0) % values.length];
      const exchange = await requestWith(context, { [field]: value });
      expectRejection(exchange, `a request with ${field} ${JSON.stringify(value)}`);
    },
  }),
);

/** The other value of employmentStatus that was seen. */
const SEEN = 'SELF_EMPLOYED';

const OPEN_VALUES: {
  id: string;
  requirement: string;
  title: string;
  change: Record<string, unknown>;
}[] = [
  {
    id: 'unknown-product',
    requirement: 'LOAN-73',
    title: 'shows what request-loan does with a loanProductId of no product',
    change: { loanProductId: randomUUID() },
  },
  {
    id: 'status-missing',
    requirement: 'LOAN-21',
    title: 'shows what request-loan does without loanApplicationStatusEnum',
    change: { loanApplicationStatusEnum: undefined },
  },
  {
    id: 'employment-unseen',
    requirement: 'LOAN-22',
    title: 'shows whether employmentStatus UNEMPLOYED is accepted',
    change: { employmentStatus: 'UNEMPLOYED' },
  },
  {
    id: 'employment-self-employed',
    requirement: 'LOAN-23',
    title: 'shows whether employmentStatus SELF_EMPLOYED is accepted',
    change: { employmentStatus: SEEN },
  },
  {
    id: 'repayment-method-unseen',
    requirement: 'LOAN-24',
    title: 'shows whether loanRepaymentMethodEnum BANK_TRANSFER is accepted',
    change: { loanRepaymentMethodEnum: 'BANK_TRANSFER' },
  },
  {
    id: 'amount-zero',
    requirement: 'LOAN-25',
    title: 'shows whether loanAmount 0 is accepted',
    change: { loanAmount: 0 },
  },
  {
    id: 'amount-negative',
    requirement: 'LOAN-25',
    title: 'shows whether loanAmount -1 is accepted',
    change: { loanAmount: -1 },
  },
  {
    id: 'duration-zero',
    requirement: 'LOAN-25',
    title: 'shows whether loanDuration 0 is accepted',
    change: { loanDuration: 0 },
  },
  {
    id: 'income-negative',
    requirement: 'LOAN-25',
    title: 'shows whether monthlyIncome -1 is accepted',
    change: { monthlyIncome: -1 },
  },
];

const observations: Check[] = OPEN_VALUES.map(({ id, requirement, title, change }) => ({
  ...base,
  id: `request-loan.observes.${id}`,
  title,
  requirements: [requirement],
  level: 'open',
  after: [twin],
  async run(context) {
    const options = await likeFirst(context, endpoint);
    const body = { ...(options.body as object), ...change };
    const exchange = await context.call(endpoint, { ...options, body });
    context.observe(`status of request-loan: ${id}`, statusOf(exchange));
    const { employmentStatus } = change;
    if (employmentStatus === SEEN && isSuccess(exchange)) {
      (await takenFields(context, endpoint)).set('employmentStatus', () => employmentStatus);
      (await takenValues(context, endpoint)).add(`employmentStatus ${employmentStatus}`);
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
