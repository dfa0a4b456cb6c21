import exec from 'k6/execution';
import { run } from './plan/run.ts';

/** One device per virtual user. */
const device = crypto.randomUUID();

/** Headers of sections 4.1 to 4.5. */
export function deviceHeaders(token: string | null): Record<string, string> {
  return {
    ...run.headers,
    'Content-Type': 'application/json',
    platform: 'WEB',
    uuid: device,
    ...(token !== null && { 'X-Auth-Token': token }),
  };
}

/** Headers of sections 4.6 to 4.8; the address is of the documentation range (RFC 5737). */
export function lendingHeaders(
  token: string,
  key: string,
  hasBody: boolean,
): Record<string, string> {
  return {
    ...run.headers,
    // Section 5.3: on requests with a body. A server may refuse an empty one that is said to be JSON.
    ...(hasBody && { 'Content-Type': 'application/json' }),
    'X-Auth-Token': token,
    'x-idempotency-key': key,
    'x-fapi-auth-date': new Date().toISOString(),
    'x-fapi-customer-ip-address': `192.0.2.${(exec.vu.idInTest % 254) + 1}`,
    'x-fapi-interaction-id': crypto.randomUUID(),
  };
}
