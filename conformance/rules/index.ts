import { answerJsonRules } from './answer-json-rules.ts';
import {
  awaitingPaymentsFailureRules,
  cashierRule,
} from './awaiting-payments/awaiting-payments-failure-rules.ts';
import { awaitingPaymentsRules } from './awaiting-payments/awaiting-payments-rules.ts';
import { paymentFieldRules } from './awaiting-payments/payment-fields-rules.ts';
import { paymentViewsRule } from './awaiting-payments/payment-views-rule.ts';
import { failedRepaymentsRule } from './failed-repayments-rule.ts';
import { ownRepaymentsRule } from './own-repayments-rule.ts';
import { portfoliosRules } from './portfolios-rule.ts';
import { refusalRules } from './refusal-rules.ts';
import { repayLoanRules } from './repay-loan-rules.ts';
import { repaymentRecordRule } from './repayment-record-rule.ts';
import { requestLoanRules } from './request-loan-rules.ts';
import type { Rule } from './rule.ts';
import { livingTokenRules, logoutRule } from './sessions/living-token-rules.ts';
import { permissionRules } from './sessions/permission-rules.ts';
import { preferenceRules } from './sessions/preference-rules.ts';
import { refreshRules } from './sessions/refresh-rules.ts';
import { sessionRules } from './sessions/session-rules.ts';
import { updateApplicationRules } from './update-application-rules.ts';

/** Every rule that is judged on every exchange, in the order of the specification. */
export const RULES: readonly Rule[] = [
  ...sessionRules,
  ...permissionRules,
  ...refreshRules,
  ...preferenceRules,
  ...paymentFieldRules,
  ...awaitingPaymentsRules,
  paymentViewsRule,
  ...awaitingPaymentsFailureRules,
  cashierRule,
  ...requestLoanRules,
  ...updateApplicationRules,
  ...repayLoanRules,
  repaymentRecordRule,
  failedRepaymentsRule,
  ownRepaymentsRule,
  ...portfoliosRules,
  ...refusalRules,
  ...livingTokenRules,
  logoutRule,
  ...answerJsonRules,
];
