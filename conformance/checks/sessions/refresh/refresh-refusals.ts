import { unlessNotSupplied } from '../../../../target/states/not-supplied.ts';
import { USER_NAMES, type UserName } from '../../../../target/target.ts';
import type { Check } from '../../../check.ts';
import type { CheckContext, Session } from '../../../check-context.ts';
import { expectSuccess, isSuccess } from '../../../expectations.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { MADE_UP_TOKEN } from '../../../http/made-up-token.ts';
import { refreshedOrNot } from '../../../http/refreshed-session.ts';
import { asksForMore } from '../../../situations/covering-array.ts';
import { endedTogether } from '../../../situations/renewed-session.ts';
import { allDone } from '../../all-done.ts';
import { tamperedTail } from '../../tokens/forged-tokens.ts';
import { VALID_CALLS } from '../../valid-call.ts';
import { expectNoToken, ofRefresh, refresh } from './refresh.ts';

/** Like no token that anybody gives. */
const MADE_UP = 'assay-made-this-refresh-token-up';

const WRONG_BODIES = [
  {
    variant: 'missing',
    requirement: 'RFR-6',
    what: 'a refresh without refresh_token',
    bodies: () => [{}],
  },
  {
    variant: 'not-a-string',
    requirement: 'RFR-6',
    what: 'a refresh_token that is no text',
    bodies: (right: string) =>
      [12345, [right, right], null, { token: right }].map((token) => ({ refresh_token: token })),
  },
  {
    variant: 'made-up',
    requirement: 'RFR-11',
    what: 'a made-up refresh token',
    bodies: (right: string) =>
      [tamperedTail(right), `A${right}`, right.slice(0, -4), MADE_UP].map((token) => ({
        refresh_token: token,
      })),
  },
];

/** Of how many users what is a matter of tokens alone is tried. */
const OF_TOKENS_ALONE = 2;

/** A session that refreshes wrongly, with the refresh token that it has used, if a new one came for it. */
interface WronglyRefreshed {
  user: UserName;
  session: Session;
  spent: string | undefined;
}

/** The sessions of these checks, from which nobody else asks for anything once they have all been refused. */
const sessionsToRefuse = (context: CheckContext): Promise<WronglyRefreshed[]> =>
  context.shared('sessions that refresh wrongly', (own) =>
    allDone(
      USER_NAMES.filter((user) => own.target.users[user]).map(async (user, index) => {
        const login = await own.freshSession(user);
        if (asksForMore(own) && !(await endedTogether(own)).has(user)) {
          // Sessions live on beside the end of another, and so does what is remembered of them.
          const other = await own.freshSession(user);
          await own.call('logout', { as: other, body: {}, meantToSucceed: true });
        }
        // Of a session that was refreshed a target may remember more.
        const session = index > 0 ? await refreshedOrNot(own, login) : login;
        const isReplaced = session.refreshToken !== login.refreshToken;
        return { user, session, spent: isReplaced ? login.refreshToken : undefined };
      }),
    ),
  );

/** The same when every wrong refresh was sent: what is sent of them then may end them. */
export async function wronglyRefreshed(context: CheckContext): Promise<WronglyRefreshed[]> {
  for (const { id } of [...refusals, accessToken, ofAnother]) {
    await context.passed(id);
  }
  return sessionsToRefuse(context);
}

const refusals: Check[] = WRONG_BODIES.map(({ variant, requirement, what, bodies }, rule) => ({
  ...ofRefresh,
  id: `refresh.refuses.${variant}`,
  title: `gives no token for ${what}`,
  requirements: [requirement],
  async run(context) {
    const isBearerTaken = await context.passed('authentication.bearer.refresh');
    const all = await sessionsToRefuse(context);
    const kinds = bodies('').length;
    // Where more is to meet each of them sends each kind, and by each seed another first, in the other header.
    const times = asksForMore(context) ? all.length * kinds : Math.max(all.length, kinds);
    for (let turn = 0; turn < times; turn += 1) {
      const { user, session } = all[turn % all.length] as WronglyRefreshed;
      const wrong = bodies(session.refreshToken ?? '');
      const next = turn + Math.floor(turn / all.length) + context.seed - 1;
      const exchange = await context.call('refresh', {
        as: session,
        body: wrong[next % wrong.length],
        turn,
        bearer: isBearerTaken && (next + rule) % 2 === 1,
      });
      expectNoToken(exchange, `${what}, sent by ${user},`);
    }
  },
}));

