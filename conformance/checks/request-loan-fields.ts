import { MadeUpRefused } from '../../target/states/not-supplied.ts';
import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { answerOf, expectRejection, isRejection, isSuccess, statusOf } from '../expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import { firstLoanRequest, likeFirst } from './idempotency-experiments.ts';
import { expectAccepted, type Sent, sendCall, sendOwn } from './own-entry.ts';
import { VALID_CALLS } from './valid-call.ts';

const endpoint = 'request-loan' as const;
const { users, states, twin } = VALID_CALLS[endpoint];
const base = { level: 'must', endpoint, users, states } satisfies Partial<Check>;

/** Sends the valid body with some fields changed; `undefined` leaves one out. */
async function requestWith(
  context: CheckContext,
  change: Record<string, unknown>,
): Promise<Exchange> {
  const { as, body } = await VALID_CALLS[endpoint].options(context);
  return context.call(endpoint, { as, body: { ...(body as object), ...change } });
}

/**
 * A value of another type that no lenient reader turns into the right one: whether `"5"` may stand
 * for 5 is not said, so the suite does not ask.
 */
const WRONG_TYPES = { string: { not: 'a string' }, number: 'not a number' } as const;

/** The required fields of section 2.3; loanApplicationStatusEnum is both required and a default. */
const FIELDS: { field: string; type: keyof typeof WRONG_TYPES; requirement: string }[] = [
  { field: 'currencyCode', type: 'string', requirement: 'LOAN-1' },
  { field: 'dateOfBirth', type: 'string', requirement: 'LOAN-2' },
  { field: 'durationCounter', type: 'number', requirement: 'LOAN-3' },
  { field: 'loanApplicationStatusEnum', type: 'string', requirement: 'LOAN-4' },
  { field: 'employmentStatus', type: 'string', requirement: 'LOAN-5' },
  { field: 'loanAmount', type: 'number', requirement: 'LOAN-6' },
  { field: 'bvn', type: 'string', requirement: 'LOAN-7' },
  { field: 'firstName', type: 'string', requirement: 'LOAN-8' },
  { field: 'lastName', type: 'string', requirement: 'LOAN-9' },
  { field: 'accountNumber', type: 'string', requirement: 'LOAN-10' },
  { field: 'bankCode', type: 'string', requirement: 'LOAN-11' },
  { field: 'phoneNumber', type: 'string', requirement: 'LOAN-12' },
  { field: 'loanDuration', type: 'number', requirement: 'LOAN-13' },
  { field: 'loanProductId', type: 'string', requirement: 'LOAN-14' },
  { field: 'loanRepaymentMethodEnum', type: 'string', requirement: 'LOAN-15' },
  { field: 'monthlyIncome', type: 'number', requirement: 'LOAN-16' },
];

const missing: Check[] = FIELDS.filter(({ requirement }) => requirement !== 'LOAN-4').map(
  ({ field, requirement }) => ({
    ...base,
    id: `request-loan.refuses.no-${field}`,
    title: `refuses a request for a loan without ${field}`,
    requirements: [requirement],
    after: [twin],
    async run(context) {
      const exchange = await requestWith(context, { [field]: undefined });
      expectRejection(exchange, `a request without ${field}`);
    },
  }),
);

const wrongTypes: Check[] = FIELDS.map(({ field, type, requirement }) => ({
  ...base,
  id: `request-loan.refuses.${field}-not-a-${type}`,
  title: `refuses a request for a loan whose ${field} is no ${type}`,
  requirements: [requirement],
  after: [twin],
  async run(context) {
    const exchange = await requestWith(context, { [field]: WRONG_TYPES[type] });
    expectRejection(exchange, `${field} that is no ${type}`);
  },
}));

const WRONG_VALUES = [
  {
    variant: 'status-accepted',
    requirement: 'LOAN-4',
    what: 'loanApplicationStatusEnum ACCEPTED',
    change: { loanApplicationStatusEnum: 'ACCEPTED' },
  },
  {
    variant: 'status-offer-sent',
    requirement: 'LOAN-4',
    what: 'loanApplicationStatusEnum OFFER_SENT',
    change: { loanApplicationStatusEnum: 'OFFER_SENT' },
  },
  {
    variant: 'dateOfBirth-day-first',
    requirement: 'LOAN-20',
    what: 'dateOfBirth of the form dd/MM/yyyy',
    change: { dateOfBirth: '25/04/1990' },
  },
  {
    variant: 'dateOfBirth-day-first-dashes',
    requirement: 'LOAN-20',
    what: 'dateOfBirth of the form dd-MM-yyyy',
    change: { dateOfBirth: '25-04-1990' },
  },
  {
    variant: 'dateOfBirth-words',
    requirement: 'LOAN-20',
    what: 'dateOfBirth that is no date',
    change: { dateOfBirth: 'in spring' },
  },
];

