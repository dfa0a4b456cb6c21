import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { Endpoint } from '../../contract/endpoints.ts';
import type { AppEnv, Dependencies } from '../dependencies.ts';
import { authenticate, type Caller } from './authenticate.ts';
import { isIso8601 } from './calendar.ts';
import { isUuid } from './identifier.ts';
import { type Complaint, forbidden, invalid } from './refusal.ts';

/** Longest x-idempotency-key, as Stripe has it. */
const LONGEST_KEY = 255;

/**
 * Makes the check that comes before every protected route, from the endpoint table: first who is
 * calling (401), then whether the role may (403), then whether headers and path are right (400).
 */
export function guard(
  endpoint: Endpoint,
  dependencies: Dependencies,
): (c: Context<AppEnv>) => Caller {
  // The token header is missing with 401, not 400.
  const required = endpoint.headers
    .filter((header) => header.required === 'must' && header.name !== 'X-Auth-Token')
    .filter((header) => header.name !== 'Content-Type')
    .map((header) => header.name);

  return (c) => {
    const caller = authenticate(c, dependencies);
    const { role } = caller.user;
    if (endpoint.refusedRoles.includes(role)) {
      throw forbidden(role, `the role ${role} may not call ${endpoint.name}`);
    }
    const complaints: Complaint[] = [];
    for (const name of required) {
      if (!c.req.header(name)) {
        complaints.push({ path: `header ${name}`, message: 'is missing' });
      }
    }
    const date = c.req.header('x-fapi-auth-date');
    if (date && !isIso8601(date)) {
      complaints.push({ path: 'header x-fapi-auth-date', message: 'must be ISO 8601' });
    }
    const address = c.req.header('x-fapi-customer-ip-address');
    if (address && isIP(address) === 0) {
      const message = 'must be an IP address';
      complaints.push({ path: 'header x-fapi-customer-ip-address', message });
    }
    if ((c.req.header('x-idempotency-key')?.length ?? 0) > LONGEST_KEY) {
      const message = `must have at most ${LONGEST_KEY} characters`;
      complaints.push({ path: 'header x-idempotency-key', message });
    }
    for (const { name } of endpoint.pathParameters) {
      if (!isUuid(c.req.param(name) ?? '')) {
        complaints.push({ path: `path ${name}`, message: 'must be a UUID' });
      }
    }
    if (complaints.length > 0) {
      throw invalid(complaints);
    }
    return caller;
  };
}
