import { MadeUpRefused } from '../../../target/states/not-supplied.ts';
import type { StateValues } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, expectRejection, isRejection, isSuccess } from '../../expectations.ts';
import { refusalOf } from '../../situations/refusal.ts';
import { first } from '../idempotency/experiments.ts';
import { expectAccepted, type Sent, sendCall, sendOwn } from '../own-entry.ts';
import { baseOf } from '../valid-call.ts';
import { type Applicant, loanRequestBody } from './loan-request-values.ts';
import { givenInVain, takenFields } from './optional-fields.ts';
import { requestWith } from './request-with.ts';

const endpoint = 'request-loan' as const;
const base = baseOf(endpoint);

/** Made up, for targets that say nothing of their questions. */
const MADE_UP_ANSWERS = [
  { questionId: 'q-1', answer: 'yes' },
  { questionId: 'q-2', answer: 'no' },
];

/** Answers that the target takes beside a request, its own where it has some: once it has taken any. */
export const takenAnswers = async (context: CheckContext) =>
  (await context.state('loan-product')).eligibilityAnswers ?? MADE_UP_ANSWERS.slice(0, 1);

/** Those that an entry has for whoever asks by it, who may be asked something else than others, or such as the target takes. */
export const answersFor = async (
  context: CheckContext,
  product: StateValues['loan-product'],
  by: Applicant,
) => loanRequestBody(product, by).eligibilityAnswers ?? takenAnswers(context);

/** A request with answers that the suite made up, on an entry of its own, once per run. */
function requestWithAnswers(context: CheckContext): Promise<Sent> {
  return context.shared('loan request with eligibility answers', (own) =>
    sendOwn(own, endpoint, { body: { eligibilityAnswers: MADE_UP_ANSWERS } }),
  );
}

/** Whether a text is refused in the place of an answer: a target that asks nothing may look at none. */
async function isLookedAt(context: CheckContext): Promise<boolean> {
  const exchange = await context.shared('loan request with a text for answers', (own) =>
    requestWith(own, { eligibilityAnswers: ['yes'] }),
  );
  return isRejection(exchange);
}

/**
 * A good answer: the target's own where it has one, `undefined` where it says it asks nothing and looks at no
 * answer. Which it takes is found out on the plainest request.
 */
async function goodAnswer({ plain, ...own }: CheckContext) {
  const context = plain ?? own;
  const { eligibilityAnswers } = await context.state('loan-product');
  const [given] = eligibilityAnswers ?? [];
  if (given) {
    return given;
  }
  if (eligibilityAnswers) {
    return (await isLookedAt(context)) ? MADE_UP_ANSWERS[0] : undefined;
  }
  const { exchange } = await requestWithAnswers(context);
  if (!isSuccess(exchange)) {
    throw new MadeUpRefused('loan-product', ['eligibilityAnswers'], answerOf(exchange));
  }
  return MADE_UP_ANSWERS[0];
}

/**
 * Answers that the target file gives are carried by every valid request, since a product may ask for them. Where it
 * asks for none, requests have them by turns.
 */
async function alsoWithout(context: CheckContext, given: readonly unknown[]): Promise<void> {
  const body = { eligibilityAnswers: undefined };
  if (isSuccess((await sendOwn(context, endpoint, { body })).exchange)) {
    (await takenFields(context, endpoint)).set('eligibilityAnswers', () => given);
    (await givenInVain(context, endpoint)).add('eligibilityAnswers');
  }
}

const withAnswers: Check = {
  ...base,
  id: 'request-loan.eligibility-answers',
  title: 'lets a request for a loan carry eligibilityAnswers',
  requirements: ['LOAN-17', 'LOAN-18', 'LOAN-19'],
  takes: { 'loan-product': 1 },
  async run(context) {
    const given = (await first(context, endpoint)).values.eligibilityAnswers;
    if (given) {
      return alsoWithout(context, given);
    }
    const sent = await requestWithAnswers(context);
    if (isSuccess(sent.exchange)) {
      (await takenFields(context, endpoint)).set('eligibilityAnswers', () => MADE_UP_ANSWERS);
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
  // One wrong answer is like the next.
  refusal: refusalOf('request-loan', `eligibility-answers-${variant}`, { once: true, least: 1 }),
  title: `refuses ${what}`,
  requirements: [requirement],
  after: [...base.after, withAnswers.id],
  async run(context) {
    const good = await goodAnswer(context);
    if (!good) {
      return context.inconclusive(
        'The target file says that the product asks no questions, and no answer to any is looked at.',
      );
    }
    expectRejection(await requestWith(context, { eligibilityAnswers: value(good) }), what);
  },
}));

/** Section 2.3: the answers to the questions of a product, which a request may bring along. */
export const eligibilityAnswerChecks: Check[] = [withAnswers, ...wrongAnswers];
