import type { UserName } from '../../target/target.ts';
import type { CheckContext } from '../check-context.ts';
import { claimsOfIdentity } from '../checks/claims-of-identity.ts';
import { AS_SHOWN, type Value } from './situation.ts';

/** Whose data a check reaches for, by somebody else. */
const REACHED_FOR: { checks: RegExp; owner: UserName }[] = [
  { checks: /^portfolios\.forbids\.(otherCustomer|otherManager)\b/, owner: 'customer' },
  { checks: /^portfolios\.forbids\.customer\b/, owner: 'otherCustomer' },
  { checks: /^repay-loan\.(forbids|refuses\.other-customerId)\b/, owner: 'otherCustomer' },
  {
    checks: /^update-application\.forbids\.customer-by-other-customer\b/,
    owner: 'customer',
  },
  {
    checks: /^update-application\.forbids\.(other-customer-\w+|other-tenant)\b/,
    owner: 'otherCustomer',
  },
];

/**
 * Headers by which a request for somebody else's data names the owner as who asks: whoever is not refused
 * then was believed. None for a check that reaches for nothing of anybody's.
 */
export async function claimsOfOwner(context: CheckContext, check: string): Promise<Value[]> {
  const owner = REACHED_FOR.find(({ checks }) => checks.test(check))?.owner;
  if (owner === undefined || !context.target.users[owner]) {
    return [];
  }
  const headers = claimsOfIdentity(context, await context.session(owner));
  const claimed = Object.keys(headers);
  const claim: Value =
    claimed.length === 0
      ? AS_SHOWN
      : { text: `${claimed.join(' and ')} of the owner`, headers, claiming: true };
  // In most situations nothing is claimed: there a gateway is not in the way, and how the request is refused
  // is judged.
  return [claim, AS_SHOWN, AS_SHOWN];
}
