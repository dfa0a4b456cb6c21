import type { World } from './endpoints/session.ts';
import { type Ask, failed, requireHeaders } from './exchange.ts';
import { moment } from './rules.ts';

const REQUIRED = [
  'x-idempotency-key',
  'x-fapi-auth-date',
  'x-fapi-customer-ip-address',
  'x-fapi-interaction-id',
];

/**
 * Holds the headers of the lending endpoints against section 4.6 and the vendor's own rules.
 *
 * @throws {Refusal} 400
 */
export function checkLendingHeaders(ask: Ask, world: World): void {
  requireHeaders(ask, REQUIRED);
  if (moment(String(ask.headers['x-fapi-auth-date'])) === undefined) {
    throw failed(400, 'x-fapi-auth-date must be an ISO 8601 date and time');
  }
  for (const rule of world.rules.lendingHeaders) {
    const problem = rule(ask);
    if (problem) {
      throw failed(400, problem);
    }
  }
}
