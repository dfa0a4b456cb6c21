import type { UserName } from '../../../../target/target.ts';
import type { Check } from '../../../check.ts';
import type { CheckContext, Session } from '../../../check-context.ts';
import { answerOf, isSuccess, statusOf } from '../../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../../http/exchange.ts';
import { refreshedSession } from '../../../http/refreshed-session.ts';
import { tokenOf } from '../../../http/token-of.ts';
import { deviate } from '../../../outcome.ts';
import { pageAndSearch } from '../../awaiting-payments/searches.ts';
import { listingBody } from '../../valid-call.ts';
import { preferenceOf } from '../organisation-preference.ts';

type OpenToRoles = 'awaiting-payments' | 'fetch-organisation-preference';

/** What is only read, and whom the specification does not say that it serves. */
const OPEN: { endpoint: OpenToRoles; user: UserName }[] = (
  [
    ['awaiting-payments', ['manager', 'agent']],
    ['fetch-organisation-preference', ['agent', 'cashier', 'customer']],
  ] as const
).flatMap(([endpoint, users]) => users.map((user) => ({ endpoint, user })));

/** Whether the run has shown already that a user is served with a refreshed token. */
async function isServedRefreshed(
  context: CheckContext,
  endpoint: OpenToRoles,
  user: UserName,
): Promise<boolean> {
  const asked =
    endpoint === 'awaiting-payments'
      ? (await pageAndSearch(context, user)).page
      : await preferenceOf(context, user);
  const { login } = await context.session(user);
  return (
    isSuccess(asked) && tokenOf(asked.request.headers) !== valueAt(jsonOf(login), 'access_token')
  );
}

async function ask(context: CheckContext, endpoint: OpenToRoles, as: Session): Promise<Exchange> {
  return endpoint === 'awaiting-payments'
    ? context.call(endpoint, { as, body: listingBody(await context.state('awaiting-payments')) })
    : context.call(endpoint, { as });
}

/** The 403 to a refreshed token of who is served with that of the login before; nothing where none is. */
async function refusedOnceRefreshed(
  context: CheckContext,
  endpoint: OpenToRoles,
  user: UserName,
): Promise<Exchange | undefined> {
  const session = await context.freshSession(user);
  if (!isSuccess(await ask(context, endpoint, session))) {
    return undefined;
  }
  const after = await ask(context, endpoint, await refreshedSession(context, session));
  return statusOf(after) === 403 ? after : undefined;
}

/**
 * Section 4.2: a role that is refused where that is open may have been refused for its refreshed token, which every
 * session of a run soon has, so that it is asked with the token of a login, too.
 */
export const rolesAfterRefreshCheck: Check = {
  id: 'refresh.keeps.roles',
  title: 'refuses nobody for a refreshed token whom that of a login serves',
  requirements: ['RFR-9'],
  level: 'must',
  endpoint: 'refresh',
  users: ['customer'],
  phase: 'sessions',
  after: ['refresh.succeeds', 'refresh.new-token-works'],
  async run(context) {
    for (const { endpoint, user } of OPEN) {
      if (!context.target.users[user] || (await isServedRefreshed(context, endpoint, user))) {
        continue;
      }
      const refused =
        (await refusedOnceRefreshed(context, endpoint, user)) &&
        (await refusedOnceRefreshed(context, endpoint, user));
      if (refused) {
        deviate(
          `${user} with a refreshed token to be served by ${endpoint}, as with that of a login`,
          answerOf(refused),
        );
      }
    }
  },
};
