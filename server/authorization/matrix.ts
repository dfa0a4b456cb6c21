import type { Role } from '../../contract/roles.ts';

/**
 * How far a right goes: `nothing` is not held; `own` is for what is the caller's; `organisation` for
 * what is anybody's in the caller's organisation; `limited` for the same, but not all of it (section
 * 5.9: "one role limited"). No role reaches another organisation.
 */
export type Grant = 'nothing' | 'own' | 'limited' | 'organisation';

/** A right of the matrix: who holds it, and what says so. */
export interface Right {
  /** The sections that name it or its holders. */
  named: string;
  /** One for each of ROLES, in its order: MANAGER, AGENT, CASHIER, CUSTOMER. */
  grants: readonly [manager: Grant, agent: Grant, cashier: Grant, customer: Grant];
  /** What its holders are told at login (section 2.1). */
  permissions: readonly string[];
  /** Whose things it is about, where not everybody's. */
  of?: Role;
  /** The capabilities of section 1 that it is, in the words of that section. */
  capabilities?: Partial<Readonly<Record<Role, readonly string[]>>>;
}

const NOBODY_BUT_MANAGERS = ['organisation', 'nothing', 'nothing', 'nothing'] as const;
const NOBODY_BUT_AGENTS = ['nothing', 'organisation', 'nothing', 'nothing'] as const;
const NOBODY_BUT_CASHIERS = ['nothing', 'nothing', 'organisation', 'nothing'] as const;
const CUSTOMERS_OWN = ['nothing', 'nothing', 'nothing', 'own'] as const;
const EVERYBODYS_OWN = ['own', 'own', 'own', 'own'] as const;
const EVERYBODY = ['organisation', 'organisation', 'organisation', 'organisation'] as const;
const LENDERS = ['organisation', 'organisation', 'nothing', 'nothing'] as const;

/** The rights that section 5.9 names. */
const NAMED = {
  'create-transactions': {
    named: '5.9, 1, 2.1',
    grants: ['organisation', 'nothing', 'organisation', 'own'],
    permissions: ['transactions:write'],
    capabilities: { CASHIER: ['create transactions'], CUSTOMER: ['initiate transfers'] },
  },
  'view-all-transactions': {
    named: '5.9, 1, 2.1, 4.5',
    grants: ['organisation', 'organisation', 'organisation', 'nothing'],
    permissions: ['transactions:read'],
    capabilities: { CASHIER: ['view transaction history'] },
  },
  'update-transactions': {
    named: '5.9, 1, 2.1',
    grants: LENDERS,
    permissions: ['transactions:write'],
    capabilities: { AGENT: ['transaction status updates'] },
  },
  'manage-users': {
    named: '5.9, 1, 2.1',
    grants: NOBODY_BUT_MANAGERS,
    permissions: ['users:read', 'users:write'],
    capabilities: { MANAGER: ['organisation user management'] },
  },
  'kyc-aml-configuration': {
    named: '5.9, 1',
    grants: NOBODY_BUT_MANAGERS,
    permissions: ['settings:write'],
    capabilities: { MANAGER: ['KYC/AML configuration'] },
  },
  'kyc-aml-verification': { named: '5.9', grants: LENDERS, permissions: [] },
  'tenant-configuration': {
    named: '5.9, 2.1',
    grants: NOBODY_BUT_MANAGERS,
    permissions: ['settings:write'],
  },
  'process-refunds': {
    named: '5.9, 1',
    grants: NOBODY_BUT_MANAGERS,
    permissions: ['transactions:write'],
    capabilities: { MANAGER: ['process transaction refunds'] },
  },
  'analytics-reports': {
    named: '5.9, 1, 2.1',
    grants: ['organisation', 'limited', 'nothing', 'nothing'],
    permissions: ['reports:read'],
    capabilities: {
      MANAGER: ['analytics and reporting'],
      AGENT: ['tenant-specific analytics and reporting'],
    },
  },
  'manage-beneficiaries': {
    named: '5.9, 1',
    grants: CUSTOMERS_OWN,
    permissions: ['beneficiaries:write'],
    capabilities: { CUSTOMER: ['create beneficiaries'] },
  },
  'plugin-management': {
    named: '5.9, 1',
    grants: NOBODY_BUT_MANAGERS,
    permissions: ['settings:write'],
    capabilities: { MANAGER: ['plugins management'] },
  },
  'agent-configuration': {
    named: '5.9, 1',
    grants: NOBODY_BUT_MANAGERS,
    permissions: ['settings:write'],
    capabilities: { MANAGER: ['agent configuration'] },
  },
  'rate-fee-markups': {
    named: '5.9, 1',
    grants: ['nothing', 'own', 'nothing', 'nothing'],
    permissions: ['rates:write'],
    capabilities: { AGENT: ['exchange-rate and fee markups'] },
  },
  'request-quotes': {
    named: '5.9, 1',
    grants: CUSTOMERS_OWN,
    permissions: ['quotes:read'],
    capabilities: { CUSTOMER: ['request quotes'] },
  },
} satisfies Record<string, Right>;

