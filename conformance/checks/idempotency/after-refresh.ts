import type { Check } from '../../check.ts';
import type { CheckContext, Session } from '../../check-context.ts';
import type { Sent } from '../own-entry.ts';
import { refreshedSession } from '../refreshed-session.ts';
import { first } from './experiments.ts';
import { baseOf, expectOneRecord, RECORDS } from './one-record.ts';

/** A new session of the caller of a request. */
export function newSessionOf(context: CheckContext, { options, values }: Sent): Promise<Session> {
  const { user } = options.as as Session;
  const { email = '', password = '' } = values;
  return context.freshSession(user === 'state' ? { email, password } : user);
}

/** The caller of a request with a new login, and with the token that a refresh gave for it. */
async function refreshedCaller(context: CheckContext, sent: Sent): Promise<Session[]> {
  const session = await newSessionOf(context, sent);
  return [session, await refreshedSession(context, session)];
}

/** A key is its user's, not its token's: a client repeats what it sent when it has refreshed. */
export const idempotencyAfterRefreshChecks: Check[] = RECORDS.map(
  ({ endpoint, record, again: requirement, after }) => ({
    ...baseOf(endpoint),
    id: `idempotency.after-refresh.${endpoint}`,
    title: `makes no second ${record} when a new token repeats a key (${endpoint})`,
    requirements: [requirement],
    phase: 'sessions',
    after: [...after, `idempotency.repeated.${endpoint}`, 'refresh.succeeds'],
    cause: 'a repeated x-idempotency-key has a second effect',
    async run(context) {
      const one = await first(context, endpoint);
      const repeats = [];
      for (const as of await refreshedCaller(context, one)) {
        repeats.push(await context.call(endpoint, { ...one.options, as }));
      }
      await expectOneRecord(context, { endpoint, record }, repeats);
    },
  }),
);
