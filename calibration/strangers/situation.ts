import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { Role } from '../../contract/roles.ts';
import { STANDARD_LOGINS, type StandardUserName } from '../../fixtures/standard-users.ts';
import type { User } from '../../server/store/users.ts';
import type { Claims } from '../../server/tokens.ts';
import type { Layer, LayerContext, PlainRequest, Route } from '../servers/exchange-layer.ts';
import { objectOf, queryOf } from '../servers/requests.ts';
import { callerOf, issueFor, sentToken, standardUser, withToken } from '../servers/tokens.ts';

/** Whether a request is one of those that the server gets wrong. */
export type Situation = (request: PlainRequest, context: LayerContext & Route) => boolean;

/** A call of one of these endpoints. */
export const at =
  (...endpoints: EndpointName[]): Situation =>
  (_request, { endpoint }) =>
    endpoint !== undefined && endpoints.includes(endpoint);

/** The token comes as `Authorization: Bearer`. */
export const bearer: Situation = (request) => sentToken(request)?.header === 'authorization';

/** A page after the first. */
export const laterPage: Situation = (request) => Number(queryOf(request).get('page') ?? 1) > 1;

/** A listing with a reference to search for. */
export const searching: Situation = ({ body }) => {
  const reference = objectOf(body)?.searchablePaymentReference;
  return typeof reference === 'string' && reference.trim() !== '';
};

/** The caller has this role. */
export const by =
  (role: Role): Situation =>
  (request, context) =>
    callerOf(request, context)?.role === role;

/** The lending host was called. */
export const onLendingHost: Situation = (_request, { host }) => host === 'lending';

/** All of these at once. */
export const allOf =
  (...situations: Situation[]): Situation =>
  (request, context) =>
    situations.every((holds) => holds(request, context));

/** A layer that is there in one situation and not in any other. */
export const only =
  (situation: Situation, layer: Layer): Layer =>
  (request, next, context) =>
    situation(request, context) ? layer(request, next, context) : next(request);

/** Takes the caller for somebody else, or leaves the request as it is when told nobody. */
export const takenFor =
  (whom: (request: PlainRequest, context: LayerContext & Route) => string | undefined): Layer =>
  (request, next, context) => {
    const userId = whom(request, context);
    return next(userId === undefined ? request : withToken(request, issueFor(context, userId)));
  };

/** The id of the member of the caller's organisation with this role. */
export function colleague(
  request: PlainRequest,
  context: LayerContext & Route,
  role: 'MANAGER' | 'AGENT',
): string | undefined {
  const tenantId = callerOf(request, context)?.tenantId;
  const names = Object.keys(STANDARD_LOGINS) as StandardUserName[];
  return names
    .map((name): User => standardUser(context, name))
    .find((user) => user.tenantId === tenantId && user.role === role)?.id;
}

/** What a token says that was good once: past its hour, or logged out. */
export function staleClaims(
  request: PlainRequest,
  { dependencies }: LayerContext,
): (Claims & { why: 'expired' | 'revoked' }) | undefined {
  const token = sentToken(request)?.token ?? '';
  const claims = dependencies.tokens.read(token, 'accept');
  if (claims === null) {
    return undefined;
  }
  if (dependencies.store.sessions.userOf(claims) === undefined) {
    return { ...claims, why: 'revoked' };
  }
  return dependencies.tokens.read(token) === null ? { ...claims, why: 'expired' } : undefined;
}

/** A map that one layer keeps for one server. */
export function remembered<T>({ memory }: LayerContext, name: string): Map<string, T> {
  const known = memory.get(name);
  if (known instanceof Map) {
    return known as Map<string, T>;
  }
  const made = new Map<string, T>();
  memory.set(name, made);
  return made;
}
