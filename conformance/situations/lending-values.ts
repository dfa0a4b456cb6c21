import { isDeepStrictEqual } from 'node:util';
import type { CheckContext } from '../check-context.ts';
import { allDone } from '../checks/all-done.ts';
import { takenAnswers } from '../checks/lending/eligibility-answers.ts';
import { NAMES_IN_OTHER_LETTERS } from '../checks/lending/loan-request-values.ts';
import { takenFields, takenValues } from '../checks/lending/optional-fields.ts';
import { AMOUNT_WITH_CENTS } from '../checks/repayments/odd-values.ts';
import { foreignAccount } from '../checks/repayments/repay-loan-by-others.ts';
import { ODD_REPAYMENTS } from '../checks/repayments/repay-loan-fields.ts';
import { amountToRepay } from '../checks/valid-call.ts';
import { asksForMore } from './covering-array.ts';
import type { Refusal } from './refusal.ts';
import {
  AS_SHOWN,
  type EndpointFactors,
  IN_TURN,
  instead,
  inTurn,
  type Value,
} from './situation.ts';

/**
 * A value that no target promises to take. What comes first of two reasons is open, so that a refusal for the value
 * is none of what is tried, unless the target is known to take it; and then it may be another loan's or product's.
 */
const unlessTaken = (value: Value, isTaken: boolean): Value => ({
  ...value,
  ...(isTaken ? { mayBeRefused: true } : { invalid: true }),
});

/**
 * Answers to questions, which are not required: those of the state, or such as the target takes. Products differ in
 * what they ask.
 */
async function eligibility(context: CheckContext): Promise<Value[]> {
  if (!(await context.passed('request-loan.eligibility-answers'))) {
    return [AS_SHOWN];
  }
  const { eligibilityAnswers: own } = await context.state('loan-product');
  return own
    ? [unanswered(own), AS_SHOWN]
    : [
        AS_SHOWN,
        {
          text: 'eligibility answers',
          body: { eligibilityAnswers: await takenAnswers(context) },
          mayBeRefused: true,
        },
      ];
}

/** None of the answers that the state gives, where the check has left them: they are not required. */
const unanswered = (own: unknown): Value => ({
  text: 'no eligibility answers',
  mayBeRefused: true,
  change(options) {
    const { eligibilityAnswers: sent, ...body } = (options.body ?? {}) as Record<string, unknown>;
    return isDeepStrictEqual(sent, own) ? { ...options, body } : options;
  },
});

/** The values seen of employmentStatus (section 2.3). */
const EMPLOYMENTS = ['EMPLOYED', 'SELF_EMPLOYED'];

/** The other value that was seen, where the request has one of them. */
const OTHERWISE_EMPLOYED: Value = {
  text: 'employed otherwise',
  change(options) {
    const body = options.body as Record<string, unknown> | undefined;
    const other = EMPLOYMENTS.find((value) => value !== body?.employmentStatus);
    const isSeen = EMPLOYMENTS.some((value) => value === body?.employmentStatus);
    return isSeen ? { ...options, body: { ...body, employmentStatus: other } } : options;
  },
};

/** Such names where the check has left those of the state: who stumbles over them gives no refusal. */
const OTHER_NAMES: Value = {
  text: 'names in other letters',
  change(options) {
    const body = options.body as Record<string, unknown> | undefined;
    const left = Object.entries(NAMES_IN_OTHER_LETTERS).filter(([field]) => {
      const usual = body?.[field];
      return typeof usual === 'string' && usual !== '';
    });
    return left.length > 0
      ? { ...options, body: { ...body, ...Object.fromEntries(left) } }
      : options;
  },
};

/** What varies in the body of an application, where the check has left it as it was. */
export async function applicationValues(context: CheckContext): Promise<Value[]> {
  const plain = context.plain ?? context;
  for (const observed of ['names', 'employment-self-employed']) {
    await plain.passed(`request-loan.observes.${observed}`);
  }
  const taken = await takenValues(plain, 'request-loan');
  const { employmentStatus } = await plain.state('loan-product');
  const other = EMPLOYMENTS.find((value) => value !== employmentStatus);
  return [
    ...(await eligibility(context)),
    unlessTaken(OTHERWISE_EMPLOYED, taken.has(`employmentStatus ${other}`)),
    unlessTaken(OTHER_NAMES, taken.has(OTHER_NAMES.text)),
  ];
}

