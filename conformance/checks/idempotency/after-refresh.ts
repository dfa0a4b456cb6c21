import type { Check } from '../../check.ts';
import type { CheckContext, Session } from '../../check-context.ts';
import { isRejection, isSuccess } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { refreshedSession } from '../../http/refreshed-session.ts';
import { sameRequest } from '../offers/update-application-offers.ts';
import { type Sent, sendOwn } from '../own-entry.ts';
import { baseOf } from '../valid-call.ts';
import { first } from './experiments.ts';
import { expectOneRecord, RECORDS } from './one-record.ts';

/** A new session of the caller of a request. */
export function newSessionOf(context: CheckContext, { options, values }: Sent): Promise<Session> {
  const { user } = options.as as Session;
  const { email = '', password = '' } = values;
  return context.freshSession(user === 'state' ? { email, password } : user);
}

/** A request again, under its key, with the token of a new login, and with the one that a refresh gave for it. */
async function repeatsOf(context: CheckContext, sent: Sent): Promise<Exchange[]> {
  const session = await newSessionOf(context, sent);
  const repeats: Exchange[] = [];
  for (const as of [session, await refreshedSession(context, session)]) {
    repeats.push(await context.call(sent.endpoint, { ...sent.options, as }));
  }
  return repeats;
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
      const repeats = await repeatsOf(context, await first(context, endpoint));
      await expectOneRecord(context, { endpoint, record }, repeats);
      if (!repeats.every(isRejection)) {
        return;
      }
      // Of an entry that is used up by now a second record is refused for that, and not for its key.
      const own = await sendOwn(context, endpoint, { headers: sameRequest() });
      if (own.isFresh && isSuccess(own.exchange)) {
        const again = await repeatsOf(context, own);
        await expectOneRecord(context, { endpoint, record }, again, own.exchange);
      }
    },
  }),
);
