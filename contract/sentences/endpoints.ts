import type { Sentences } from './sentences.ts';

const WHAT_IS_RETURNED =
  'Returns the awaiting payments of the authenticated customer or organisation within the date range and currency.';
const PAYMENTS_QUERY =
  'Query parameters (both optional numbers): page (default 1); size (default 20).';
const PAYMENTS_ANSWER =
  'Response 200: { status: string, responseCode: number, data: { awaitingPayments: [ awaiting payment (2.2) ] } }.';
const PAYMENTS_REQUEST =
  'GET {base_url}/api/v6/services/paymentmanagement/awaiting-payments with a JSON body on the GET request.';
const PORTFOLIOS_QUERY =
  'Query: page (number, default 1, starts at 1); size (number, default 10, recommended maximum 50).';
const PORTFOLIOS_ALSO_LISTED =
  'Also listed: x-fapi-auth-date, x-fapi-customer-ip-address, x-fapi-interaction-id.';

/** What section 4 says of the endpoints. */
export const ENDPOINT_SENTENCES: Sentences = {
  '4': {
    'json-bodies': 'Common: bodies are JSON.',
    'token-everywhere': 'Every endpoint requires an access token (section 5).',
    'base-prefix': 'Endpoints in 4.1 to 4.5 under {base_url} use the prefix /api/v6/services.',
  },
  '4.1': {
    request: 'PUT {base_url}/api/v6/services/securitymanagement/login',
    'header *': 'Headers: Content-Type: application/json; platform (string); uuid (string).',
    'no-token-needed': 'Headers: Content-Type: application/json; platform (string); uuid (string).',
    email: 'Body: email (string), currentPassword (string).',
    currentPassword: 'Body: email (string), currentPassword (string).',
    response: 'Response: session object of 2.1.',
  },
  '4.2': {
    request: 'POST {base_url}/api/v6/services/securitymanagement/refresh',
    'header *': 'Headers: Content-Type: application/json; X-Auth-Token; platform; uuid.',
    refresh_token: 'Body: refresh_token (string).',
    access_token: 'Response: access_token (string), expires_in (number, seconds).',
    expires_in: 'Response: access_token (string), expires_in (number, seconds).',
    'new-refresh-token': 'Response: access_token (string), expires_in (number, seconds).',
  },
  '4.3': {
    revokes: 'Logout (revoke token)',
    request: 'POST {base_url}/api/v6/services/securitymanagement/logout',
    'header *': 'Headers: X-Auth-Token; platform; uuid.',
    body: 'Body: empty JSON object.',
    response: 'Response body: not shown.',
  },
  '4.4': {
    request:
      'GET {base_url}/api/v6/services/admin/organisation-preference-management/fetch-organisaction-preference (path spelled as shown).',
    'header *': 'Headers: X-Auth-Token; Content-Type: application/json; platform; uuid.',
    'request-body': 'Request body and response body: not shown.',
    response: 'Request body and response body: not shown.',
  },
  '4.5': {
    request: `${PAYMENTS_REQUEST} … ${PAYMENTS_ANSWER}`,
    'get-body': PAYMENTS_REQUEST,
    'header *':
      'Headers (all required): X-Auth-Token (string); uuid (string, device identifier for tracking); platform (string, e.g. WEB, ANDROID, IOS); Content-Type: application/json.',
    'platform-values': 'platform (string, e.g. WEB, ANDROID, IOS)',
    'query page': PAYMENTS_QUERY,
    'query size': PAYMENTS_QUERY,
    'query-out-of-range': PAYMENTS_QUERY,
    selectedCurrency: 'selectedCurrency string yes currency code filter',
    fromDate: 'fromDate string yes format dd/MM/yyyy',
    toDate: 'toDate string yes format dd/MM/yyyy',
    searchablePaymentReference:
      'searchablePaymentReference string no reference used for fuzzy search',
    search: 'searchablePaymentReference string no reference used for fuzzy search',
    'search-forms': 'searchablePaymentReference string no reference used for fuzzy search',
    responseCode: PAYMENTS_ANSWER,
    'data.awaitingPayments': PAYMENTS_ANSWER,
    status: 'On success status is SUCCESS; on failure status is FAILED with a message field.',
    failure: 'on failure status is FAILED with a message field.',
    'cashier-refused': 'Role CASHIER is not allowed to call it.',
    'currency-filter': WHAT_IS_RETURNED,
    'range-filter': WHAT_IS_RETURNED,
    'own-payments': WHAT_IS_RETURNED,
    'range-ends': WHAT_IS_RETURNED,
    'named-only':
      'Follow-up action endpoints, the I-will-pay-later endpoint, the payment-method-charges endpoint and the supported-payment-methods endpoint are referred to by name only: not shown.',
  },
  '4.6': {
    request:
      'POST {base_url}/api/v6/services/user/request-loan … Response 200: the application is created.',
    'lending-host': '(the lending host may be used instead: {lending_url})',
    'header *':
      'Headers (all required): X-Auth-Token; x-idempotency-key (string, unique per request, prevents duplicate processing); x-fapi-auth-date (string, ISO 8601, time the request was initiated); x-fapi-customer-ip-address (string, customer IP); x-fapi-interaction-id (string, unique interaction/session id); Content-Type: application/json.',
    key: 'x-idempotency-key (string, unique per request, prevents duplicate processing)',
    'auth-date': 'x-fapi-auth-date (string, ISO 8601, time the request was initiated)',
    'header-forms':
      'x-fapi-auth-date (string, ISO 8601, time the request was initiated); x-fapi-customer-ip-address (string, customer IP)',
    callers: 'Callers are customers or agents.',
    response: 'Response body: not shown.',
  },
  '4.7': {
    request: 'POST {lending_url}/api/v1/services/user/repay-loan/{user-id}',
    'path user-id':
      'Path: user-id (UUID) of the user making the repayment; it must match the authenticated user.',
    'header *':
      'Headers: X-Auth-Token; x-idempotency-key; x-fapi-auth-date; x-fapi-customer-ip-address; x-fapi-interaction-id; Content-Type: application/json.',
    repaymentAmount: 'repaymentAmount number yes greater than zero and not above the total payable',
    customerId: 'customerId string (UUID) yes must match the authenticated user',
    accountId: 'accountId string (UUID) yes the loan account being repaid',
    bankAccountId:
      'bankAccountId string (UUID) yes bank account the payment came from; must belong to the customer',
    repaymentReference:
      'repaymentReference string yes reference of the bank transfer; should match the reference in the repayment instructions',
    paymentDate: 'paymentDate string no ISO 8601; the current date is used when absent',
    paymentNarration: 'paymentNarration string no description of the payment',
    response:
      'Response: { status, data } with data as in 2.5 (verificationStatus initially PENDING_VERIFICATION).',
    'intended-flow':
      'get repayment instructions with GET /repayment-instructions/{loan-application-id}, whose full path prefix and response: not shown',
    'third-party-collection':
      'Some loans use third-party collection; manual repayment on those loans is refused with an error.',
  },
  '4.8': {
    request:
      'PUT {lending_url}/api/v1/services/user/update-application/{loan-application-id}?status=<boolean>',
    'path loan-application-id': 'Path: loan-application-id (string, UUID).',
    'query status':
      'status (boolean, required): true accepts the offer (ACCEPTED), false withdraws (WITHDRAWN).',
    'header *':
      'Headers (required): X-Auth-Token; x-idempotency-key; x-fapi-auth-date; x-fapi-customer-ip-address; x-fapi-interaction-id.',
    body: 'No body.',
    status: 'Response: { status: string (default SUCCESS), data: loan application (2.4) }.',
    data: 'Response: { status: string (default SUCCESS), data: loan application (2.4) }.',
    'only-offer-sent': 'Only valid while the application status is OFFER_SENT; otherwise an error.',
  },
  '4.9': {
    request:
      'GET {investment_url}/api/v1/user/portfolios/{customer-id} … Response 200: a list of portfolios.',
    'path customer-id': 'Path: customer-id (string, UUID).',
    'query page': PORTFOLIOS_QUERY,
    'query size': PORTFOLIOS_QUERY,
    'query-out-of-range': PORTFOLIOS_QUERY,
    'header *':
      'Headers (required): X-Auth-Token; platform (string); uuid (string); x-idempotency-key (string).',
    'header x-fapi-auth-date': PORTFOLIOS_ALSO_LISTED,
    'header x-fapi-customer-ip-address': PORTFOLIOS_ALSO_LISTED,
    'header x-fapi-interaction-id': PORTFOLIOS_ALSO_LISTED,
    list: 'Response 200: a list of portfolios.',
    response: 'Response body shape: not shown.',
  },
};
