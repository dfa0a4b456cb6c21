import { ROLES } from '../../contract/roles.ts';
import { MATRIX, RIGHT_NAMES } from '../authorization/matrix.ts';
import { grantOf, needOf, OPERATIONS } from '../authorization/rights.ts';
import { answer } from '../http/answer.ts';
import type { GuardedRoute } from '../routes/route.ts';

/** Extension, section 5.9: the matrix as this server enforces it, for whoever has a token. */
export function permissionMatrix(): GuardedRoute {
  const operations = OPERATIONS.map((operation) => {
    const { rights, notOwn = false, byLoginOnly = false } = needOf(operation);
    return { operation, rights, notOwn, byLoginOnly };
  });
  const rights = RIGHT_NAMES.map((right) => {
    const { named, permissions, of } = MATRIX[right];
    return {
      right,
      named,
      grants: Object.fromEntries(ROLES.map((role) => [role, grantOf(role, right)])),
      permissions,
      ...(of && { of }),
      operations: OPERATIONS.filter((operation) => needOf(operation).rights.includes(right)),
    };
  });
  return (c, { user }) =>
    answer(c, { status: 'SUCCESS', data: { role: user.role, rights, operations } });
}
