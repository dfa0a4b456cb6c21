import { ROLES, type Role } from '../../contract/roles.ts';
import { MATRIX, RIGHT_NAMES } from './matrix.ts';
import { grantOf } from './rights.ts';

/** All names of permissions, those of section 2.1 first and in its order. */
const NAMES = [
  'users:read',
  'users:write',
  'transactions:read',
  'transactions:write',
  'reports:read',
  'settings:write',
  'webhooks:manage',
  ...new Set(RIGHT_NAMES.flatMap((right) => MATRIX[right].permissions)),
];

/** What a role's rights in the matrix give. */
function permissionsOf(role: Role): readonly string[] {
  const held = new Set(
    RIGHT_NAMES.filter((right) => grantOf(role, right) !== 'nothing').flatMap(
      (right) => MATRIX[right].permissions,
    ),
  );
  return [...new Set(NAMES)].filter((name) => held.has(name));
}

/**
 * The permissions of each role, as a login tells them (section 2.1), which are those of the rights
 * that it holds. The manager's come to what the specification lists; the others' names are ours.
 */
export const PERMISSIONS: Readonly<Record<Role, readonly string[]>> = Object.fromEntries(
  ROLES.map((role) => [role, permissionsOf(role)]),
) as Record<Role, readonly string[]>;
