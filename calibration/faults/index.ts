import { acceptedTokenFaults } from './accepted-tokens.ts';
import { authDateFaults } from './auth-dates.ts';
import { awaitingPaymentsFaults } from './awaiting-payments.ts';
import { awaitingPaymentsCallerFaults } from './awaiting-payments-callers.ts';
import { awaitingPaymentsFailureFaults } from './awaiting-payments-failures.ts';
import { awaitingPaymentsFieldFaults } from './awaiting-payments-fields.ts';
import { awaitingPaymentsFilterFaults } from './awaiting-payments-filters.ts';
import { awaitingPaymentsPagingFaults } from './awaiting-payments-paging.ts';
import { awaitingPaymentsRefusalFaults } from './awaiting-payments-refusals.ts';
import { awaitingPaymentsSearchFaults } from './awaiting-payments-search.ts';
import { contentTypeFaults } from './content-types.ts';
import { everyExchangeFaults } from './every-exchange.ts';
import { failingEndpointFaults } from './failing-endpoints.ts';
import type { Fault } from './fault.ts';
import { idempotencyFaults } from './idempotency.ts';
import { lendingHostFaults } from './lending-host.ts';
import { listingSituationFaults } from './listing-situations.ts';
import { loginFaults } from './login.ts';
import { logoutFaults } from './logout.ts';
import { portfolioFaults } from './portfolios.ts';
import { refreshFaults } from './refresh.ts';
import { refreshedSessionFaults } from './refreshed-sessions.ts';
import { refusedTokenFaults } from './refused-tokens.ts';
import { repayLoanFaults } from './repay-loan.ts';
import { repayLoanFieldFaults } from './repay-loan-fields.ts';
import { repayLoanScenarioFaults } from './repay-loan-scenarios.ts';
import { repeatFaults } from './repeats-and-restarts.ts';
import { requestLoanFaults } from './request-loan.ts';
import { requestLoanFieldFaults } from './request-loan-fields.ts';
import { keySequenceFaults } from './sequences-keys.ts';
import { offerSequenceFaults } from './sequences-offers.ts';
import { sessionSequenceFaults } from './sequences-sessions.ts';
import { sessionFaults } from './session.ts';
import { updateApplicationFaults } from './update-application.ts';
import { updateApplicationStateFaults } from './update-application-states.ts';
import { wholeRunFaults } from './whole-run.ts';
import { wrongValueFaults } from './wrong-values.ts';

/** Every seeded fault, in the order of the specification. */
export const FAULTS: readonly Fault[] = [
  ...loginFaults,
  ...sessionFaults,
  ...refreshFaults,
  ...logoutFaults,
  ...failingEndpointFaults,
  ...awaitingPaymentsFaults,
  ...awaitingPaymentsCallerFaults,
  ...awaitingPaymentsFieldFaults,
  ...awaitingPaymentsFilterFaults,
  ...awaitingPaymentsPagingFaults,
  ...awaitingPaymentsSearchFaults,
  ...awaitingPaymentsRefusalFaults,
  ...awaitingPaymentsFailureFaults,
  ...requestLoanFaults,
  ...requestLoanFieldFaults,
  ...updateApplicationFaults,
  ...updateApplicationStateFaults,
  ...repayLoanFaults,
  ...repayLoanFieldFaults,
  ...repayLoanScenarioFaults,
  ...idempotencyFaults,
  ...authDateFaults,
  ...contentTypeFaults,
  ...portfolioFaults,
  ...refusedTokenFaults,
  ...acceptedTokenFaults,
  ...lendingHostFaults,
  ...wholeRunFaults,
  ...everyExchangeFaults,
  ...repeatFaults,
  ...refreshedSessionFaults,
  ...listingSituationFaults,
  ...wrongValueFaults,
  ...sessionSequenceFaults,
  ...offerSequenceFaults,
  ...keySequenceFaults,
];
