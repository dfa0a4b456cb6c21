import type { Exchange } from './exchange.ts';

/**
 * Whether an answer may come from a gateway before the target rather than from the target: 413, 429,
 * and 503 with Retry-After (RFC 9110 sections 15.5.14 and 15.6.4, RFC 6585 section 4). Section 8
 * shows no limits of rate and size, so such an answer says nothing of the target's rules.
 */
export function isGatewayRefusal({ response }: Exchange): boolean {
  if (!response) return false;
  const { status, headers } = response;
  return status === 413 || status === 429 || (status === 503 && 'retry-after' in headers);
}
