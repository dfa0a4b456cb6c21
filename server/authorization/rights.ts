import type { EndpointName } from '../../contract/endpoint-names.ts';
import { ROLES, type Role } from '../../contract/roles.ts';

/** What the specification names without showing it; the paths are in server/extensions/. */
export type ExtensionName =
  | 'list-loan-products'
  | 'send-offer'
  | 'disburse-loan'
  | 'repayment-instructions'
  | 'verify-repayment'
  | 'create-api-token'
  | 'list-api-tokens'
  | 'rotate-api-token'
  | 'revoke-api-token'
  | 'list-webhook-endpoints'
  | 'create-webhook-endpoint'
  | 'remove-webhook-endpoint'
  | 'rotate-webhook-secret'
  | 'list-webhook-deliveries'
  | 'show-webhook-delivery'
  | 'replay-webhook-delivery'
  | 'list-service-clients'
  | 'create-service-client'
  | 'change-service-client-keys'
  | 'remove-service-client'
  | 'list-payload-keys'
  | 'rotate-payload-key'
  | 'retire-payload-key';

/** The endpoints of section 4 but login and refresh, which look at who calls by themselves. */
export type GuardedName = Exclude<EndpointName, 'login' | 'refresh'>;

/** Everything that a token is needed for. */
export type Operation = GuardedName | ExtensionName;

/**
 * Whose things a role reaches by an operation: `nothing` refuses the role; `own` are the caller's;
 * `organisation` are those of everybody in the caller's organisation; `others` are the same but for
 * the caller's own, so that nobody lends to himself. No role reaches another organisation.
 */
export type Reach = 'nothing' | 'own' | 'organisation' | 'others';

/** One reach for each of ROLES, in its order: MANAGER, AGENT, CASHIER, CUSTOMER. */
type Row = readonly [manager: Reach, agent: Reach, cashier: Reach, customer: Reach];

/**
 * Who may do what (sections 4, 5.9, 5.10, 7). The first seven rows are the specification's, as far
 * as it speaks: what it does not refuse is allowed. The others are ours (see CHOICES.md). This is
 * all there is of authorization: the routes ask for it and decide nothing by themselves.
 */
const RIGHTS: Readonly<Record<Operation, Row>> = {
  logout: ['own', 'own', 'own', 'own'],
  'fetch-organisation-preference': ['organisation', 'organisation', 'organisation', 'organisation'],
  'awaiting-payments': ['organisation', 'organisation', 'nothing', 'own'],
  'request-loan': ['nothing', 'own', 'nothing', 'own'],
  'repay-loan': ['own', 'own', 'own', 'own'],
  'update-application': ['own', 'own', 'own', 'own'],
  portfolios: ['own', 'own', 'own', 'own'],

  'list-loan-products': ['organisation', 'organisation', 'nothing', 'organisation'],
  'send-offer': ['others', 'others', 'nothing', 'nothing'],
  'disburse-loan': ['others', 'others', 'nothing', 'nothing'],
  'repayment-instructions': ['nothing', 'own', 'nothing', 'own'],
  'verify-repayment': ['others', 'others', 'nothing', 'nothing'],
  'create-api-token': ['own', 'nothing', 'nothing', 'nothing'],
  'list-api-tokens': ['own', 'nothing', 'nothing', 'nothing'],
  'rotate-api-token': ['own', 'nothing', 'nothing', 'nothing'],
  'revoke-api-token': ['own', 'nothing', 'nothing', 'nothing'],
  'list-webhook-endpoints': ['organisation', 'nothing', 'nothing', 'nothing'],
  'create-webhook-endpoint': ['organisation', 'nothing', 'nothing', 'nothing'],
  'remove-webhook-endpoint': ['organisation', 'nothing', 'nothing', 'nothing'],
  'rotate-webhook-secret': ['organisation', 'nothing', 'nothing', 'nothing'],
  'list-webhook-deliveries': ['organisation', 'nothing', 'nothing', 'nothing'],
  'show-webhook-delivery': ['organisation', 'nothing', 'nothing', 'nothing'],
  'replay-webhook-delivery': ['organisation', 'nothing', 'nothing', 'nothing'],
  'list-service-clients': ['own', 'nothing', 'nothing', 'nothing'],
  'create-service-client': ['own', 'nothing', 'nothing', 'nothing'],
  'change-service-client-keys': ['own', 'nothing', 'nothing', 'nothing'],
  'remove-service-client': ['own', 'nothing', 'nothing', 'nothing'],
  'list-payload-keys': ['organisation', 'organisation', 'organisation', 'organisation'],
  'rotate-payload-key': ['organisation', 'nothing', 'nothing', 'nothing'],
  'retire-payload-key': ['organisation', 'nothing', 'nothing', 'nothing'],
};

/** Refused to API tokens: a stolen one must not be able to outlive itself by making others. */
const BY_LOGIN_ONLY: ReadonlySet<Operation> = new Set([
  'create-api-token',
  'rotate-api-token',
  'revoke-api-token',
  'create-service-client',
  'change-service-client-keys',
  'remove-service-client',
]);

/** Every operation that has rights. */
export const OPERATIONS = Object.keys(RIGHTS) as readonly Operation[];

/** Whose things a role reaches by an operation. */
export function reachOf(role: Role, operation: Operation): Reach {
  return RIGHTS[operation][ROLES.indexOf(role)] ?? 'nothing';
}

/** Whether an API token will do, or a session is needed. */
export function takesApiTokens(operation: Operation): boolean {
  return !BY_LOGIN_ONLY.has(operation);
}
