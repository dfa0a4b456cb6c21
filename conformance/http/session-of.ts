import type { Session } from '../check-context.ts';
import { is2xx } from '../expectations.ts';
import { deviate } from '../outcome.ts';
import { type Exchange, jsonOf, valueAt } from './exchange.ts';

/**
 * The session that a login with the right password gave, as far as it is told (section 2.1).
 *
 * @throws Deviation where it gave none
 */
export function sessionOf(user: Session['user'], login: Exchange): Session {
  const body = jsonOf(login);
  const accessToken = valueAt(body, 'access_token');
  if (!is2xx(login)) {
    deviate('a login with the right password to succeed', `HTTP ${login.response?.status}`);
  }
  if (typeof accessToken !== 'string' || accessToken === '') {
    deviate('access_token in the answer to a login with the right password', 'none');
  }
  return {
    user,
    accessToken,
    ...optional('refreshToken', valueAt(body, 'refresh_token')),
    ...optional('userId', valueAt(body, 'user', 'id')),
    ...optional('role', valueAt(body, 'user', 'role')),
    ...optional('tenantId', valueAt(body, 'user', 'tenant_id')),
    login,
  };
}

function optional<K extends string>(key: K, value: unknown): { [P in K]?: string } {
  return typeof value === 'string' && value !== ''
    ? ({ [key]: value } as { [P in K]?: string })
    : {};
}
