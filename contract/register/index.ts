import { AUTHENTICATION } from './authentication.ts';
import { AWAITING_PAYMENT } from './bodies/awaiting-payment.ts';
import { LOAN_APPLICATION } from './bodies/loan-application.ts';
import { LOAN_APPLICATION_REQUEST } from './bodies/loan-application-request.ts';
import { REPAYMENT_RECORD } from './bodies/repayment-record.ts';
import { REPAYMENT_REQUEST } from './bodies/repayment-request.ts';
import { SESSION } from './bodies/session.ts';
import { AWAITING_PAYMENTS } from './endpoints/awaiting-payments.ts';
import { LOGIN } from './endpoints/login.ts';
import { LOGOUT } from './endpoints/logout.ts';
import { ORGANISATION_PREFERENCE } from './endpoints/organisation-preference.ts';
import { PORTFOLIOS } from './endpoints/portfolios.ts';
import { REFRESH } from './endpoints/refresh.ts';
import { REPAY_LOAN } from './endpoints/repay-loan.ts';
import { REPAYMENT_SCENARIOS } from './endpoints/repayment-scenarios.ts';
import { REQUEST_LOAN } from './endpoints/request-loan.ts';
import { UPDATE_APPLICATION } from './endpoints/update-application.ts';
import { ERRORS } from './errors.ts';
import { EVENTS } from './events.ts';
import { LIMITS } from './limits.ts';
import { PERMISSION_MATRIX } from './permission-matrix.ts';
import type { Requirement } from './requirement.ts';
import { SERVICE } from './service.ts';
import { VERSIONING } from './versioning.ts';

export type { Level, Requirement } from './requirement.ts';

/** Every statement of the specification, grouped by endpoint and then by topic. */
export const REGISTER: readonly Requirement[] = [
  ...SERVICE,
  ...SESSION,
  ...LOGIN,
  ...REFRESH,
  ...LOGOUT,
  ...ORGANISATION_PREFERENCE,
  ...AWAITING_PAYMENT,
  ...AWAITING_PAYMENTS,
  ...LOAN_APPLICATION_REQUEST,
  ...REQUEST_LOAN,
  ...LOAN_APPLICATION,
  ...UPDATE_APPLICATION,
  ...REPAYMENT_RECORD,
  ...REPAY_LOAN,
  ...REPAYMENT_REQUEST,
  ...REPAYMENT_SCENARIOS,
  ...PORTFOLIOS,
  ...AUTHENTICATION,
  ...PERMISSION_MATRIX,
  ...EVENTS,
  ...ERRORS,
  ...LIMITS,
  ...VERSIONING,
];

/**
 * The musts that nobody can see from outside, each with its `reason`: no verdict says anything of
 * them. What repeats a checked one (`sameAs`) is not among them.
 */
export const UNSEEN_MUSTS: readonly Requirement[] = REGISTER.filter(
  ({ level, checked }) => level === 'must' && checked !== 'black-box',
);

const byId = new Map(REGISTER.map((row) => [row.id, row]));

/**
 * The requirement with that id.
 *
 * @throws Error when there is none.
 */
export function requirement(id: string): Requirement {
  const found = byId.get(id);
  if (found === undefined) {
    throw new Error(`The register has no requirement ${id}`);
  }
  return found;
}
