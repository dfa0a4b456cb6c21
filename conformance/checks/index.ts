import type { Check } from '../check.ts';
import { RULE_CHECKS } from '../rules/rule-checks.ts';
import { keySequenceChecks } from '../sequences/keys.ts';
import { offerSequenceChecks } from '../sequences/offers.ts';
import { sessionSequenceChecks } from '../sequences/sessions.ts';
import { sessionsOfOneUserChecks } from '../sequences/sessions-of-one-user.ts';
import { sharedDeviceCheck } from '../sequences/shared-device.ts';
import { usersAtOnceChecks } from '../sequences/users-at-once.ts';
import { inSituations } from '../situations/in-situations.ts';
import { whereListsGrow } from '../situations/listings/growing-lists.ts';
import { awaitingPaymentsChecks } from './awaiting-payments/awaiting-payments.ts';
import { awaitingPaymentsCalendarChecks } from './awaiting-payments/calendar.ts';
import { awaitingPaymentsCallerChecks } from './awaiting-payments/callers.ts';
import { awaitingPaymentsFilterChecks } from './awaiting-payments/filters.ts';
import { fuzzySearchChecks } from './awaiting-payments/fuzzy-search.ts';
import { organisationPaymentsCheck } from './awaiting-payments/organisation-payments.ts';
import { awaitingPaymentsPagingChecks } from './awaiting-payments/paging.ts';
import { awaitingPaymentsLongRangeCheck } from './awaiting-payments/ranges/long-ranges.ts';
import { awaitingPaymentsNarrowRangeCheck } from './awaiting-payments/ranges/narrow-ranges.ts';
import { awaitingPaymentsRangeChecks } from './awaiting-payments/ranges/range.ts';
import { awaitingPaymentsRangeEndsCheck } from './awaiting-payments/ranges/range-ends.ts';
import { searchInRangesCheck } from './awaiting-payments/ranges/search-in-ranges.ts';
import { awaitingPaymentsRefusalChecks } from './awaiting-payments/refusals.ts';
import { awaitingPaymentsRelationChecks } from './awaiting-payments/relations.ts';
import { sameMomentCheck } from './awaiting-payments/same-moment.ts';
import { awaitingPaymentsSearchChecks } from './awaiting-payments/search.ts';
import { searchInAnySizeCheck } from './awaiting-payments/search-in-any-size.ts';
import { idempotencyAfterRefreshChecks } from './idempotency/after-refresh.ts';
import { forbiddenRepeatChecks } from './idempotency/forbidden-repeats.ts';
import { mendedRequestChecks } from './idempotency/mended-requests.ts';
import { refusedRepeatChecks } from './idempotency/refused-repeats.ts';
import { idempotencyChecks } from './idempotency/repeats.ts';
import { deepBodyCheck } from './kinds/deep-body.ts';
import { emptyHeaderChecks } from './kinds/empty-headers.ts';
import { refusedFormChecks } from './kinds/refused-forms.ts';
import { authDateChecks } from './lending/auth-date.ts';
import { leapDayCheck } from './lending/leap-day.ts';
import { lendingAfterRefreshChecks } from './lending/lending-after-refresh.ts';
import { headerErrorObservations } from './lending/lending-headers.ts';
import { lendingHostChecks } from './lending/lending-host.ts';
import { newApplicationChecks } from './lending/new-application.ts';
import { requestLoanChecks } from './lending/request-loan.ts';
import { requestLoanFieldChecks } from './lending/request-loan-fields.ts';
import { updateApplicationChecks } from './offers/update-application.ts';
import { answersByOthersChecks } from './offers/update-application-by-others.ts';
import { updateApplicationStateChecks } from './offers/update-application-states.ts';
import { portfoliosCallerChecks } from './portfolios/callers.ts';
import { portfoliosEntryChecks } from './portfolios/entries.ts';
import { portfoliosOddPageChecks } from './portfolios/odd-pages.ts';
import { portfoliosPagingChecks } from './portfolios/paging.ts';
import { portfoliosChecks } from './portfolios/portfolios.ts';
import { portfoliosRelationChecks } from './portfolios/relations.ts';
import { repayLoanChecks } from './repayments/repay-loan.ts';
import { repayLoanAgainChecks } from './repayments/repay-loan-again.ts';
import { repayLoanAmountChecks } from './repayments/repay-loan-amounts.ts';
import { repayLoanFieldChecks } from './repayments/repay-loan-fields.ts';
import { repayLoanRestChecks } from './repayments/repay-loan-rest.ts';
import { repayLoanScenarioChecks } from './repayments/repay-loan-scenarios.ts';
import { afterLogoutChecks, revokedForGoodCheck } from './sessions/after-logout.ts';
import { loginChecks } from './sessions/login.ts';
import { loginOrderCheck, loginPlatformChecks } from './sessions/login-orders.ts';
import { loginRefusalChecks } from './sessions/login-refusals.ts';
import { logoutChecks } from './sessions/logout.ts';
import { onPlatformChecks } from './sessions/on-platforms.ts';
import { organisationPreferenceChecks } from './sessions/organisation-preference.ts';
import { expiredSessionChecks } from './sessions/refresh/expired-session.ts';
import { refreshChecks } from './sessions/refresh/refresh.ts';
import { refreshChainCheck } from './sessions/refresh/refresh-chain.ts';
import { refreshHeaderChecks } from './sessions/refresh/refresh-headers.ts';
import { refreshRefusalChecks } from './sessions/refresh/refresh-refusals.ts';
import { refreshRotationChecks } from './sessions/refresh/refresh-rotation.ts';
import { refreshedSessionChecks } from './sessions/refresh/refreshed-sessions.ts';
import { rolesAfterRefreshCheck } from './sessions/refresh/roles-after-refresh.ts';
import { sessionFieldChecks } from './sessions/session-fields.ts';
import { apiTokenRightChecks } from './tokens/api-token-rights.ts';
import { apiTokenChecks } from './tokens/api-tokens.ts';
import { authenticationChecks } from './tokens/authentication.ts';
import { bearerChecks } from './tokens/bearer.ts';
import { deadApiTokenChecks } from './tokens/dead-api-tokens.ts';
import { goodTokenChecks } from './tokens/good-tokens.ts';
import { otherPathChecks } from './tokens/other-paths.ts';
import { wholeRunChecks } from './whole-run.ts';

