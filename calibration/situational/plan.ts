import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { HostName } from '../../contract/endpoints.ts';
import type { StandardUserName } from '../../fixtures/standard-users.ts';
import type { Client, LoggedIn } from '../strangers/proofs/client.ts';

/** A call that a client is to make, and what he does before it. Rule and situation each fill it. */
export interface Plan {
  endpoint: EndpointName;
  caller: StandardUserName;
  /** whose portfolios, offer or path it is; the caller's own unless set */
  owner?: StandardUserName;
  bearer: boolean;
  host?: HostName;
  refreshed: boolean;
  /** the token sent instead of the session's; null sends none */
  token?: (client: Client, session: LoggedIn) => Promise<string | null> | string | null;
  /** null leaves one out; a function makes one anew for each call */
  headers: Record<string, string | null | (() => string)>;
  /** `last` as page is the last one that has entries */
  query: Record<string, string>;
  /** fields of the body that are not those of the plain call; undefined leaves one out */
  fields: Record<string, unknown>;
  /** the path's parameter, instead of the right one */
  path?: string;
  /** the state that the plain call needs, instead of the usual one */
  state?: string;
  /** what the caller does between logging in and the call */
  before: 'refused' | 'other session logged out' | undefined;
  /** so many plain calls to the endpoint before the one that counts */
  warmUp: number;
  meanwhile?: 'same-user' | 'other-user';
  /** values of the state that the call uses, once it is known */
  totalAsAmount?: boolean;
}

/** The plainest call of an endpoint, which succeeds. */
export function plainPlan(endpoint: EndpointName): Plan {
  return {
    endpoint,
    caller: 'customer',
    bearer: false,
    refreshed: false,
    headers: {},
    query: endpoint === 'update-application' ? { status: 'true' } : {},
    fields: {},
    before: undefined,
    warmUp: 0,
  };
}
