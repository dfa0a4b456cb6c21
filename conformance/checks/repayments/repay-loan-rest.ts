import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, expectNoServerError, isRejection, isSuccess } from '../../expectations.ts';
import { type Exchange, sameHeaders } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { takenFields } from '../lending/optional-fields.ts';
import { type OwnCall, ownCall, type Sent, sendCall } from '../own-entry.ts';
import { againRepaid, base, datedRepayment, NARRATED, NO_SECOND } from './repay-loan-again.ts';
import { foreignAccount } from './repay-loan-by-others.ts';

const endpoint = 'repay-loan' as const;

/** What sums of cents in binary numbers may lack of a whole one. */
const CENT_ERROR = 1e-6;

/** What is left of a total, down to cents: of thousandths, which some currencies have, nothing is too much. */
const leftOf = (total: number, repaid: number): number =>
  Math.floor((total - repaid) * 100 + CENT_ERROR) / 100;

/**
 * A part with cents about as large as the others, so that who adds or subtracts in binary numbers finds
 * the rest to be more than what is left, if any part does that.
 */
export function oddPart(total: number, repaid: number, part: number): number {
  const parts = Array.from({ length: 99 }, (_, cent) => (Math.round(part * 100) + cent + 1) / 100);
  const errors = (odd: number) => {
    const left = leftOf(total, repaid + odd);
    return Number(repaid + odd + left > total) + Number(left > total - repaid - odd);
  };
  const most = Math.max(...parts.map(errors));
  return (most > 0 ? parts.find((odd) => errors(odd) === most) : parts[36]) ?? part;
}

/** Repays a part with cents where that leaves enough for more; gives what is left then, and how that fared. */
async function leftAfterOddPart(
  context: CheckContext,
  first: Sent<'repay-loan'>,
  { repaid, part }: { repaid: number; part: number },
): Promise<{ left: number; refusedPart: boolean }> {
  const { totalPayable } = first.values;
  const left = leftOf(totalPayable, repaid);
  if (left < 3 * part) {
    return { left, refusedPart: false };
  }
  const odd = oddPart(totalPayable, repaid, part);
  const narrated = (await context.passed('repay-loan.paymentNarration')) && NARRATED;
  const body = { repaymentAmount: odd, paymentDate: undefined, ...narrated };
  const { exchange } = await sendCall(context, first, { body });
  return isSuccess(exchange)
    ? { left: leftOf(totalPayable, repaid + odd), refusedPart: false }
    : { left, refusedPart: isRejection(exchange) };
}

/**
 * Sends what takes nothing off the loan: all that is left from another's bank account, or nobody's, and without a
 * header, and the first repayment again under its key.
 */
async function sendWithoutEffect(context: CheckContext, first: Sent<'repay-loan'>, left: number) {
  const { bankAccountId } = first.values;
  const foreign = {
    repaymentAmount: left,
    bankAccountId: await foreignAccount(context, bankAccountId),
  };
  const { exchange } = await sendCall(context, first, { body: foreign, meantToSucceed: false });
  if (isSuccess(exchange)) {
    const expected = "a repayment from a bank account that is not the customer's to be refused";
    deviate(expected, answerOf(exchange), 'REP-52');
  }
  const body = { repaymentAmount: left, paymentDate: undefined };
  const headers = { 'x-fapi-interaction-id': null };
  const { exchange: anonymous } = await sendCall(context, first, {
    ...{ body, headers, meantToSucceed: false },
  });
  if (isSuccess(anonymous)) {
    const expected = 'a repayment without x-fapi-interaction-id to be refused';
    deviate(expected, answerOf(anonymous), 'REP-40');
  }
  if (await context.passed('idempotency.repeated.repay-loan')) {
    await context.call(endpoint, { ...first.options, headers: sameHeaders(first.exchange) });
  }
}

const NARRATION = 'paymentNarration';

/** A repayment of what is left of a loan after some of it, and after some that take nothing off it. */
interface Rest {
  totalPayable: number;
  left: number;
  /** what each of the repayments before came to, about, and how many there were */
  part: number;
  times: number;
  exchange: Exchange;
}