const wrongValues: Check[] = WRONG_VALUES.map(({ variant, requirement, what, change }) => ({
  ...base,
  id: `request-loan.refuses.${variant}`,
  title: `refuses a request for a loan with ${what}`,
  requirements: [requirement],
  after: [twin],
  async run(context) {
    expectRejection(await requestWith(context, change), what);
  },
}));

/** Made up, for targets that say nothing of their questions. */
const MADE_UP_ANSWERS = [
  { questionId: 'q-1', answer: 'yes' },
  { questionId: 'q-2', answer: 'no' },
];

/** A request with answers that the suite made up, on an entry of its own, once per run. */
function requestWithAnswers(context: CheckContext): Promise<Sent> {
  return context.shared('loan request with eligibility answers', (own) =>
    sendOwn(own, endpoint, { body: { eligibilityAnswers: MADE_UP_ANSWERS } }),
  );
}

/** A good answer: the target's own where it has one, `undefined` where it says it has none. */
async function goodAnswer(context: CheckContext) {
  const { eligibilityAnswers } = await context.state('loan-product');
  if (eligibilityAnswers) return eligibilityAnswers[0];
  const { exchange } = await requestWithAnswers(context);
  if (!isSuccess(exchange))
    throw new MadeUpRefused('loan-product', ['eligibilityAnswers'], answerOf(exchange));
  return MADE_UP_ANSWERS[0];
}

const withAnswers: Check = {
  ...base,
  id: 'request-loan.eligibility-answers',
  title: 'lets a request for a loan carry eligibilityAnswers',
  requirements: ['LOAN-17', 'LOAN-18', 'LOAN-19'],
  takes: { 'loan-product': 1 },
  after: [twin],
  async run(context) {
    // Answers that the target file gives are carried by every valid request.
    if ((await firstLoanRequest(context)).values.eligibilityAnswers) return;
    const sent = await requestWithAnswers(context);
    if (isSuccess(sent.exchange)) return;
    if (isRejection(sent.exchange)) {
      const none = await sendCall(context, sent, { body: { eligibilityAnswers: [] } });
      if (isSuccess(none.exchange)) await goodAnswer(context);
      await expectAccepted(context, none, 'a request with eligibilityAnswers');
    }
    await expectAccepted(context, sent, 'a request with eligibilityAnswers');
  },
};

type Answer = { questionId: string; answer: string };

/** The good answer comes first, so that every answer has to be looked at. */
const WRONG_ANSWERS: {
  variant: string;
  requirement: string;
  what: string;
  value(good: Answer): unknown;
}[] = [
  {
    variant: 'not-an-array',
    requirement: 'LOAN-17',
    what: 'eligibilityAnswers that is a text',
    value: () => 'yes',
  },
  {
    variant: 'not-objects',
    requirement: 'LOAN-17',
    what: 'eligibilityAnswers with an entry that is a text',
    value: (good) => [good, 'yes'],
  },
  {
    variant: 'no-questionId',
    requirement: 'LOAN-18',
    what: 'an eligibility answer without questionId',
    value: (good) => [good, { answer: 'yes' }],
  },
  {
    variant: 'questionId-not-a-string',
    requirement: 'LOAN-18',
    what: 'an eligibility answer whose questionId is no string',
    value: (good) => [good, { questionId: WRONG_TYPES.string, answer: 'yes' }],
  },
  {
    variant: 'no-answer',
    requirement: 'LOAN-19',
    what: 'an eligibility answer without answer',
    value: (good) => [good, { questionId: 'q-2' }],
  },
  {
    variant: 'answer-not-a-string',
    requirement: 'LOAN-19',
    what: 'an eligibility answer whose answer is no string',
    value: (good) => [good, { questionId: 'q-2', answer: WRONG_TYPES.string }],
  },
];

const wrongAnswers: Check[] = WRONG_ANSWERS.map(({ variant, requirement, what, value }) => ({
  ...base,
  id: `request-loan.refuses.eligibility-answers-${variant}`,
  title: `refuses ${what}`,
  requirements: [requirement],
  after: [twin, withAnswers.id],
  async run(context) {
    const good = await goodAnswer(context);
    if (!good)
      return context.inconclusive('The target file says that the product asks no questions.');
    expectRejection(await requestWith(context, { eligibilityAnswers: value(good) }), what);
  },
}));

const OPEN_VALUES = [
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
    change: { employmentStatus: 'SELF_EMPLOYED' },
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
  },
}));

/** Section 2.3: each field of a request for a loan, missing, wrongly typed, or of a wrong value. */
export const requestLoanFieldChecks: Check[] = [
  ...missing,
  ...wrongTypes,
  ...wrongValues,
  withAnswers,
  ...wrongAnswers,
  ...observations,
];
