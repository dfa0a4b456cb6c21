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

/** Headers of sections 4.6 to 4.8; each virtual user has an address, unless the target file gives one. */
export function lendingHeaders(
  token: string,
  key: string,
  hasBody: boolean,
): Record<string, string> {
  return {
    'x-fapi-customer-ip-address': `102.88.34.${(exec.vu.idInTest % 254) + 1}`,
    ...run.headers,
    // Section 5.3: on requests with a body. A server may refuse an empty one that is said to be JSON.
    ...(hasBody && { 'Content-Type': 'application/json' }),
    'X-Auth-Token': token,
    'x-idempotency-key': key,
    'x-fapi-auth-date': new Date().toISOString(),
    'x-fapi-interaction-id': crypto.randomUUID(),
  };
}