/** All checks of one endpoint or topic, in the order of the specification. */
const OF_TOPICS: readonly Check[] = [
  ...loginChecks,
  ...sessionFieldChecks,
  ...refreshChecks,
  ...expiredSessionChecks,
  ...refreshHeaderChecks,
  refreshChainCheck,
  ...refreshRotationChecks,
  ...refreshRefusalChecks,
  ...logoutChecks,
  ...afterLogoutChecks,
  ...organisationPreferenceChecks,
  ...awaitingPaymentsChecks,
  ...awaitingPaymentsFilterChecks,
  ...awaitingPaymentsRangeChecks,
  ...awaitingPaymentsPagingChecks,
  ...awaitingPaymentsSearchChecks,
  ...fuzzySearchChecks,
  ...awaitingPaymentsRelationChecks,
  searchInAnySizeCheck,
  sameMomentCheck,
  awaitingPaymentsNarrowRangeCheck,
  awaitingPaymentsRangeEndsCheck,
  awaitingPaymentsLongRangeCheck,
  searchInRangesCheck,
  ...awaitingPaymentsRefusalChecks,
  ...awaitingPaymentsCalendarChecks,
  ...awaitingPaymentsCallerChecks,
  organisationPaymentsCheck,
  ...requestLoanChecks,
  ...requestLoanFieldChecks,
  ...updateApplicationChecks,
  ...updateApplicationStateChecks,
  ...answersByOthersChecks,
  ...repayLoanChecks,
  ...repayLoanFieldChecks,
  ...repayLoanScenarioChecks,
  ...repayLoanAmountChecks,
  ...repayLoanAgainChecks,
  ...repayLoanRestChecks,
  ...idempotencyChecks,
  ...forbiddenRepeatChecks,
  ...refusedRepeatChecks,
  ...mendedRequestChecks,
  ...idempotencyAfterRefreshChecks,
  ...headerErrorObservations,
  ...authDateChecks,
  leapDayCheck,
  deepBodyCheck,
  ...portfoliosChecks,
  ...portfoliosEntryChecks,
  ...portfoliosPagingChecks,
  ...portfoliosRelationChecks,
  ...portfoliosOddPageChecks,
  ...portfoliosCallerChecks,
  ...emptyHeaderChecks,
  ...authenticationChecks,
  ...otherPathChecks,
  ...bearerChecks,
  ...goodTokenChecks,
  ...apiTokenChecks,
  ...deadApiTokenChecks,
  ...lendingHostChecks,
  ...newApplicationChecks,
];

/** Every check of the suite: failed logins at the end, then the rules, then the whole run. */
export const CHECKS: readonly Check[] = [
  ...OF_TOPICS,
  ...refreshedSessionChecks(OF_TOPICS),
  rolesAfterRefreshCheck,
  ...lendingAfterRefreshChecks,
  ...apiTokenRightChecks(OF_TOPICS),
  ...offerSequenceChecks,
  ...keySequenceChecks,
  ...usersAtOnceChecks,
  ...sessionsOfOneUserChecks,
  sharedDeviceCheck,
  ...sessionSequenceChecks,
  revokedForGoodCheck,
  loginOrderCheck,
  ...loginPlatformChecks,
  ...onPlatformChecks,
  ...loginRefusalChecks,
  ...RULE_CHECKS,
  ...refusedFormChecks,
  ...wholeRunChecks,
].map((check) => whereListsGrow(inSituations(check)));
