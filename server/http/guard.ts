import { isIP } from 'node:net';
import type { Context } from 'hono';
import { endpoint } from '../../contract/endpoints.ts';
import { permit } from '../authorization/authorize.ts';
import type { GuardedName } from '../authorization/rights.ts';
import type { AppEnv, Dependencies } from '../dependencies.ts';
import { authenticate, type Caller } from './authenticate.ts';
import { isIso8601 } from './calendar.ts';
import { headerOf } from './header.ts';
import { isUuid } from './identifier.ts';
import { type Complaint, invalid } from './refusal.ts';

/** Longest x-idempotency-key, as Stripe has it. */
const LONGEST_KEY = 255;

/**
 * Makes the check that comes before every protected route: first who is calling (401), then
 * whether the role may (403), then whether headers and path are as the endpoint table says (400).
 */
export function guard(
  name: GuardedName,
  dependencies: Dependencies,
): (c: Context<AppEnv>) => Caller {
  const { headers, pathParameters } = endpoint(name);
  // The token header is missing with 401, not 400.
  const required = headers
    .filter((header) => header.required === 'must' && header.name !== 'X-Auth-Token')
    .filter((header) => header.name !== 'Content-Type')
    .map(({ name }) => ({ name, key: name.toLowerCase() }));

  return (c) => {
    const caller = authenticate(c, dependencies);
    permit(caller, name);
    const complaints: Complaint[] = [];
    for (const { name, key } of required) {
      if (!headerOf(c, key)) {
        complaints.push({ path: `header ${name}`, message: 'is missing' });
      }
    }
    const date = headerOf(c, 'x-fapi-auth-date');
    if (date && !isIso8601(date)) {
      complaints.push({ path: 'header x-fapi-auth-date', message: 'must be ISO 8601' });
    }
    const address = headerOf(c, 'x-fapi-customer-ip-address');
    if (address && isIP(address) === 0) {
      const message = 'must be an IP address';
      complaints.push({ path: 'header x-fapi-customer-ip-address', message });
    }
    if ((headerOf(c, 'x-idempotency-key')?.length ?? 0) > LONGEST_KEY) {
      const message = `must have at most ${LONGEST_KEY} characters`;
      complaints.push({ path: 'header x-idempotency-key', message });
    }
    for (const parameter of pathParameters) {
      if (!isUuid(c.req.param(parameter.name) ?? '')) {
        complaints.push({ path: `path ${parameter.name}`, message: 'must be a UUID' });
      }
    }
    if (complaints.length > 0) {
      throw invalid(complaints);
    }
    return caller;
  };
}
