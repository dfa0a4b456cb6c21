import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { CheckContext } from '../check-context.ts';
import { first } from '../checks/idempotency/experiments.ts';
import { headerValue } from '../http/header-value.ts';
import type { Value } from './situation.ts';

const INTERACTION_ID = 'x-fapi-interaction-id';

/** A session may go on: who has served its id before may look no more at what comes with it (section 4.6). */
export async function sameInteraction(
  context: CheckContext,
  endpoint: EndpointName,
): Promise<Value[]> {
  if (endpoint !== 'request-loan' && endpoint !== 'repay-loan') {
    return [];
  }
  const served = await first(context.plain ?? context, endpoint).catch(() => undefined);
  const id = headerValue(served?.exchange.request.headers ?? {}, INTERACTION_ID);
  const text = 'an x-fapi-interaction-id that was served';
  return id === undefined ? [] : [{ text, headers: { [INTERACTION_ID]: id } }];
}

/** Days and hours before which no expired token of a state can have ended: its age is the server's to tell. */
const LONG_BEFORE_MS = 30 * 24 * 3_600_000;

/** A time of the request that was right when the token was (section 4.6). */
export const DATED_BEFORE: Value = {
  text: 'an x-fapi-auth-date from before its end',
  headers: { 'x-fapi-auth-date': new Date(Date.now() - LONG_BEFORE_MS).toISOString() },
  // A bank may take no request that was initiated so long ago, and need not look at the token first.
  invalid: true,
};
