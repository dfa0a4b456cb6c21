import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { ExtensionName } from '../../contract/extensions/index.ts';
import { ROLES, type Role } from '../../contract/roles.ts';
import { type Grant, MATRIX, type RightName } from './matrix.ts';

/** The endpoints of section 4 but login and refresh, which look at who calls by themselves. */
export type GuardedName = Exclude<EndpointName, 'login' | 'refresh'>;

/** Everything that a token is needed for. */
export type Operation = GuardedName | ExtensionName;

/**
 * Whose things a role reaches by an operation: what its right grants, but for `others`, which is
 * the organisation's without the caller's own, so that nobody lends to himself.
 */
export type Reach = Grant | 'others';

/** What an operation needs. */
export interface Need {
  /** One of these rights; of several that a role holds, the one that goes furthest counts. */
  rights: readonly [RightName, ...RightName[]];
  /** Four eyes: nobody does it to what is his own. */
  notOwn?: true;
  /** Refused to API tokens: a stolen one must not be able to outlive itself by making others. */
  byLoginOnly?: true;
}

const LEND: Need = { rights: ['lend'], notOwn: true };
const WEBHOOKS: Need = { rights: ['manage-webhooks'] };
const OWN_CLIENTS: Need = { rights: ['manage-own-service-clients'], byLoginOnly: true };
const OWN_TOKENS: Need = { rights: ['manage-own-api-tokens'], byLoginOnly: true };

/** Which right each operation needs. */
const NEEDS: Readonly<Record<Operation, Need>> = {
  logout: { rights: ['end-own-session'] },
  'fetch-organisation-preference': { rights: ['view-organisation-preference'] },
  'awaiting-payments': { rights: ['list-awaiting-payments'] },
  'request-loan': { rights: ['request-loans'] },
  'repay-loan': { rights: ['repay-loans'] },
  'update-application': { rights: ['answer-offers'] },
  portfolios: { rights: ['view-portfolios'] },

  'list-loan-products': { rights: ['view-loan-products'] },
  'send-offer': LEND,
  'decline-application': LEND,
  'disburse-loan': LEND,
  'change-collection': LEND,
  'repayment-instructions': { rights: ['request-loans'] },
  'verify-repayment': LEND,
  'confirm-payment': { rights: ['follow-up-own-payments'] },
  'pay-later': { rights: ['follow-up-own-payments'] },
  'receive-payment': { rights: ['update-transactions'], notOwn: true },
  'complete-payment': { rights: ['update-transactions'], notOwn: true },
  'supported-payment-methods': { rights: ['view-payment-methods'] },
  'payment-method-charges': { rights: ['view-payment-methods'] },
  'list-transactions': { rights: ['view-all-transactions', 'view-own-transactions'] },
  'view-transaction': {
    rights: ['view-all-transactions', 'verify-transaction-details', 'view-own-transactions'],
  },
  'report-transactions': { rights: ['analytics-reports'] },
  'list-users': { rights: ['manage-users'] },
  'create-user': { rights: ['manage-users'] },
  'view-user': { rights: ['manage-users', 'view-customer-profiles'] },
  'change-user-status': { rights: ['manage-users'], notOwn: true },
  'view-profile': { rights: ['view-own-profile'] },
  'update-profile': { rights: ['update-profile'] },
  'create-api-token': OWN_TOKENS,
  'list-api-tokens': { rights: ['manage-own-api-tokens'] },
  'rotate-api-token': OWN_TOKENS,
  'invalidate-api-token': OWN_TOKENS,
  'delete-api-token': OWN_TOKENS,
  'permission-matrix': { rights: ['view-permission-matrix'] },
  'list-webhook-endpoints': WEBHOOKS,
  'create-webhook-endpoint': WEBHOOKS,
  'remove-webhook-endpoint': WEBHOOKS,
  'rotate-webhook-secret': WEBHOOKS,
  'list-webhook-deliveries': WEBHOOKS,
  'show-webhook-delivery': WEBHOOKS,
  'replay-webhook-delivery': WEBHOOKS,
  'list-service-clients': { rights: ['manage-own-service-clients'] },
  'create-service-client': OWN_CLIENTS,
  'change-service-client-keys': OWN_CLIENTS,
  'remove-service-client': OWN_CLIENTS,
  'list-payload-keys': { rights: ['view-payload-keys'] },
  'rotate-payload-key': { rights: ['manage-payload-keys'] },
  'retire-payload-key': { rights: ['manage-payload-keys'] },
};

/** From what reaches least to what reaches most. */
const GRANTS: readonly Grant[] = ['nothing', 'own', 'limited', 'organisation'];

/** Every operation that has rights. */
export const OPERATIONS = Object.keys(NEEDS) as readonly Operation[];

/** What an operation needs. */
export function needOf(operation: Operation): Need {
  return NEEDS[operation];
}

/** How far a right goes that a role holds. */
export function grantOf(role: Role, right: RightName): Grant {
  return MATRIX[right].grants[ROLES.indexOf(role)] ?? 'nothing';
}

const reaches = new Map<string, Reach>();

/**
 * Whose things a role reaches by an operation.
 *
 * @param owner the role of whom the thing is; of anybody's where it is not given
 */
export function reachOf(role: Role, operation: Operation, owner?: Role): Reach {
  const key = `${role} ${operation} ${owner}`;
  const known = reaches.get(key);
  if (known !== undefined) {
    return known;
  }
  const { rights, notOwn } = NEEDS[operation];
  const grants = rights
    .filter((right) => owner === undefined || (MATRIX[right].of ?? owner) === owner)
    .map((right) => grantOf(role, right));
  const furthest = GRANTS.findLast((grant) => grants.includes(grant)) ?? 'nothing';
  const reach = notOwn && furthest === 'organisation' ? 'others' : furthest;
  reaches.set(key, reach);
  return reach;
}

/** Whether an API token will do, or a session is needed. */
export function takesApiTokens(operation: Operation): boolean {
  return !NEEDS[operation].byLoginOnly;
}
