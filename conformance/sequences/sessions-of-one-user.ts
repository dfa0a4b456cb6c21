import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { allDone } from '../checks/all-done.ts';
import {
  expectNoServerError,
  expectServedOrUnauthorised,
  expectSuccess,
  expectUnauthorised,
  isSuccess,
  statusOf,
} from '../expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import { Inconclusive } from '../outcome.ts';
import {
  atOnce,
  callAgain,
  type Participant,
  participants,
  refreshedBy,
  sendRefresh,
} from './participants.ts';
import { base } from './users-at-once.ts';

/** Two sessions of one user, where the later login has left the earlier one alive. */
function twoSessions(context: CheckContext): Promise<Participant[]> {
  return context.shared('two sessions of one user', async (own) => {
    const [one] = await participants(own);
    if (!one) {
      throw new Inconclusive('Nobody has a call that shows whether a token works.');
    }
    const both = [
      { ...one, session: await own.freshSession(one.user) },
      { ...one, session: await own.freshSession(one.user) },
    ];
    const shown = await atOnce(both, (each) => callAgain(own, each, 0));
    if (!shown.every((exchange) => isSuccess(exchange))) {
      throw new Inconclusive('A login of the user has ended the session before.');
    }
    return both;
  });
}

/**
 * Both sessions with the tokens that they have after refreshes at the same time; ends the check where one is
 * refused, since a target may serve one request of a user at a time, or end what the other session has. Called
 * a bad token, a good one is refused wrongly where two others are taken one after the other.
 */
const refreshedBoth = (context: CheckContext): Promise<Participant[]> =>
  context.shared('two sessions of one user, refreshed', async (own) => {
    const both = await twoSessions(own);
    const answers = await atOnce(both, (each) => sendRefresh(own, each, 1));
    const refreshed = both.map((each, place) => afterwards(each, answers[place]));
    if (refreshed.every((each) => each !== undefined)) {
      return refreshed;
    }
    const refusal = answers.find((answer) => answer && statusOf(answer) === 401);
    if (refusal && (await areRefreshedInTurn(own, both))) {
      expectSuccess(refusal, 'a refresh at the same time as another of the user');
    }
    throw new Inconclusive('One of two refreshes of a user at once is refused.');
  });

/** Who asked for a refresh, or had nothing to ask by, after its answer; `undefined` where it was refused. */
const afterwards = (one: Participant, answer: Exchange | undefined): Participant | undefined =>
  answer ? refreshedBy(one, answer) : one;

/** Whether two new sessions of the same user are both refreshed, one after the other. */
async function areRefreshedInTurn(
  context: CheckContext,
  [one]: readonly Participant[],
): Promise<boolean> {
  if (!one) {
    return false;
  }
  const first = { ...one, session: await context.freshSession(one.user) };
  const second = { ...one, session: await context.freshSession(one.user) };
  const isRefreshed = async (each: Participant) =>
    afterwards(each, await sendRefresh(context, each, 1)) !== undefined;
  return (await isRefreshed(first)) && (await isRefreshed(second));
}

const refreshesOfOne: Check = {
  ...base,
  id: 'refresh.both-at-once',
  title: 'refreshes two sessions of one user at once, each with a token that works',
  requirements: ['RFR-9'],
  endpoint: 'refresh',
  cause: 'refreshes of one user at once are mixed up',
  after: ['refresh.at-once'],
  async run(context) {
    const both = await refreshedBoth(context);
    for (const exchange of await atOnce(both, (each) => callAgain(context, each, 0))) {
      expectSuccess(exchange, 'a request with the token of a refresh that came with another');
    }
  },
};

const together: Check = {
  ...base,
  id: 'logout.both-at-once',
  title: 'ends two sessions of one user that are logged out at the same time',
  requirements: ['LGO-1', 'LGO-5', 'AUT-12'],
  endpoint: 'logout',
  cause: 'a logout at the same time as another is lost',
  after: ['logout.at-once'],
  async run(context) {
    const refreshed = await context.passed('refresh.both-at-once');
    const both = await (refreshed ? refreshedBoth : twoSessions)(context);
    await atOnce(both, async (each) => {
      const { user, session } = each;
      const own = { as: session, body: {} };
      // What is under way when its session ends may be served or not, and brings it to life no more.
      const [, exchange, twin] = await allDone([
        callAgain(context, each, both.indexOf(each)),
        context.call('logout', own),
        // Who looks at a token and then ends it may take both of two.
        each === both[1] && context.call('logout', own),
      ]);
      // Either may be ended by a target that ends all sessions of a user at a logout; of two logouts with one
      // token the second may be refused for coming second.
      const what = `a logout by ${user}, another of whose sessions is logged out`;
      expectNoServerError(exchange, what);
      if (!twin || !isSuccess(twin)) {
        expectServedOrUnauthorised(exchange, what);
      }
    });
    await atOnce(both, async (each) => {
      const exchange = await callAgain(context, each, 0);
      expectUnauthorised(exchange, 'a token after its logout at the same time as another');
    });
  },
};

/** Section 5.5: what one session of a user does at the same time as another. */
export const sessionsOfOneUserChecks: Check[] = [refreshesOfOne, together];
