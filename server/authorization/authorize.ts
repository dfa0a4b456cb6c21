import type { Role } from '../../contract/roles.ts';
import type { Caller } from '../http/authenticate.ts';
import { sameId } from '../http/identifier.ts';
import { forbidden } from '../http/refusal.ts';
import type { User } from '../store/users.ts';
import { type Operation, reachOf, takesApiTokens } from './rights.ts';

/** Whose a thing is. What only its user may reach needs no organisation. */
export interface Owner {
  userId: string;
  tenantId?: string;
  /** The user's role, where a right is about things of one role only. */
  role?: Role;
}

/**
 * Lets a caller through whose role, and kind of token, may do this at all.
 *
 * @throws Refusal 403 with error, message and role (section 7)
 */
export function permit({ user, token }: Caller, operation: Operation): void {
  if (reachOf(user.role, operation) === 'nothing') {
    throw forbidden(user.role, `the role ${user.role} may not call ${operation}`);
  }
  if (token.kind === 'api' && !takesApiTokens(operation)) {
    throw forbidden(user.role, `${operation} needs a login, not an API token`);
  }
  if (token.kind === 'access' && token.clientId && !takesApiTokens(operation)) {
    throw forbidden(user.role, `${operation} needs a login, not a server that acts for a user`);
  }
}

/**
 * Lets a user through who may reach this thing by this operation (sections 5.10 and 7).
 *
 * @param thing what the refusal calls it, such as `the loan application`
 * @throws Refusal 403 with error, message and role
 */
export function permitReach(
  { id, tenantId, role }: User,
  operation: Operation,
  owner: Owner,
  thing: string,
): void {
  const reach = reachOf(role, operation, owner.role);
  const isOwn = sameId(owner.userId, id);
  if (reach === 'nothing' || (reach === 'own' && !isOwn)) {
    throw forbidden(role, `${thing} is another user's`);
  }
  if (reach !== 'own' && owner.tenantId !== tenantId) {
    throw forbidden(role, `${thing} is another organisation's`);
  }
  if (reach === 'others' && isOwn) {
    throw forbidden(role, `${thing} is your own`);
  }
}

/** Whose things an operation lists to a user: his own, or all of his organisation. */
export function listedTo(
  { id, tenantId, role }: User,
  operation: Operation,
): { userId: string } | { tenantId: string } {
  return reachOf(role, operation) === 'own' ? { userId: id } : { tenantId };
}
