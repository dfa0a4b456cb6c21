import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { Check } from '../check.ts';
import type { CallOptions, CheckContext, Session } from '../check-context.ts';
import type { StateName, UserName } from '../target/target.ts';
import { type SharedEndpoint, VALID_CALLS, type ValidCall } from './valid-call.ts';

/** A valid call of an endpoint that needs a token, and how a check of it has to be run. */
export interface ProtectedCall {
  endpoint: EndpointName;
  users: UserName[];
  states: StateName[];
  twin: string;
  phase?: Check['phase'];
  /** the options of the call, and the live session whose token they would carry */
  prepare(context: CheckContext): Promise<{ session: Session; options: CallOptions }>;
}

const shared = (Object.keys(VALID_CALLS) as SharedEndpoint[]).map((endpoint): ProtectedCall => {
  const valid: ValidCall = VALID_CALLS[endpoint];
  return {
    endpoint,
    users: valid.users,
    states: valid.states,
    twin: valid.twin,
    async prepare(context) {
      const options = await valid.options(context);
      return { session: options.as as Session, options };
    },
  };
});

/**
 * Logging out and refreshing need sessions that nobody else uses. One login serves all refusals of
 * an endpoint, since a refused call leaves its session as it was.
 */
const owned: ProtectedCall[] = [
  {
    endpoint: 'refresh',
    users: ['customer'],
    states: [],
    twin: 'refresh.succeeds',
    phase: 'sessions',
    async prepare(context) {
      const session = await refusalSession(context, 'refresh');
      return { session, options: { as: session, body: { refresh_token: session.refreshToken } } };
    },
  },
  {
    endpoint: 'logout',
    users: ['customer'],
    states: [],
    twin: 'logout.succeeds',
    phase: 'sessions',
    async prepare(context) {
      const session = await refusalSession(context, 'logout');
      return { session, options: { as: session, body: {} } };
    },
  },
];

function refusalSession(context: CheckContext, endpoint: EndpointName): Promise<Session> {
  return context.shared(`session for refusals of ${endpoint}`, (own) =>
    own.freshSession('customer'),
  );
}

/** One valid call for each of the eight endpoints that need a token (section 4, common part). */
export const PROTECTED_CALLS: readonly ProtectedCall[] = [...owned, ...shared];
