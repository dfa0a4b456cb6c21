import type { Sentences } from './sentences.ts';

const NEEDED_HEADERS =
  'The lending, repayment and portfolio endpoints also need x-idempotency-key and the x-fapi-* headers (section 4).';

/** What section 5 says of tokens, headers and roles. */
export const AUTHENTICATION_SENTENCES: Sentences = {
  '5.1': {
    'login-gives-tokens':
      'Users log in (4.1) and receive an access token (JWT) and a refresh token.',
  },
  '5.2': {
    'x-auth-token':
      'The access token is sent in the X-Auth-Token header on every endpoint in this document.',
    bearer: 'The header Authorization: Bearer <ACCESS_TOKEN> is also listed as an accepted form.',
  },
  '5.3': {
    platform: 'platform (string identifying the request platform)',
    uuid: 'uuid (string, unique per device or request)',
    'content-type': 'Content-Type: application/json for requests with a body.',
  },
  '5.4': {
    'x-idempotency-key': NEEDED_HEADERS,
    'x-fapi': NEEDED_HEADERS,
  },
  '5.5': {
    expires: 'The access token expires after 1 hour (expires_in 3600).',
    expires_in: 'The access token expires after 1 hour (expires_in 3600).',
    continue:
      'To continue, call the refresh endpoint (4.2) with the refresh token, or log in again.',
    rotation: 'Refresh tokens should be rotated after each use.',
  },
  '5.6': {
    'logout-revokes': 'Logout (4.3) revokes the token.',
  },
  '5.7': {
    'api-token':
      'API tokens: long-lived tokens created from a dashboard, sent in X-Auth-Token, without the login flow.',
    expiry: 'Expiry options: 24 hours, 1 month, 3 months, 6 months, 1 year.',
    'expiry-options': 'Expiry options: 24 hours, 1 month, 3 months, 6 months, 1 year.',
    several: 'Several tokens may exist; each can be rotated, invalidated or deleted.',
    invalidated: 'each can be rotated, invalidated or deleted.',
    'three-things': 'each can be rotated, invalidated or deleted.',
    creation: 'Their creation endpoints: not shown.',
  },
  '5.8': {
    'server-to-server':
      'Server-to-server calls use JWT tokens; payload-encryption keys exist. Their mechanics and the management endpoints: not shown.',
    'payload-keys':
      'payload-encryption keys exist. Their mechanics and the management endpoints: not shown.',
  },
  '5.9': {
    roles: 'the roles and capabilities are in section 1.',
    qualifiers:
      'A permission matrix assigns, per role, the rights: create transactions (customer: own), view all transactions, update transactions, manage users, KYC/AML configuration, KYC/AML verification, tenant configuration, process refunds, analytics/reports (one role limited), manage beneficiaries (own), plugin management, agent configuration, rate/fee markups (own), request quotes.',
    'right create-transactions': '… the rights: … create transactions (customer: own) …',
    'right view-all-transactions': '… the rights: … view all transactions …',
    'right update-transactions': '… the rights: … update transactions …',
    'right manage-users': '… the rights: … manage users …',
    'right kyc-aml-configuration': '… the rights: … KYC/AML configuration …',
    'right kyc-aml-verification': '… the rights: … KYC/AML verification …',
    'right tenant-configuration': '… the rights: … tenant configuration …',
    'right process-refunds': '… the rights: … process refunds …',
    'right analytics-reports': '… the rights: … analytics/reports (one role limited) …',
    'right manage-beneficiaries': '… the rights: … manage beneficiaries (own) …',
    'right plugin-management': '… the rights: … plugin management …',
    'right agent-configuration': '… the rights: … agent configuration …',
    'right rate-fee-markups': '… the rights: … rate/fee markups (own) …',
    'right request-quotes': '… the rights: … request quotes …',
    matrix: 'Which role holds which right except the qualifiers: not shown.',
  },
  '5.10': {
    cashier: 'The awaiting-payments endpoint refuses the CASHIER role.',
    'other-users-data': "A user may not access another user's data",
    'repayment-ids':
      'the repayment user and customer identifiers must match the authenticated user.',
  },
};
