import { acceptedTokenFaults } from './accepted-tokens.ts';
import { awaitingPaymentsFieldFaults } from './awaiting-payments-fields.ts';
import { awaitingPaymentsListingFaults } from './awaiting-payments-listing.ts';
import { awaitingPaymentsRefusalFaults } from './awaiting-payments-refusals.ts';
import { failingEndpointFaults } from './failing-endpoints.ts';
import type { Fault } from './fault.ts';
import { idempotencyFaults } from './idempotency.ts';
import { loginFaults } from './login.ts';
import { portfolioFaults } from './portfolios.ts';
import { refreshFaults } from './refresh.ts';
import { refusedTokenFaults } from './refused-tokens.ts';
import { repayLoanFaults } from './repay-loan.ts';
import { repayLoanScenarioFaults } from './repay-loan-scenarios.ts';
import { requestLoanFaults } from './request-loan.ts';
import { sessionFaults } from './session.ts';
import { updateApplicationFaults } from './update-application.ts';

/** Every seeded fault, in the order of the specification. */
export const FAULTS: readonly Fault[] = [
  ...loginFaults,
  ...sessionFaults,
  ...refreshFaults,
  ...failingEndpointFaults,
  ...awaitingPaymentsFieldFaults,
  ...awaitingPaymentsListingFaults,
  ...awaitingPaymentsRefusalFaults,
  ...requestLoanFaults,
  ...updateApplicationFaults,
  ...repayLoanFaults,
  ...repayLoanScenarioFaults,
  ...idempotencyFaults,
  ...portfolioFaults,
  ...refusedTokenFaults,
  ...acceptedTokenFaults,
];
