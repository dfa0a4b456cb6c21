import type { Check } from '../../../check.ts';
import type { CheckContext } from '../../../check-context.ts';
import { expectSuccess, isSuccess } from '../../../expectations.ts';
import { jsonOf, valueAt } from '../../../http/exchange.ts';
import { deviate } from '../../../outcome.ts';
import { allDone } from '../../all-done.ts';
import { PROTECTED_CALLS } from '../../protected-calls.ts';
import { bearerAnswer } from '../../tokens/bearer.ts';
import { anotherEnded, refreshEnded } from './expired-session.ts';
import { expectNoToken, goodRefresh, ofRefresh, refresh } from './refresh.ts';
import { replayedLinks } from './refresh-chain.ts';
import { wronglyRefreshed } from './refresh-refusals.ts';

/** Two refreshes with the refresh token of one login, one after the other. */
function refreshTwice(context: CheckContext) {
  return context.shared('two refreshes with one token', async (own) => {
    const session = await own.freshSession('customer');
    const first = await refresh(own, session);
    expectSuccess(first, 'the first refresh');
    return { session, first, second: await refresh(own, session) };
  });
}

/** A refresh with the refresh token that one has just given, once per run. */
function refreshedOn(context: CheckContext) {
  return context.shared('a refresh after a good one', async (own) => {
    const { session, body } = await goodRefresh(own);
    const again = await refresh(own, session, { refresh_token: valueAt(body, 'refresh_token') });
    return { session, again, given: valueAt(jsonOf(again), 'refresh_token') };
  });
}

/** The same of the first of three: who keeps the one that was spent last may know of none before it. */
async function expectFirstSpent(context: CheckContext): Promise<void> {
  const { session, again, given } = await refreshedOn(context);
  if (isSuccess(again) && typeof given === 'string' && given !== session.refreshToken) {
    const third = await refresh(context, session);
    expectNoToken(third, 'a refresh token that was used two refreshes ago');
  }
}

/** The same of one that was used while its access token came by Bearer, where that is taken. */
async function expectSpentByBearer(context: CheckContext): Promise<void> {
  const call = PROTECTED_CALLS.find(({ endpoint }) => endpoint === 'refresh');
  const first = call && (await bearerAnswer(context, call));
  const given = first && valueAt(jsonOf(first), 'access_token');
  if (first && typeof given === 'string') {
    const body: unknown = JSON.parse(first.request.body ?? '{}');
    const second = await context.call('refresh', { as: { accessToken: given }, body });
    expectNoToken(second, 'a refresh token that was used by Bearer');
  }
}

/** The same of a refresh token that itself came from a refresh. */
async function expectLinkSpent(context: CheckContext, what: string): Promise<void> {
  for (const exchange of await replayedLinks(context)) {
    expectNoToken(exchange, `a refresh token of a refresh that was ${what}`);
  }
}

/**
 * The same of one that was used while its access token had expired, where another such session is supplied:
 * sent again with the expired token, for which a target may have a way of its own.
 */
async function expectSpentByExpired(context: CheckContext): Promise<void> {
  const ended = await anotherEnded(context);
  if (ended && isSuccess(await refreshEnded(context, ended))) {
    const second = await refreshEnded(context, ended);
    expectNoToken(second, 'a refresh token that was used with an expired access token');
  }
}

/** The same of everybody else: what is kept of a refresh token may hang on whose it is. */
async function expectSpentOfOthers(context: CheckContext): Promise<void> {
  for (const { user, session, spent } of await wronglyRefreshed(context)) {
    if (spent !== undefined) {
      const second = await refresh(context, session, { refresh_token: spent });
      expectNoToken(second, `a refresh token of ${user} that was used`);
    }
  }
}

/** Section 5.5: rotation, where it is declared, and where a refresh gives a new refresh token. */
export const refreshRotationChecks: Check[] = [
  {
    ...ofRefresh,
    id: 'refresh.rotation.spent-token',
    title: 'gives no second token for a refresh token that was used',
    requirements: ['AUT-14'],
    capability: 'refreshRotation',
    async run(context) {
      const { session, second } = await refreshTwice(context);
      expectNoToken(second, 'a refresh token that was used');
      const third = await refresh(context, session);
      expectNoToken(third, 'a refresh token that was used, and refused after that');
      await expectLinkSpent(context, 'used');
      await expectFirstSpent(context);
      await expectSpentByBearer(context);
      const later = { ...session, ...(await context.freshSession('customer')) };
      const again = await refresh(context, later, { refresh_token: session.refreshToken });
      expectNoToken(again, 'a refresh token that was used before a later login');
      await expectSpentByExpired(context);
      await expectSpentOfOthers(context);
    },
  },
  {
    ...ofRefresh,
    id: 'refresh.rotation.at-once',
    title: 'gives one new refresh token where one is used twice at once',
    requirements: ['AUT-14'],
    capability: 'refreshRotation',
    after: ['refresh.rotation.spent-token'],
    async run(context) {
      const session = await context.freshSession('customer');
      const both = await allDone([refresh(context, session), refresh(context, session)]);
      const given = both.map((exchange) => valueAt(jsonOf(exchange), 'refresh_token'));
      // Both may be told the same, as who sends a request again is.
      if (new Set(given.filter((token) => typeof token === 'string')).size > 1) {
        deviate('one new refresh_token for one that is used twice at once', 'two');
      }
    },
  },
  {
    ...ofRefresh,
    id: 'refresh.replaced-token',
    title: 'gives no token for a refresh token that a new one has replaced',
    requirements: ['AUT-29'],
    level: 'should',
    async run(context) {
      const { session, first, second } = await refreshTwice(context);
      const token = valueAt(jsonOf(first), 'refresh_token');
      if (typeof token !== 'string' || token === '' || token === session.refreshToken) {
        context.inconclusive('A refresh gives no new refresh token: none is replaced.');
      }
      if (valueAt(jsonOf(second), 'refresh_token') === token) {
        context.inconclusive('The token that was replaced gives again the one that replaced it.');
      }
      expectNoToken(second, 'a refresh token that a new one has replaced');
      await expectLinkSpent(context, 'replaced by a new one');
    },
  },
];
