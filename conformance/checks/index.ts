import type { Check } from '../check.ts';
import { apiTokenChecks } from './api-tokens.ts';
import { authenticationChecks } from './authentication.ts';
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
  ...authenticationChecks,
  ...bearerChecks,
  ...apiTokenChecks,
  ...loginRefusalChecks,
];
