import { ROLE_OF_USER, type UserName } from '../../target/target.ts';
import type { Check } from '../check.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import { entriesOf } from '../checks/awaiting-payments/listing.ts';
import { portfoliosIn } from '../checks/portfolios/listing.ts';
import { expectNoToken } from '../checks/sessions/refresh/refresh.ts';
import { readersOf } from '../checks/tokens/in-both-forms.ts';
import { READING } from '../checks/valid-call.ts';
import { expectSuccess, expectUnauthorised } from '../expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import {
  atOnce,
  callAgain,
  callAt,
  type Participant,
  participants,
  refresh,
  sendRefresh,
} from './participants.ts';

/** It shows nothing that is counted. */
const PREFERENCE = 'fetch-organisation-preference';

/** How often everybody asks at once, after each has asked alone. */
const ROUNDS = 2;

/** The users with the sessions that they have after their refreshes, which were made at the same time. */
function refreshed(context: CheckContext): Promise<Participant[]> {
  return context.shared('sessions refreshed at once', async (own) => {
    let all = await participants(own);
    await haveShown(own, all);
    for (let round = 1; round <= ROUNDS; round += 1) {
      all = await atOnce(all, (one) => refresh(own, one, round));
      await atOnce(all, async (one) => {
        const exchange = await callAgain(own, one, round);
        expectSuccess(exchange, `a request by ${one.user} with a token of a refresh`);
        await expectShownStill(own, one, round, exchange);
      });
    }
    return all;
  });
}

/** How many entries each endpoint has shown each of those who logged in at once, before any refresh. */
const shownSince = (context: CheckContext): Promise<Map<string, number | undefined>> =>
  context.shared('entries shown to users logged in at once', async () => new Map());

/** Has everybody shown what is asked for after a refresh, with the token of the login. */
async function haveShown(context: CheckContext, all: readonly Participant[]): Promise<void> {
  // The checks of these endpoints ask for just that; where they did so in sessions that are gone, it is unknown.
  for (const endpoint of READING) {
    await context.passed(`${endpoint}.at-once`);
  }
  const shown = await shownSince(context);
  for (const one of all) {
    const { endpoint } = callAt(one, 1);
    const key = `${endpoint} by ${one.user}`;
    if (endpoint !== PREFERENCE && !shown.has(key)) {
      shown.set(key, await countOf(context, endpoint, await callAgain(context, one, 1)));
    }
  }
}

/** Demands entries with a token of a refresh for whom the endpoint has listed some with that of the login. */
async function expectShownStill(
  context: CheckContext,
  one: Participant,
  time: number,
  exchange: Exchange,
): Promise<void> {
  const { endpoint } = callAt(one, time);
  const before = (await shownSince(context)).get(`${endpoint} by ${one.user}`) ?? 0;
  if (before > 0 && (await countOf(context, endpoint, exchange)) === 0) {
    deviate(`entries of ${endpoint} for ${one.user} with a token of a refresh, as before`, 'none');
  }
}

export const base = {
  level: 'must' as const,
  inARow: 'users at once',
  users: ['customer' as const, 'manager' as const],
  phase: 'sessions' as const,
  cause: 'requests of several users at once are mixed up',
};

const logins: Check = {
  ...base,
  id: 'login.at-once',
  title: 'logs several users in at once, each as who they are',
  requirements: ['LGN-1', 'AUT-2', 'AUT-11', 'AUT-34'],
  endpoint: 'login',
  async run(context) {
    for (const { user, session } of await participants(context)) {
      if (session.role !== ROLE_OF_USER[user]) {
        deviate(
          `user.role ${ROLE_OF_USER[user]} for ${user}, who logged in while others did`,
          session.role ?? 'none',
        );
      }
    }
    for (const one of await participants(context)) {
      const exchange = await callAgain(context, one, 0);
      expectSuccess(exchange, `a request by ${one.user}, who logged in while others did`);
    }
  },
};

/** How many entries an answer lists; nothing where the endpoint lists none. */
async function countOf(context: CheckContext, endpoint: string, exchange: Exchange) {
  if (endpoint === 'awaiting-payments') {
    return entriesOf(exchange).length;
  }
  return endpoint === 'portfolios' ? (await portfoliosIn(context, exchange)).length : undefined;
}

/** What an answer to each has to be, whoever else asks. */
const READ_REQUIREMENTS = {
  'fetch-organisation-preference': ['ORG-1'],
  'awaiting-payments': ['PAY-19', 'PAY-47'],
  portfolios: ['PTF-3', 'PTF-4'],
} as const;

