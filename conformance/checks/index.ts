import type { Check } from '../check.ts';
import { apiTokenChecks } from './api-tokens.ts';
import { authenticationChecks } from './authentication.ts';
import { awaitingPaymentsChecks } from './awaiting-payments.ts';
import { awaitingPaymentsCallerChecks } from './awaiting-payments-callers.ts';
import { awaitingPaymentsFieldChecks } from './awaiting-payments-fields.ts';
import { awaitingPaymentsFilterChecks } from './awaiting-payments-filters.ts';
import { awaitingPaymentsPagingChecks } from './awaiting-payments-paging.ts';
import { awaitingPaymentsRangeChecks } from './awaiting-payments-range.ts';
import { awaitingPaymentsRefusalChecks } from './awaiting-payments-refusals.ts';
import { awaitingPaymentsSearchChecks } from './awaiting-payments-search.ts';
import { bearerChecks } from './bearer.ts';
import { loginChecks, loginRefusalChecks } from './login.ts';
import { logoutChecks } from './logout.ts';
import { organisationPreferenceChecks } from './organisation-preference.ts';
import { refreshChecks } from './refresh.ts';
import { sessionFieldChecks } from './session-fields.ts';

/** Every check of the suite, in the order of the specification; failed logins at the end. */
export const CHECKS: readonly Check[] = [
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
  ...awaitingPaymentsRefusalChecks,
  ...awaitingPaymentsCallerChecks,
  ...authenticationChecks,
  ...bearerChecks,
  ...apiTokenChecks,
  ...loginRefusalChecks,
];
