import { awaitingPaymentsFaults } from './awaiting-payments/awaiting-payments.ts';
import { awaitingPaymentsCalendarFaults } from './awaiting-payments/calendar.ts';
import { awaitingPaymentsCallerFaults } from './awaiting-payments/callers.ts';
import { awaitingPaymentsFailureFaults } from './awaiting-payments/failures.ts';
import { awaitingPaymentsFieldFaults } from './awaiting-payments/fields.ts';
import { awaitingPaymentsFilterFaults } from './awaiting-payments/filters.ts';
import { listingSituationFaults } from './awaiting-payments/listing-situations.ts';
import { listingViewFaults } from './awaiting-payments/listing-views.ts';
import { awaitingPaymentsPagingFaults } from './awaiting-payments/paging.ts';
import { awaitingPaymentsRefusalFaults } from './awaiting-payments/refusals.ts';
import { awaitingPaymentsSearchFaults } from './awaiting-payments/search.ts';
import { awaitingPaymentsSearchErrorFaults } from './awaiting-payments/search-errors.ts';
import { everyExchangeFaults } from './every-exchange.ts';
import { failingEndpointFaults } from './failing-endpoints.ts';
import type { Fault } from './fault.ts';
import { keptAnswerFaults } from './kept-answers.ts';
import { contentTypeFaults } from './kinds/content-types.ts';
import { emptyHeaderFaults } from './kinds/empty-headers.ts';
import { headerNameFaults } from './kinds/header-names.ts';
import { headersOnTheWayFaults } from './kinds/headers-on-the-way.ts';
import { authDateFaults } from './lending/auth-dates.ts';
import { formsTogetherFaults } from './lending/forms-together.ts';
import { idempotencyFaults } from './lending/idempotency.ts';
import { lendingHostFaults } from './lending/lending-host.ts';
import { nearKeyFaults } from './lending/near-keys.ts';
import { newApplicationFaults } from './lending/new-applications.ts';
import { oneOpenApplicationFaults } from './lending/one-open-application.ts';
import { refusedRepeatFaults } from './lending/refused-repeats.ts';
import { requestLoanFaults } from './lending/request-loan.ts';
import { requestLoanFieldFaults } from './lending/request-loan-fields.ts';
import { keySequenceFaults } from './lending/sequences-keys.ts';
import { nearIdFaults } from './near-ids.ts';
import { offerSequenceFaults } from './offers/sequences-offers.ts';
import { applicantFaults, keyOfAnybodyFault, staffOfferFaults } from './offers/staff.ts';
import { updateApplicationFaults } from './offers/update-application.ts';
import { updateApplicationOwnershipFaults } from './offers/update-application-ownership.ts';
import { updateApplicationRefusalFaults } from './offers/update-application-refusals.ts';
import { updateApplicationStateFaults } from './offers/update-application-states.ts';
import { portfolioPageFaults } from './portfolio-pages.ts';
import { portfolioFaults } from './portfolios.ts';
import { keysOfShortLoansFaults } from './repayments/keys-of-short-loans.ts';
import { repayLoanFaults } from './repayments/repay-loan.ts';
import { repayLoanAgainFaults } from './repayments/repay-loan-again.ts';
import { repayLoanFieldFaults } from './repayments/repay-loan-fields.ts';
import { repayLoanScenarioFaults } from './repayments/repay-loan-scenarios.ts';
import { repayLoanSituationFaults } from './repayments/repay-loan-situations.ts';
import { repeatFaults } from './repeats-and-restarts.ts';
import { endedByOthersFaults } from './sessions/ended-by-others.ts';
import { loginFaults } from './sessions/login.ts';
import { loginOrderFaults } from './sessions/login-orders.ts';
import { logoutFaults } from './sessions/logout.ts';
import { preferenceFaults } from './sessions/preferences.ts';
import { refreshFaults } from './sessions/refresh.ts';
import { refreshChainFaults } from './sessions/refresh-chain.ts';
import { refreshRefusalFaults } from './sessions/refresh-refusals.ts';
import { refreshedSessionFaults } from './sessions/refreshed-sessions.ts';
import { sessionSequenceFaults } from './sessions/sequences-sessions.ts';
import { sessionFaults } from './sessions/session.ts';
import { sharedDeviceFaults } from './sessions/shared-device.ts';
import { tokenFormFaults } from './sessions/token-forms.ts';
import { usersAtOnceFaults } from './sessions/users-at-once.ts';
import { wrongLoginFaults } from './sessions/wrong-logins.ts';
import { tellingRefusalFaults } from './telling-refusals.ts';
import { acceptedTokenFaults } from './tokens/accepted-tokens.ts';
import { apiTokenRefusalFaults } from './tokens/api-token-refusals.ts';
import { apiTokenRightFaults } from './tokens/api-token-rights.ts';
import { bearerFaults } from './tokens/bearer.ts';
import { besideOtherFaults } from './tokens/beside-other-faults.ts';
import { claimedIdentityFaults } from './tokens/claimed-identity.ts';
import { nearlyGoodTokenFaults } from './tokens/nearly-good-tokens.ts';
import { otherPathFaults } from './tokens/other-paths.ts';
import { refreshRotationFaults } from './tokens/refresh-rotation.ts';
import { refreshTokenFaults } from './tokens/refresh-tokens.ts';
import { refusedTokenFaults } from './tokens/refused-tokens.ts';
import { wholeRunFaults } from './whole-run.ts';
import { wrongValueFaults } from './wrong-values.ts';

