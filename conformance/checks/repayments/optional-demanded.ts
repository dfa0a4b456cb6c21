import type { CheckContext } from '../../check-context.ts';
import { answerOf, isRejection } from '../../expectations.ts';
import { deviate } from '../../outcome.ts';
import { areDemanded } from '../lending/optional-fields.ts';
import { sameRequest } from '../offers/update-application-offers.ts';
import { type Sent, sendCall } from '../own-entry.ts';
import { aMinuteAgo } from './payment-dates.ts';

/**
 * Demands of a repayment that was refused that it was not for want of the optional fields, whatever else a business
 * may ask of the rest (section 4.7).
 */
export async function expectNothingOptionalDemanded(
  context: CheckContext,
  { exchange, ...call }: Sent<'repay-loan'>,
): Promise<void> {
  if (!isRejection(exchange) || call.madeUp.length === 0) {
    return;
  }
  const optional = { paymentDate: aMinuteAgo(), paymentNarration: 'Repayment' };
  const send = async (which: 'with' | 'without') => {
    const change = { body: which === 'with' ? optional : {}, headers: sameRequest() };
    return (await sendCall(context, call, change)).exchange;
  };
  if (await areDemanded(send)) {
    const asked = Object.keys(optional).join(' or ');
    deviate(`a repayment without ${asked} to be recorded, as one with them`, answerOf(exchange));
  }
}
