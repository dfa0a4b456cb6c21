import type { Sentences } from './sentences.ts';

const UNAUTHENTICATED =
  'Invalid or expired access token, missing token header, malformed JWT HTTP 401';
const FORBIDDEN =
  "Insufficient permission, role lacks access, or access to another user's data HTTP 403";
const FORBIDDEN_BODY =
  "HTTP 403; body has error (string, e.g. forbidden), message (string), role (string, caller's role)";
const SCENARIOS = 'Repayment error scenarios (the body has status FAILED and an error message): …';

/** What sections 6 to 9 say: events, errors, limits and versions. */
export const ERROR_SENTENCES: Sentences = {
  '6': {
    webhooks:
      'Webhooks (real-time notifications, including authentication events) are mentioned. Event kinds, payloads, delivery and signing: not shown.',
  },
  '7': {
    '401 missing': UNAUTHENTICATED,
    '401 malformed': UNAUTHENTICATED,
    '401 invalid': UNAUTHENTICATED,
    '401 expired': UNAUTHENTICATED,
    '401 recovery': 'HTTP 401; the client may refresh the token and retry, else log in again',
    '403 role-lacks-access': FORBIDDEN,
    '403 other-users-data': FORBIDDEN,
    '403 error': FORBIDDEN_BODY,
    '403 message': FORBIDDEN_BODY,
    '403 role': FORBIDDEN_BODY,
    'awaiting-payments-failure': 'Awaiting-payments failure body status FAILED, with message',
    'update-application-error': 'Update-application when status is not OFFER_SENT error',
    'scenario loan-not-found': `${SCENARIOS} no active loan for the customer id`,
    'scenario loan-closed': `${SCENARIOS} loan already closed`,
    'scenario unauthorized': `${SCENARIOS} customer id differs from the authenticated user`,
    'scenario manual-not-allowed': `${SCENARIOS} loan uses third-party collection`,
    'scenario invalid-amount': `${SCENARIOS} amount is zero, negative, or above the total payable`,
    'scenario bank-account-mismatch': `${SCENARIOS} bank account does not belong to the customer`,
    'scenario missing-loan-application': `${SCENARIOS} the customer's loan record lacks a loan application id`,
    scenarios: SCENARIOS,
    'scenario-codes':
      'HTTP status codes for the repayment scenarios and the name of the error-message field: not shown.',
    'request-loan-errors':
      'Validation errors of request-loan and of the idempotency and x-fapi headers: not shown.',
    'header-errors':
      'Validation errors of request-loan and of the idempotency and x-fapi headers: not shown.',
  },
  '8': {
    'access-token-lifetime': 'Access token lifetime 3600 seconds',
    'api-token-lifetimes':
      'API token lifetime choices 24 hours, 1 month, 3 months, 6 months, 1 year',
    'awaiting-payments-size': 'awaiting-payments page size default 20; page default 1',
    'awaiting-payments-page': 'awaiting-payments page size default 20; page default 1',
    'portfolios-size': 'portfolios page size default 10; recommended maximum 50; page starts at 1',
    'portfolios-maximum':
      'portfolios page size default 10; recommended maximum 50; page starts at 1',
    'portfolios-page': 'portfolios page size default 10; recommended maximum 50; page starts at 1',
    'repayment-amount': 'repaymentAmount greater than 0 and at most the total payable',
    'date-format': 'awaiting-payments date format dd/MM/yyyy',
    'rate-limits': 'Rate limits and request-size limits: not shown.',
  },
  '9': {
    'v6-services':
      '/api/v6/services/... for security management, payment management, admin preference and request-loan',
    'v1-services-user': '/api/v1/services/user/... for repay-loan and update-application',
    'v1-user': '/api/v1/user/... for portfolios.',
    deprecation: 'Deprecation policy and compatibility rules: not shown.',
  },
};
