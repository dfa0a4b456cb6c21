import type { CheckContext } from '../../check-context.ts';
import { isSuccess } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type OwnCall, sendCall } from '../own-entry.ts';
import { servedApiToken } from '../tokens/api-tokens.ts';
import { oldDate } from './payment-dates.ts';
import { leastAbove } from './repay-loan-again.ts';

const endpoint = 'repay-loan' as const;

/** What may go with a repayment of this target. */
export interface Ways {
  paymentDate: string | undefined;
  apiToken: string | undefined;
  isBearerTaken: boolean;
}

/** The ways that the target has taken. */
export async function waysOf(context: CheckContext): Promise<Ways> {
  return {
    paymentDate: await oldDate(context),
    apiToken: await servedApiToken(context, endpoint),
    isBearerTaken: await context.passed(`authentication.bearer.${endpoint}`),
  };
}

/** Sends amounts above the total payable one after the other, until one is taken. */
export async function tryAbove(
  own: CheckContext,
  loan: OwnCall<'repay-loan'>,
  { paymentDate, apiToken, isBearerTaken }: Ways,
): Promise<{ above: Exchange[]; taken?: number }> {
  const above: Exchange[] = [];
  for (const [turn, one] of aboveAll(loan.values.totalPayable, paymentDate).entries()) {
    const { exchange } = await sendCall(own, loan, {
      // Each in other forms of headers: what is too much is so in all of them.
      turn,
      meantToSucceed: false,
      body: { ...one.with, repaymentAmount: one.amount },
      ...(one.byApiToken && apiToken !== undefined && { as: { accessToken: apiToken } }),
      ...(one.bearer && isBearerTaken && { bearer: true }),
    });
    above.push(exchange);
    if (isSuccess(exchange)) {
      return { above, taken: one.amount };
    }
  }
  return { above };
}

/** More than most loans come to, and than 32 bits hold. */
const FAR_ABOVE = 1e12;

/** Ten times the total, where that is more still: loans of trillions are usual where a meal costs thousands. */
const farAbove = (total: number): number => Math.max(FAR_ABOVE, Math.ceil(total) * 10);

/** A cent above, one above a whole total, for targets that refuse every fraction, and far above. */
export function amountsAbove(total: number): number[] {
  return [
    ...new Set([
      leastAbove(total),
      ...(Number.isInteger(total) ? [total + 1] : []),
      farAbove(total),
    ]),
  ];
}

interface Above {
  amount: number;
  /** optional fields beside it, in the place of those that the loan's repayments have; `undefined` for none */
  with?: Record<string, string | undefined>;
  /** by the customer's API token, where the target serves it: none of the others is */
  byApiToken?: true;
  /** with the token as Bearer, where the target takes it so */
  bearer?: true;
}

/** Amounts above the total payable with what may go together with them, a date among it. */
function aboveAll(total: number, paymentDate: string | undefined): Above[] {
  const least = leastAbove(total);
  return [
    ...amountsAbove(total).map((amount) => ({ amount })),
    {
      amount: least,
      with: { paymentDate, paymentNarration: undefined },
      bearer: true,
    },
    { amount: least, with: { paymentDate: undefined }, byApiToken: true },
  ];
}