/**
 * Cents more, where the amount is whole: what is too much, or below zero, is so with them, too. A loan may be of
 * another currency than the one of which the target took some.
 */
const WITH_CENTS: Value = {
  text: AMOUNT_WITH_CENTS,
  mayBeRefused: true,
  change(options) {
    const body = options.body as Record<string, unknown> | undefined;
    const amount = body?.repaymentAmount;
    return typeof amount === 'number' && Number.isInteger(amount) && Math.abs(amount) > 1
      ? { ...options, body: { ...body, repaymentAmount: amount + 0.37 } }
      : options;
  },
};

/** Whether a value is another form of the token, or one of its ways is. */
const mayBeOtherToken = ({ bearer, apiToken, ways = [] }: Value): boolean =>
  bearer === true || apiToken !== undefined || ways.some(mayBeOtherToken);

/** A second thing that is wrong with a repayment, of whichever loan it is, where it has such a field. */
const alsoWith = (text: string, wrong: Record<string, unknown>): Value => ({
  text,
  change(options) {
    const body = (options.body ?? {}) as Record<string, unknown>;
    const isThere = Object.keys(wrong).every((field) => body[field] !== undefined);
    return isThere ? { ...options, body: { ...body, ...wrong } } : options;
  },
});

/**
 * What varies in the body of a repayment: a date and a narration as the target has taken them, and odd ones; and an
 * amount with cents, where it has taken such.
 */
export async function repaymentFactors(
  context: CheckContext,
  { alsoWrong, badToken, name = '' }: Partial<Refusal> = {},
): Promise<EndpointFactors> {
  const plain = context.plain ?? context;
  await plain.passed('repay-loan.observes.lenient-values');
  const values = await takenValues(plain, 'repay-loan');
  const loan = await plain.state('active-loan');
  const usual = await amountToRepay(plain, loan);
  const account = await foreignAccount(plain, loan.bankAccountId);
  const whole: Value = {
    ...instead('the whole loan', 'repaymentAmount', usual, loan.totalPayable),
    usesUp: true,
  };
  const withCents = values.has(AMOUNT_WITH_CENTS) ? [WITH_CENTS] : [];
  // What takes all that is owed where it must refuse it leaves the later checks of the loan in vain.
  // Beside a bad token it is one of a pair with the caller, since others do not owe it.
  const isPaired = asksForMore(context) && badToken !== undefined;
  const amounts = asksForMore(context) ? [inTurn([whole, ...withCents])] : withCents;
  const [date = [], narration = []] = await allDone(
    ODD_REPAYMENTS.map(async (odd) => {
      const [field = ''] = Object.keys(odd.body);
      const isTaken = await plain.passed(`repay-loan.${field}`);
      const value = isTaken ? (await takenFields(plain, 'repay-loan')).get(field)?.() : undefined;
      return [
        AS_SHOWN,
        inTurn([
          ...(value === undefined ? [] : [{ text: `a ${field}`, body: { [field]: value } }]),
          unlessTaken(odd, values.has(odd.text)),
        ]),
      ];
    }),
  );
  // What is wrong twice over hides whether a date, or another token, lets it pass.
  const fits = (rest: readonly Value[]) =>
    !rest.some((each) => date.slice(1).includes(each) || mayBeOtherToken(each));
  const wrong = [
    { ...alsoWith("another's account", { bankAccountId: account }), fits },
    { ...alsoWith('an amount of nothing', { repaymentAmount: 0 }), fits },
  ];
  // Which of them comes first, where few situations have room for one, is another for each refusal and seed.
  const isTurned = (name.length + plain.seed) % 2 === 1;
  const beside = alsoWrong
    ? inTurn([...(isTurned ? wrong.toReversed() : wrong), AS_SHOWN])
    : AS_SHOWN;
  return {
    ...{ date, narration },
    ...(isPaired && { amount: [AS_SHOWN, whole] }),
    [IN_TURN]: [...(isPaired ? [] : amounts), beside],
  };
}
