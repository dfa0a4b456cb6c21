import { type Ask, failed, requireHeaders } from './exchange.ts';
import type { World } from './session.ts';

const REQUIRED = [
  'x-idempotency-key',
  'x-fapi-auth-date',
  'x-fapi-customer-ip-address',
  'x-fapi-interaction-id',
];

/** ISO 8601: a date, and a time with or without zone. */
const ISO_8601 = /^\d{4}-\d\d-\d\d([T ]\d\d:?\d\d(:?\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?)?$/i;

/** The moment an ISO 8601 text names, in milliseconds since 1970, or undefined. */
export function moment(text: string): number | undefined {
  const at = ISO_8601.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

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
