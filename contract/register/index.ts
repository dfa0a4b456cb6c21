import { AUTHENTICATION } from './authentication.ts';
import { AWAITING_PAYMENTS } from './awaiting-payments.ts';
import { ERRORS } from './errors.ts';
import { EVENTS } from './events.ts';
import { LIMITS } from './limits.ts';
import { LOGIN } from './login.ts';
import { LOGOUT } from './logout.ts';
import { ORGANISATION_PREFERENCE } from './organisation-preference.ts';
import { PORTFOLIOS } from './portfolios.ts';
import { REFRESH } from './refresh.ts';
import { REPAY_LOAN } from './repay-loan.ts';
import { REQUEST_LOAN } from './request-loan.ts';
import type { Requirement } from './requirement.ts';
import { SERVICE } from './service.ts';
import { SESSION } from './session.ts';
import { UPDATE_APPLICATION } from './update-application.ts';
import { VERSIONING } from './versioning.ts';

export type { Level, Requirement } from './requirement.ts';

/** Every statement of the specification, in the order of its sections. */
export const REGISTER: readonly Requirement[] = [
  ...SERVICE,
  ...SESSION,
  ...LOGIN,
  ...REFRESH,
  ...LOGOUT,
  ...ORGANISATION_PREFERENCE,
  ...AWAITING_PAYMENTS,
  ...REQUEST_LOAN,
  ...UPDATE_APPLICATION,
  ...REPAY_LOAN,
  ...PORTFOLIOS,
  ...AUTHENTICATION,
  ...EVENTS,
  ...ERRORS,
  ...LIMITS,
  ...VERSIONING,
];

const byId = new Map(REGISTER.map((row) => [row.id, row]));

/**
 * The requirement with that id.
 *
 * @throws Error when there is none.
 */
export function requirement(id: string): Requirement {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`The register has no requirement ${id}`);
  return found;
}