/** Section 4.2: what the refresh token is for, the access token is not. */
const accessToken: Check = {
  ...ofRefresh,
  id: 'refresh.refuses.access-token',
  title: 'gives no token for an access token in the place of the refresh token',
  requirements: ['RFR-15'],
  async run(context) {
    for (const { user, session } of (await sessionsToRefuse(context)).slice(-OF_TOKENS_ALONE)) {
      if (session.accessToken === session.refreshToken) {
        context.inconclusive('The target gives one token for both.');
      }
      const body = { refresh_token: session.accessToken };
      const exchange = await context.call('refresh', { as: session, body, situation: user });
      expectNoToken(exchange, 'an access token as refresh_token');
    }
  },
};

/** Section 5.10: who comes with the refresh token of somebody else is given nobody's token. */
const ofAnother: Check = {
  ...ofRefresh,
  id: 'refresh.refuses.token-of-another',
  title: 'gives no token for the refresh token of another user',
  requirements: ['RFR-14'],
  level: 'should',
  users: ['customer', 'otherCustomer'],
  async run(context) {
    const bearer = await context.passed('authentication.bearer.refresh');
    // What belongs together is not renewed by somebody else before it was tried otherwise.
    for (const { id } of [...refusals, accessToken]) {
      await context.passed(id);
    }
    const all = await sessionsToRefuse(context);
    for (const [index, { user, session }] of all.slice(1).entries()) {
      const { user: owner, session: other } = all[index] as WronglyRefreshed;
      const exchange = await context.call('refresh', {
        as: session,
        body: { refresh_token: other.refreshToken },
        turn: index,
        bearer: bearer && index % 2 === 1,
      });
      expectNoToken(exchange, `the refresh token of ${owner}, sent by ${user},`);
    }
    await listAfterwards(context, all);
  },
};

/**
 * Refreshes the session of the customer, whose token somebody else has sent by then, and lists with it: whose the
 * new one is shows in that, as the rules of listings see. A target may have ended it for that.
 */
async function listAfterwards(context: CheckContext, all: readonly WronglyRefreshed[]) {
  const own = all.find(({ user }) => user === 'customer')?.session;
  const as = own && (await refreshedOrNot(context, own));
  const options = await VALID_CALLS['awaiting-payments'].options(context).catch(unlessNotSupplied);
  if (as && as !== own && options) {
    await context.call('awaiting-payments', { ...options, as });
  }
}

/** What a refresh is refused for, so that nothing came of it. */
const REFUSED: {
  what: string;
  send(context: CheckContext, session: Session): Promise<Exchange>;
}[] = [
  {
    what: 'a refresh with an access token that is no JWT',
    send: (context, session) => refresh(context, { ...session, accessToken: MADE_UP_TOKEN }),
  },
  {
    what: 'a refresh without refresh_token',
    send: (context, session) => refresh(context, session, {}),
  },
  {
    what: 'a refresh with a refresh token that nobody was given',
    send: (context, session) => refresh(context, session, { refresh_token: MADE_UP }),
  },
];

/** Sections 4.2 and 5.5: the session is continued with the refresh token, whoever tried in vain before. */
const unharmed: Check = {
  ...ofRefresh,
  id: 'refresh.refusal-changes-nothing',
  title: 'refreshes a session after refreshes of it were refused',
  requirements: ['RFR-17'],
  level: 'should',
  after: [
    'refresh.succeeds',
    'refresh.refuses.missing',
    'refresh.refuses.made-up',
    'authentication.garbage.refresh',
  ],
  async run(context) {
    const session = await context.freshSession('customer');
    for (const { what, send } of REFUSED) {
      if (isSuccess(await send(context, session))) {
        context.inconclusive(`The target does not refuse ${what}.`);
      }
    }
    const what = 'a refresh with the right tokens after refreshes of the session were refused';
    expectSuccess(await refresh(context, session), what);
  },
};

/** Sections 4.2 and 5.10: refreshes with a wrong body, and with what belongs to somebody else. */
export const refreshRefusalChecks: Check[] = [...refusals, accessToken, ofAnother, unharmed];