const readings: Check[] = READING.map((endpoint) => ({
  ...base,
  id: `${endpoint}.at-once`,
  title: `answers users of ${endpoint} at once as each alone`,
  requirements: [...READ_REQUIREMENTS[endpoint], 'AUT-34'],
  endpoint,
  after: ['login.at-once', `${endpoint}.succeeds`],
  async run(context) {
    const all = (await participants(context)).filter(({ calls }) =>
      calls.some((call) => call.endpoint === endpoint),
    );
    const bearer = await context.passed(`authentication.bearer.${endpoint}`);
    // The preference shows nothing that could be mixed up: once is enough to see whether it is answered, and
    // each was answered alone when it was found who is.
    const showsEntries = endpoint !== PREFERENCE;
    const ask = ({ session, calls, user }: Participant, time: number) => {
      const options: CallOptions | undefined = calls.find(
        (call) => call.endpoint === endpoint,
      )?.options;
      const form = bearer && time % 2 === 1 ? { bearer } : {};
      const situation = `by ${user}, time ${time}`;
      return context.call(endpoint, { ...options, as: session, ...form, situation });
    };
    // Where others ask all the time nobody is alone: what was listed to each before is as good then, since
    // what is found wrong is asked again.
    const readers = context.isBeside ? await readersOf(context, endpoint) : [];
    const alone = new Map<UserName, number | undefined>();
    for (const one of showsEntries ? all : []) {
      const exchange = await ask(one, 0);
      expectSuccess(exchange, `${endpoint} by ${one.user}`);
      const before = readers.find(({ user }) => user === one.user)?.bearer;
      const now = await countOf(context, endpoint, exchange);
      (await shownSince(context)).set(`${endpoint} by ${one.user}`, now);
      const then = before && (await countOf(context, endpoint, before));
      alone.set(one.user, now === undefined ? undefined : Math.max(now, then ?? 0));
    }
    const rounds = showsEntries ? ROUNDS : 1;
    for (let round = 1; round <= rounds; round += 1) {
      const odd = new Map<Participant, number>();
      await atOnce(all, async (one) => {
        const exchange = await ask(one, round);
        expectSuccess(exchange, `${endpoint} by ${one.user} while others call it`);
        const count = await countOf(context, endpoint, exchange);
        if (count !== undefined && count !== alone.get(one.user)) {
          odd.set(one, count);
        }
      });
      for (const [one, count] of odd) {
        const before = alone.get(one.user) ?? 0;
        const again = context.isBeside ? undefined : await ask(one, 0);
        const after = (again && (await countOf(context, endpoint, again))) ?? before;
        // What has come or gone meanwhile was there for some of the answers.
        if (count < Math.min(before, after) || count > Math.max(before, after)) {
          deviate(
            `${before} entries for ${one.user} while others call ${endpoint}, as alone`,
            String(count),
          );
        }
        alone.set(one.user, after);
      }
    }
  },
}));

const refreshes: Check = {
  ...base,
  id: 'refresh.at-once',
  title: 'refreshes the sessions of several users at once, each for its own user',
  requirements: ['RFR-1', 'RFR-7', 'RFR-9', 'AUT-34'],
  endpoint: 'refresh',
  after: ['login.at-once', 'refresh.new-token-works'],
  async run(context) {
    await refreshed(context);
  },
};

/** Who stays until all others have logged out, where there are several. */
const STAYS: UserName = 'otherCustomer';

/** The refresh of a session that comes after those of all rounds. */
const AFTER_LOGOUT = ROUNDS + 1;

/** Logs users out at once, and demands that none of their tokens works or is renewed after it. */
async function logOut(context: CheckContext, all: readonly Participant[]): Promise<void> {
  const ended = await context.shared('sessions logged out at once', async () => new Set<string>());
  if (all.some(({ session }) => ended.has(session.accessToken))) {
    context.inconclusive('The connection was lost when these sessions were logged out before.');
  }
  for (const { session } of all) {
    ended.add(session.accessToken);
  }
  await atOnce(all, async ({ user, session }) => {
    const exchange = await context.call('logout', {
      as: session,
      body: {},
      situation: `by ${user}`,
    });
    expectSuccess(exchange, `a logout by ${user} while others log out`);
  });
  await atOnce(all, async (one) => {
    const exchange = await callAgain(context, one, 0);
    expectUnauthorised(exchange, `a token of ${one.user} after a logout while others logged out`);
  });
  await atOnce(all, async (one) => {
    const exchange = await sendRefresh(context, one, AFTER_LOGOUT);
    if (exchange) {
      expectNoToken(exchange, `a refresh by ${one.user} with a token that was logged out`);
    }
  });
}

const logouts: Check = {
  ...base,
  id: 'logout.at-once',
  title: 'logs several users out at once, and none of their tokens lives on',
  requirements: ['LGO-1', 'LGO-5', 'LGO-8', 'AUT-12'],
  endpoint: 'logout',
  after: ['refresh.at-once', 'authentication.after-logout.fetch-organisation-preference'],
  async run(context) {
    const all = await refreshed(context);
    const others = all.filter(({ user }) => user !== STAYS);
    if (others.length < 2) {
      return logOut(context, all);
    }
    await logOut(context, others);
    for (const one of all.filter(({ user }) => user === STAYS)) {
      const exchange = await callAgain(context, one, one.calls.length - 1);
      expectSuccess(exchange, `a request by ${one.user} after others have logged out`);
      await logOut(context, [one]);
    }
  },
};

/** Sections 4.1 to 4.5, 4.9 and 5.5: users who act at the same time have nothing to do with each other. */
export const usersAtOnceChecks: Check[] = [logins, ...readings, refreshes, logouts];
