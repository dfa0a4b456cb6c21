import { randomUUID } from 'node:crypto';
import { MadeUpRefused } from '../../../target/states/not-supplied.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, expectRejection, isRejection, isSuccess, statusOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { fieldRefusals } from '../kinds/field-refusals.ts';
import { expectAccepted, type Sent, sendCall, sendOwn } from '../own-entry.ts';
import { VALID_CALLS } from '../valid-call.ts';
import { firstLoanRequest, likeFirst } from './idempotency-experiments.ts';

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
    requirement: 'LOAN-70',
    level: 'should',
    what: 'REQUESTED in other case',
    field: 'loanApplicationStatusEnum',
    values: ['requested', 'REQUESTED ', ' REQUESTED', 'Requested'],
  },
  {
    variant: 'dateOfBirth-day-first',
    requirement: 'LOAN-72',
    level: 'should',
    what: 'dateOfBirth of the form dd/MM/yyyy',
    field: 'dateOfBirth',
    values: ['25/04/1990'],
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
    what: 'dateOfBirth without its zeros',
    field: 'dateOfBirth',
    values: ['1990-4-7'],
  },
  {
    variant: 'dateOfBirth-words',
    requirement: 'LOAN-20',
    what: 'dateOfBirth that is no date',
    field: 'dateOfBirth',
    values: ['in spring'],
  },
];

const wrongValues: Check[] = WRONG_VALUES.map(
  ({ variant, requirement, what, field, values, level }) => ({
    ...base,
    level: level ?? 'must',
    id: `request-loan.refuses.${variant}`,
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
  if (eligibilityAnswers) {
    return eligibilityAnswers[0];
  }
  const { exchange } = await requestWithAnswers(context);
  if (!isSuccess(exchange)) {
    throw new MadeUpRefused('loan-product', ['eligibilityAnswers'], answerOf(exchange));
  }
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
    if ((await firstLoanRequest(context)).values.eligibilityAnswers) {
      return;
    }
    const sent = await requestWithAnswers(context);
    if (isSuccess(sent.exchange)) {
      return;
    }
    if (isRejection(sent.exchange)) {
      const none = await sendCall(context, sent, { body: { eligibilityAnswers: [] } });
      if (isSuccess(none.exchange)) {
        await goodAnswer(context);
      }
      await expectAccepted(context, none, 'a request with eligibilityAnswers');
    }
    await expectAccepted(context, sent, 'a request with eligibilityAnswers');
  },
};

type Answer = { questionId: string; answer: string };

/** Nothing that a lenient reader could take for a text. */
const NO_TEXT = { not: 'a string' };

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
    value: (good) => [good, { questionId: NO_TEXT, answer: 'yes' }],
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
    value: (good) => [good, { questionId: 'q-2', answer: NO_TEXT }],
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
    if (!good) {
      return context.inconclusive('The target file says that the product asks no questions.');
    }
    expectRejection(await requestWith(context, { eligibilityAnswers: value(good) }), what);
  },
}));

const OPEN_VALUES = [
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

/** What a lenient reader takes and a strict one does not: nothing is said of either. */
const LENIENT = {
  'loanAmount as a text': (body: Record<string, unknown>) => ({
    loanAmount: String(body.loanAmount),
  }),
  'phoneNumber as a number': () => ({ phoneNumber: 2_348_012_345_678 }),
  'an empty firstName': () => ({ firstName: '' }),
  'eligibilityAnswers null': () => ({ eligibilityAnswers: null }),
};

const lenient: Check = {
  ...base,
  id: 'request-loan.observes.lenient-values',
  title: 'shows which values of another kind a request for a loan may have',
  requirements: ['LOAN-71'],
  level: 'open',
  after: [twin],
  async run(context) {
    const options = await likeFirst(context, endpoint);
    const body = options.body as Record<string, unknown>;
    for (const [what, change] of Object.entries(LENIENT)) {
      const exchange = await context.call(endpoint, {
        ...options,
        body: { ...body, ...change(body) },
      });
      context.observe(`status of request-loan with ${what}`, statusOf(exchange));
    }
  },
};

/** Section 2.3: each field of a request for a loan, missing, wrongly typed, or of a wrong value. */
export const requestLoanFieldChecks: Check[] = [
  ...fields,
  ...wrongValues,
  withAnswers,
  ...wrongAnswers,
  ...observations,
  lenient,
];