/** Repays what is left, once per run; ends the check as observed where nothing can be told of it. */
function restRepaid(context: CheckContext): Promise<Rest> {
  return context.shared('repayment of what is left', async (own) => {
    const first = await datedRepayment(own);
    const { repaid, times } = await againRepaid(own);
    const { totalPayable } = first.values;
    const part = repaid / times;
    // Of more than one pending repayment, and of very small ones, a target may have rules of its own.
    if (!first.isFresh || times < 2 || leftOf(totalPayable, repaid) < part) {
      own.inconclusive(NO_SECOND);
    }
    const { left, refusedPart } = await leftAfterOddPart(own, first, { repaid, part });
    await sendWithoutEffect(own, first, left);
    // Told what it is for by every other seed, where the target takes that.
    const tell = own.seed % 2 === 1 ? (await takenFields(own, endpoint)).get(NARRATION) : undefined;
    const body = { repaymentAmount: left, paymentDate: undefined, [NARRATION]: tell?.() };
    const { exchange } = await sendCall(own, first, { body });
    expectNoServerError(exchange, 'a repayment of what is left');
    if (isRejection(exchange) && refusedPart) {
      own.inconclusive('The target does not take every amount that is not above what is left.');
    }
    return { totalPayable, left, part, times, exchange };
  });
}

const again = { ...base, after: ['repay-loan.paymentDate', 'repay-loan.total-payable'] };

const rest: Check = {
  ...again,
  id: 'repay-loan.rest',
  title: 'takes what is left of a loan after some repayments of it',
  requirements: ['REP-76'],
  async run(context) {
    const { left, totalPayable, times, exchange } = await restRepaid(context);
    if (isRejection(exchange)) {
      deviate(
        `the ${left} left of ${totalPayable} to be taken after ${times} repayments`,
        answerOf(exchange),
      );
    }
  },
};

/**
 * Has a loan refuse as many repayments as another did, but none that anything could be taken off for: what
 * a target makes of many refusals of a loan it makes of these, too.
 */
export async function haveRefused(
  context: CheckContext,
  loan: OwnCall<'repay-loan'>,
  times: number,
): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await sendCall(context, loan, { body: { repaymentAmount: 0 }, meantToSucceed: false });
  }
}

/** Repayments beside those that were counted: the part with cents, and the one that was repeated. */
const MORE_TAKEN = 2;

/**
 * At most so many were refused: too much, from another's account, without a header, and in each form of a date,
 * of today and older.
 */
const MOST_REFUSED = 6;

/**
 * Whether a loan of its own is repaid to its end by no fewer repayments, after no fewer were refused: of how
 * many there may be a target may have rules of its own.
 */
async function isRepaidToItsEnd(context: CheckContext, { part, times }: Rest): Promise<boolean> {
  const loan = await ownCall(context, endpoint);
  const amount = Math.round(part * 100) / 100;
  const before = times + MORE_TAKEN;
  const left = leftOf(loan.values.totalPayable, before * amount);
  if (!loan.isFresh || left < amount) {
    return false;
  }
  await haveRefused(context, loan, MOST_REFUSED);
  for (const repaymentAmount of [...Array.from({ length: before }, () => amount), left]) {
    if (!isSuccess((await sendCall(context, loan, { body: { repaymentAmount } })).exchange)) {
      return false;
    }
  }
  return true;
}

const once: Check = {
  ...again,
  level: 'must',
  id: 'repay-loan.takes-off-once',
  title: 'refuses what is wrong of a repaid loan, and takes nothing off for it',
  requirements: ['REP-79', 'REP-52', 'REP-40'],
  async run(context) {
    const paid = await restRepaid(context);
    if (!isRejection(paid.exchange)) {
      return;
    }
    if (!(await isRepaidToItsEnd(context, paid))) {
      context.inconclusive('The target takes what is left of no loan.');
    }
    deviate(
      `the ${paid.left} left of ${paid.totalPayable} to be taken after a refused and a repeated repayment, as it is without them`,
      answerOf(paid.exchange),
    );
  },
};

/** Sections 4.7 and 8, for a loan that is repaid more than once. */
export const repayLoanRestChecks: Check[] = [rest, once];
