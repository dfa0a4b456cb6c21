import type { Check } from '../check.ts';
import { RULE_CHECKS } from '../rules/rule-checks.ts';
import { keySequenceChecks } from '../sequences/keys.ts';
import { offerSequenceChecks } from '../sequences/offers.ts';
import { sessionSequenceChecks } from '../sequences/sessions.ts';
import { inSituations } from '../situations/in-situations.ts';
import { apiTokenChecks } from './api-tokens.ts';
import { authDateChecks } from './auth-date.ts';
import { authenticationChecks } from './authentication.ts';
import { awaitingPaymentsChecks } from './awaiting-payments.ts';
import { awaitingPaymentsCallerChecks } from './awaiting-payments-callers.ts';
import { awaitingPaymentsFieldChecks } from './awaiting-payments-fields.ts';
import { awaitingPaymentsFilterChecks } from './awaiting-payments-filters.ts';
import { awaitingPaymentsNarrowRangeChecks } from './awaiting-payments-narrow-ranges.ts';
import { awaitingPaymentsPagingChecks } from './awaiting-payments-paging.ts';
import { awaitingPaymentsRangeChecks } from './awaiting-payments-range.ts';
import { awaitingPaymentsRefusalChecks } from './awaiting-payments-refusals.ts';
import { awaitingPaymentsRelationChecks } from './awaiting-payments-relations.ts';
import { awaitingPaymentsSearchChecks } from './awaiting-payments-search.ts';
import { bearerChecks } from './bearer.ts';
import { idempotencyChecks } from './idempotency.ts';
import { idempotencyAfterRefreshChecks } from './idempotency-after-refresh.ts';
import { headerErrorObservations } from './lending-headers.ts';
import { lendingHostChecks } from './lending-host.ts';
import { loginChecks, loginRefusalChecks } from './login.ts';
import { logoutChecks } from './logout.ts';
import { organisationPreferenceChecks } from './organisation-preference.ts';
import { portfoliosChecks } from './portfolios.ts';
import { portfoliosCallerChecks } from './portfolios-callers.ts';
import { portfoliosEntryChecks } from './portfolios-entries.ts';
import { portfoliosPagingChecks } from './portfolios-paging.ts';
import { portfoliosRelationChecks } from './portfolios-relations.ts';
import { refreshChecks } from './refresh.ts';
import { refreshedSessionChecks } from './refreshed-sessions.ts';
import { repayLoanChecks } from './repay-loan.ts';
import { repayLoanAmountChecks } from './repay-loan-amounts.ts';
import { repayLoanFieldChecks } from './repay-loan-fields.ts';
import { repayLoanScenarioChecks } from './repay-loan-scenarios.ts';
import { requestLoanChecks } from './request-loan.ts';
import { requestLoanFieldChecks } from './request-loan-fields.ts';
import { sessionFieldChecks } from './session-fields.ts';
import { updateApplicationChecks } from './update-application.ts';
import { updateApplicationStateChecks } from './update-application-states.ts';
import { wholeRunChecks } from './whole-run.ts';

/** All checks of one endpoint or topic, in the order of the specification. */
const OF_TOPICS: readonly Check[] = [
  ...loginChecks,
  ...sessionFieldChecks,
  ...refreshChecks,
  ...logoutChecks,
  ...organisationPreferenceChecks,
  ...awaitingPaymentsChecks,
  ...awaitingPaymentsFieldChecks,
  ...awaitingPaymentsFilterChecks,
  ...awaitingPaymentsRangeChecks,
  ...awaitingPaymentsPagingChecks,
  ...awaitingPaymentsSearchChecks,
  ...awaitingPaymentsRelationChecks,
  ...awaitingPaymentsNarrowRangeChecks,
  ...awaitingPaymentsRefusalChecks,
  ...awaitingPaymentsCallerChecks,
  ...requestLoanChecks,
  ...requestLoanFieldChecks,
  ...updateApplicationChecks,
  ...updateApplicationStateChecks,
  ...repayLoanChecks,
  ...repayLoanFieldChecks,
  ...repayLoanScenarioChecks,
  ...repayLoanAmountChecks,
  ...idempotencyChecks,
  ...idempotencyAfterRefreshChecks,
  ...headerErrorObservations,
  ...authDateChecks,
  ...portfoliosChecks,
  ...portfoliosEntryChecks,
  ...portfoliosPagingChecks,
  ...portfoliosRelationChecks,
  ...portfoliosCallerChecks,
  ...authenticationChecks,
  ...bearerChecks,
  ...apiTokenChecks,
  ...lendingHostChecks,
];

/** Every check of the suite: failed logins at the end, then the rules, then the whole run. */
export const CHECKS: readonly Check[] = [
  ...OF_TOPICS,
  ...refreshedSessionChecks(OF_TOPICS),
  ...offerSequenceChecks,
  ...keySequenceChecks,
  ...sessionSequenceChecks,
  ...loginRefusalChecks,
  ...RULE_CHECKS,
  ...wholeRunChecks,
].map(inSituations);
