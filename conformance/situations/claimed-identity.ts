import type { CheckContext } from '../check-context.ts';
import { claimsOfIdentity } from '../checks/claims-of-identity.ts';
import type { Refusal } from './refusal.ts';
import { AS_SHOWN, type Value } from './situation.ts';

/**
 * Headers by which a request for somebody else's data names the owner as who asks: whoever is not refused
 * then was believed. None for a refusal that reaches for nothing of anybody's.
 */
export async function claimsOfOwner(
  context: CheckContext,
  { reachesFor: owner }: Refusal,
): Promise<Value[]> {
  if (owner === undefined || !context.target.users[owner]) {
    return [];
  }
  const headers = claimsOfIdentity(context, await context.session(owner));
  const claimed = Object.keys(headers);
  const claim: Value =
    claimed.length === 0 ? AS_SHOWN : { text: `${claimed.join(' and ')} of the owner`, headers };
  // In most situations nothing is claimed: there a gateway is not in the way, and how the request is refused
  // is judged.
  return [claim, AS_SHOWN, AS_SHOWN];
}
