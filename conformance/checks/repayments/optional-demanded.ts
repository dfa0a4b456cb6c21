import type { CheckContext } from '../../check-context.ts';
import { answerOf, isRejection, isSuccess } from '../../expectations.ts';
import { deviate } from '../../outcome.ts';
import { type Sent, sendCall } from '../own-entry.ts';
import { aMinuteAgo } from './payment-dates.ts';

/**
 * Demands of a repayment that was refused that the same with the optional fields is refused, too: otherwise
 * it was they that were missing, whatever else a business may ask of the rest (section 4.7).
 */
export async function expectNothingOptionalDemanded(
  context: CheckContext,
  { exchange, ...call }: Sent<'repay-loan'>,
): Promise<void> {
  if (!isRejection(exchange) || call.madeUp.length === 0) {
    return;
  }
  const body = { paymentDate: aMinuteAgo(), paymentNarration: 'Repayment' };
  const complete = await sendCall(context, call, { body });
  if (isSuccess(complete.exchange)) {
    const asked = Object.keys(body).join(' or ');
    deviate(
      `a repayment without ${asked} to be recorded`,
      `${answerOf(exchange)}, and of the same with them ${answerOf(complete.exchange)}`,
    );
  }
}
