import type { CheckContext } from '../../check-context.ts';
import type { Exchange } from '../../http/exchange.ts';
import { VALID_CALLS } from '../valid-call.ts';

/** Sends the valid request for a loan with some fields changed; `undefined` leaves one out (section 2.3). */
export async function requestWith(
  context: CheckContext,
  change: Record<string, unknown>,
): Promise<Exchange> {
  const { as, body } = await VALID_CALLS['request-loan'].options(context);
  return context.call('request-loan', { as, body: { ...(body as object), ...change } });
}
