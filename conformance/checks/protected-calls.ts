import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { StateName, UserName } from '../../target/target.ts';
import type { Check } from '../check.ts';
import type { CallOptions, CheckContext, Session } from '../check-context.ts';
import { refreshedOrNot } from '../http/refreshed-session.ts';
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
  const { options: optionsIn, ...valid }: ValidCall = VALID_CALLS[endpoint];
  return {
    ...valid,
    endpoint,
    async prepare(context) {
      const options = await optionsIn(context);
      return { session: options.as as Session, options };
    },
  };
});

/**
 * A session that nobody else uses. In situations all refusals share one of each user, that of others than the
 * customer refreshed before: what ends it fails the check that sent it.
 */
async function ownSession(context: CheckContext): Promise<Session> {
  const { plain } = context;
  if (!plain) {
    return context.freshSession('customer');
  }
  // Who stands in the place of the customer is known by whose session it is.
  const { user } = await context.session('customer');
  const name = user === 'state' ? 'customer' : user;
  return plain.shared(`session of ${name} for refusals`, async (own) => {
    const session = await own.freshSession(name);
    return name === 'customer' ? session : refreshedOrNot(own, session);
  });
}

/**
 * Logging out and refreshing need sessions that nobody else uses, and each check of a refusal one of its
 * own: a call that was wrongly let through has spent the refresh token or ended the session, and what
 * came next would be refused for that.
 */
const owned = (['refresh', 'logout'] as const).map(
  (endpoint): ProtectedCall => ({
    endpoint,
    users: ['customer'],
    states: [],
    twin: `${endpoint}.succeeds`,
    phase: 'sessions',
    async prepare(context) {
      const session = await ownSession(context);
      const body = endpoint === 'refresh' ? { refresh_token: session.refreshToken } : {};
      return { session, options: { as: session, body } };
    },
  }),
);

/** One valid call for each of the eight endpoints that need a token (section 4, common part). */
export const PROTECTED_CALLS: readonly ProtectedCall[] = [...owned, ...shared];

/** Those that need a token that lives: a refresh is there for one that has expired (section 5.5). */
export const LIVE_CALLS = PROTECTED_CALLS.filter(({ endpoint }) => endpoint !== 'refresh');
