import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { answerOf, expectNoServerError, isRejection, isSuccess } from '../../expectations.ts';
import { type Exchange, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { type Sent, sendCall, sendOwn } from '../own-entry.ts';
import { servedApiToken } from '../tokens/api-tokens.ts';
import { baseOf } from '../valid-call.ts';
import { ago, aMinuteAgo, DATE_FORMS, MINUTE } from './payment-dates.ts';

const endpoint = 'repay-loan' as const;
export const base = { ...baseOf(endpoint), level: 'should' } satisfies Partial<Check>;

/** A repayment that says when it was paid, on a loan of its own, once per run. */
export function datedRepayment(context: CheckContext): Promise<Sent<'repay-loan'>> {
  return context.shared('repayment with a paymentDate', (own) =>
    sendOwn(own, endpoint, { body: { paymentDate: aMinuteAgo() } }),
  );
}

export const NARRATED = { paymentNarration: 'Repayment' };

interface Again {
  /** a repayment in each form, told by it, with a plain one after each that was refused */
  forms: { form: string; sent: Sent; plain?: Sent }[];
  /** above the total payable, once something was repaid */
  above: Exchange[];
  /** what was repaid altogether, and how often */
  repaid: number;
  times: number;
}

/**
 * What is owed may grow while a loan is repaid, by interest and penalties, so that a little above what it was is
 * tried on an untouched loan alone; not to twice as much.
 */
const MORE_THAN_GROWS = 2;

/** The least amount above a total payable, in units of its currency. */
export const leastAbove = (total: number): number => (Math.round(total * 100) + 1) / 100;

/** Goes on repaying the loan of the dated repayment, as far as the target lets more than one be. */
export function againRepaid(context: CheckContext): Promise<Again> {
  return context.shared('repayments with other forms of paymentDate', async (own) => {
    const first = await datedRepayment(own);
    const again: Again = { forms: [], above: [], repaid: 0, times: 0 };
    const count = (sent: Sent) => {
      if (isSuccess(sent.exchange)) {
        again.repaid += Number(valueAt(sent.options.body, 'repaymentAmount'));
        again.times += 1;
      }
      return sent;
    };
    count(first);
    // What is said of a repayment may change it only together, or with an API token.
    const beside = (await own.passed('repay-loan.paymentNarration')) && NARRATED;
    const accessToken = await servedApiToken(own, endpoint);
    if (!isSuccess(first.exchange)) {
      return again;
    }
    for (const { form, write, longAgo } of DATE_FORMS) {
      const send = async (ms: number, change: CallOptions = {}) => {
        const body = { paymentDate: write(ago(ms)), ...beside };
        return count(await sendCall(own, first, { body, ...change }));
      };
      const unusual =
        longAgo !== undefined
          ? await send(longAgo)
          : accessToken && (await send(MINUTE, { as: { accessToken } }));
      const sent = unusual && !isRejection(unusual.exchange) ? unusual : await send(MINUTE);
      const plain = isRejection(sent.exchange)
        ? count(await sendCall(own, first, { body: { paymentDate: undefined } }))
        : undefined;
      again.forms.push({ form, sent, ...(plain && { plain }) });
    }
    const bearer = await own.passed('authentication.bearer.repay-loan');
    const repaymentAmount = Math.round(MORE_THAN_GROWS * first.values.totalPayable);
    const body = { repaymentAmount, ...NARRATED };
    again.above.push(
      (await sendCall(own, first, { body, bearer, meantToSucceed: false })).exchange,
    );
    return again;
  });
}

export const NO_SECOND = 'The target takes no second repayment of a loan, or no moments.';

const forms: Check = {
  ...base,
  id: 'repay-loan.paymentDate-forms',
  title: 'takes a paymentDate with an offset, and without milliseconds or time as well',
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

/** Section 4.7, for a loan that is repaid more than once, with other forms of its date. */
export const repayLoanAgainChecks: Check[] = [forms];