/** The capabilities of section 1 that are none of those. */
const CAPABILITIES = {
  'cross-border-operations': {
    named: '1',
    grants: NOBODY_BUT_MANAGERS,
    permissions: ['settings:write'],
    capabilities: { MANAGER: ['cross-border setup and operations'] },
  },
  'call-over-reports': {
    named: '1',
    grants: NOBODY_BUT_AGENTS,
    permissions: ['reports:read'],
    capabilities: { AGENT: ['call-over reports'] },
  },
  'corridor-management': {
    named: '1',
    grants: NOBODY_BUT_AGENTS,
    permissions: ['corridors:manage'],
    capabilities: { AGENT: ['corridor management'] },
  },
  'view-customer-profiles': {
    named: '1',
    grants: NOBODY_BUT_AGENTS,
    permissions: ['customers:read'],
    of: 'CUSTOMER',
    capabilities: { AGENT: ['view customer profiles'] },
  },
  'print-receipts': {
    named: '1',
    grants: NOBODY_BUT_CASHIERS,
    permissions: ['receipts:print'],
    capabilities: { CASHIER: ['print receipts'] },
  },
  'process-payments': {
    named: '1',
    grants: NOBODY_BUT_CASHIERS,
    permissions: ['transactions:write'],
    capabilities: { CASHIER: ['process payments'] },
  },
  'cash-collections': {
    named: '1',
    grants: NOBODY_BUT_CASHIERS,
    permissions: ['collections:write'],
    capabilities: { CASHIER: ['handle cash collections'] },
  },
  'verify-transaction-details': {
    named: '1',
    grants: NOBODY_BUT_CASHIERS,
    permissions: ['transactions:read'],
    capabilities: { CASHIER: ['verify transaction details'] },
  },
  'view-own-transactions': {
    named: '1',
    grants: CUSTOMERS_OWN,
    permissions: ['transactions:read'],
    capabilities: { CUSTOMER: ['view own transactions', 'view transaction history'] },
  },
  'update-profile': {
    named: '1',
    grants: CUSTOMERS_OWN,
    permissions: ['profile:write'],
    capabilities: { CUSTOMER: ['update profile information'] },
  },
} satisfies Record<string, Right>;

/** What the endpoints of section 4 say of their callers; what it does not refuse is allowed. */
const OF_ENDPOINTS = {
  'end-own-session': { named: '4.3', grants: EVERYBODYS_OWN, permissions: [] },
  'view-organisation-preference': { named: '4.4', grants: EVERYBODY, permissions: [] },
  'list-awaiting-payments': {
    named: '4.5, 5.10',
    grants: ['organisation', 'organisation', 'nothing', 'own'],
    permissions: ['transactions:read'],
  },
  'request-loans': {
    named: '4.6',
    grants: ['nothing', 'own', 'nothing', 'own'],
    permissions: [],
  },
  'repay-loans': { named: '4.7, 5.10', grants: EVERYBODYS_OWN, permissions: [] },
  'answer-offers': { named: '4.8, 5.10', grants: EVERYBODYS_OWN, permissions: [] },
  'view-portfolios': { named: '4.9, 5.10', grants: EVERYBODYS_OWN, permissions: [] },
} satisfies Record<string, Right>;

/** What the extensions need that no section gives to anybody. */
const OF_EXTENSIONS = {
  'view-loan-products': {
    named: '2.3',
    grants: ['organisation', 'organisation', 'nothing', 'organisation'],
    permissions: [],
  },
  lend: { named: '3.1, 3.3', grants: LENDERS, permissions: [] },
  'follow-up-own-payments': { named: '4.5', grants: CUSTOMERS_OWN, permissions: [] },
  'view-payment-methods': { named: '4.5', grants: EVERYBODY, permissions: [] },
  'view-own-profile': { named: '1', grants: EVERYBODYS_OWN, permissions: [] },
  'manage-own-api-tokens': { named: '5.7', grants: EVERYBODYS_OWN, permissions: [] },
  'manage-own-service-clients': {
    named: '5.8',
    grants: ['own', 'nothing', 'nothing', 'nothing'],
    permissions: [],
  },
  'view-payload-keys': { named: '5.8', grants: EVERYBODY, permissions: [] },
  'manage-payload-keys': {
    named: '5.8',
    grants: NOBODY_BUT_MANAGERS,
    permissions: ['settings:write'],
  },
  'view-permission-matrix': { named: '5.9', grants: EVERYBODY, permissions: [] },
  'manage-webhooks': {
    named: '2.1, 6',
    grants: NOBODY_BUT_MANAGERS,
    permissions: ['webhooks:manage'],
  },
} satisfies Record<string, Right>;

const ALL = { ...NAMED, ...CAPABILITIES, ...OF_ENDPOINTS, ...OF_EXTENSIONS };

/** The name of a right, such as `update-transactions`. */
export type RightName = keyof typeof ALL;

/**
 * The permission matrix (section 5.9). "Which role holds which right except the qualifiers: not
 * shown": a role holds what section 1 (capabilities), section 2.1 (a manager's permissions), section
 * 4 (callers) or a qualifier of 5.9 gives it; the rest is ours (see CHOICES.md). This is all there is
 * of authorization: rights.ts says which of them an operation needs, and the routes decide nothing
 * by themselves.
 */
export const MATRIX: Readonly<Record<RightName, Right>> = ALL;

/** The names of all rights, those of section 5.9 first. */
export const RIGHT_NAMES = Object.keys(MATRIX) as readonly RightName[];