/** Every seeded fault, in the order of the specification. */
export const FAULTS: readonly Fault[] = [
  ...loginFaults,
  ...wrongLoginFaults,
  ...sessionFaults,
  ...tokenFormFaults,
  ...refreshFaults,
  ...refreshChainFaults,
  ...refreshRefusalFaults,
  ...logoutFaults,
  ...preferenceFaults,
  ...failingEndpointFaults,
  ...awaitingPaymentsFaults,
  ...awaitingPaymentsCallerFaults,
  ...awaitingPaymentsFieldFaults,
  ...awaitingPaymentsFilterFaults,
  ...awaitingPaymentsPagingFaults,
  ...awaitingPaymentsSearchFaults,
  ...awaitingPaymentsSearchErrorFaults,
  ...awaitingPaymentsRefusalFaults,
  ...awaitingPaymentsCalendarFaults,
  ...awaitingPaymentsFailureFaults,
  ...requestLoanFaults,
  ...requestLoanFieldFaults,
  ...newApplicationFaults,
  ...oneOpenApplicationFaults,
  ...keysOfShortLoansFaults,
  ...updateApplicationFaults,
  ...updateApplicationRefusalFaults,
  ...updateApplicationStateFaults,
  ...updateApplicationOwnershipFaults,
  ...repayLoanFaults,
  ...repayLoanFieldFaults,
  ...repayLoanScenarioFaults,
  ...idempotencyFaults,
  ...authDateFaults,
  ...emptyHeaderFaults,
  ...headersOnTheWayFaults,
  ...headerNameFaults,
  ...contentTypeFaults,
  ...portfolioFaults,
  ...refusedTokenFaults,
  ...otherPathFaults,
  ...apiTokenRefusalFaults,
  ...claimedIdentityFaults,
  ...nearlyGoodTokenFaults,
  ...refreshRotationFaults,
  ...refreshTokenFaults,
  ...bearerFaults,
  ...acceptedTokenFaults,
  ...apiTokenRightFaults,
  ...lendingHostFaults,
  ...formsTogetherFaults,
  ...wholeRunFaults,
  ...everyExchangeFaults,
  ...repeatFaults,
  ...refusedRepeatFaults,
  ...refreshedSessionFaults,
  ...listingSituationFaults,
  ...listingViewFaults,
  ...loginOrderFaults,
  ...portfolioPageFaults,
  ...keptAnswerFaults,
  ...nearIdFaults,
  ...tellingRefusalFaults,
  ...besideOtherFaults,
  ...repayLoanAgainFaults,
  ...repayLoanSituationFaults,
  ...staffOfferFaults,
  ...applicantFaults,
  keyOfAnybodyFault,
  ...nearKeyFaults,
  ...wrongValueFaults,
  ...usersAtOnceFaults,
  ...sessionSequenceFaults,
  ...sharedDeviceFaults,
  ...endedByOthersFaults,
  ...offerSequenceFaults,
  ...keySequenceFaults,
];
