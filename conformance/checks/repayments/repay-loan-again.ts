import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, expectNoServerError, isRejection, isSuccess } from '../../expectations.ts';
import { valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { type Sent, sendCall, sendOwn } from '../own-entry.ts';
import { VALID_CALLS } from '../valid-call.ts';

const endpoint = 'repay-loan' as const;
const { users, states } = VALID_CALLS[endpoint];
const base = { level: 'should', endpoint, users, states } satisfies Partial<Check>;

/** A moment that no clock takes for the future, in UTC and with milliseconds. */
export const aMinuteAgo = (): string => new Date(Date.now() - 60_000).toISOString();

/** A repayment that says when it was paid, on a loan of its own, once per run. */
export function datedRepayment(context: CheckContext): Promise<Sent<'repay-loan'>> {
  return context.shared('repayment with a paymentDate', (own) =>
    sendOwn(own, endpoint, { body: { paymentDate: aMinuteAgo() } }),
  );
}

/** The same moment written in other ways that ISO 8601 has for it. */
const FORMS: { form: string; write(moment: string): string }[] = [
  { form: 'without milliseconds', write: (moment) => `${moment.slice(0, 19)}Z` },
  {
    form: 'with an offset',
    write: (moment) =>
      `${new Date(Date.parse(moment) + 3_600_000).toISOString().slice(0, 19)}+01:00`,
  },
];

interface Again {
  /** a repayment in each form, told by it, with a plain one after each that was refused */
  forms: { form: string; sent: Sent; plain?: Sent }[];
  /** what was repaid altogether, and how often */
  repaid: number;
  times: number;
}

/** Goes on repaying the loan of the dated repayment, as far as the target lets more than one be. */
function againRepaid(context: CheckContext): Promise<Again> {
  return context.shared('repayments with other forms of paymentDate', async (own) => {
    const first = await datedRepayment(own);
    const again: Again = { forms: [], repaid: 0, times: 0 };
    const count = (sent: Sent) => {
      if (isSuccess(sent.exchange)) {
        again.repaid += Number(valueAt(sent.options.body, 'repaymentAmount'));
        again.times += 1;
      }
      return sent;
    };
    count(first);
    for (const { form, write } of isSuccess(first.exchange) ? FORMS : []) {
      const body = { paymentDate: write(aMinuteAgo()) };
      const sent = count(await sendCall(own, first, { body }));
      const plain = isRejection(sent.exchange)
        ? count(await sendCall(own, first, { body: { paymentDate: undefined } }))
        : undefined;
      again.forms.push({ form, sent, ...(plain && { plain }) });
    }
    return again;
  });
}

const NO_SECOND = 'The target takes no second repayment of a loan, or no moments.';

const forms: Check = {
  ...base,
  id: 'repay-loan.paymentDate-forms',
  title: 'takes a paymentDate with an offset or without milliseconds as well',
  requirements: ['REP-75'],
  after: ['repay-loan.paymentDate'],
  async run(context) {
    const { forms: sent } = await againRepaid(context);
    const told = sent.filter(({ sent: { exchange }, plain }) => {
      return !isRejection(exchange) || (plain !== undefined && isSuccess(plain.exchange));
    });
    if (told.length === 0) {
      context.inconclusive(NO_SECOND);
    }
    for (const { form, sent: one } of told) {
      const what = `a repayment with a paymentDate ${form}`;
      expectNoServerError(one.exchange, what);
      if (isRejection(one.exchange)) {
        deviate(`${what} to be taken, as one without it is`, answerOf(one.exchange));
      }
    }
  },
};

const rest: Check = {
  ...base,
  id: 'repay-loan.rest',
  title: 'takes what is left of a loan after some repayments of it',
  requirements: ['REP-76'],
  after: ['repay-loan.paymentDate', 'repay-loan.total-payable'],
  async run(context) {
    const first = await datedRepayment(context);
    const { repaid, times } = await againRepaid(context);
    const { totalPayable } = first.values;
    const left = Math.round((totalPayable - repaid) * 100) / 100;
    // Of more than one pending repayment, and of very small ones, a target may have rules of its own.
    if (!first.isFresh || times < 2 || left < repaid / times) {
      context.inconclusive(NO_SECOND);
    }
    const body = { repaymentAmount: left, paymentDate: undefined };
    const { exchange } = await sendCall(context, first, { body });
    expectNoServerError(exchange, 'a repayment of what is left');
    if (isRejection(exchange)) {
      deviate(
        `the ${left} left of ${totalPayable} to be taken after ${times} repayments`,
        answerOf(exchange),
      );
    }
  },
};

/** Sections 4.7 and 8, for a loan that is repaid more than once. */
export const repayLoanAgainChecks: Check[] = [forms, rest];
