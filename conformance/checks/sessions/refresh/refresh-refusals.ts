import type { UserName } from '../../../../target/target.ts';
import type { Check } from '../../../check.ts';
import type { CheckContext, Session } from '../../../check-context.ts';
import { expectSuccess, isSuccess } from '../../../expectations.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { MADE_UP_TOKEN } from '../../../http/made-up-token.ts';
import { allDone } from '../../all-done.ts';
import { refreshedOrNot } from '../../refreshed-session.ts';
import { tamperedTail } from '../../tokens/forged-tokens.ts';
import { expectNoToken, ofRefresh, refresh } from './refresh.ts';

/** Like no token that anybody gives. */
const MADE_UP = 'assay-made-this-refresh-token-up';

const WRONG_BODIES = [
  {
    variant: 'missing',
    requirement: 'RFR-6',
    what: 'a refresh without refresh_token',
    bodies: () => [{}, {}, {}],
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
      [MADE_UP, `A${right}`, right.slice(0, -4), tamperedTail(right)].map((token) => ({
        refresh_token: token,
      })),
  },
];

/** Whose refreshes are wrong, one after the other, in each of the two header forms: of each rule others. */
const REFUSED_IN_TURN: readonly UserName[][] = [
  ['customer', 'cashier', 'manager'],
  ['customer', 'otherCustomer', 'agent'],
  ['manager', 'agent', 'otherCustomer'],
];

const refusals: Check[] = WRONG_BODIES.map(({ variant, requirement, what, bodies }, rule) => ({
  ...ofRefresh,
  id: `refresh.refuses.${variant}`,
  title: `gives no token for ${what}`,
  requirements: [requirement],
  level: 'must',
  after: ['refresh.succeeds'],
  async run(context) {
    const isBearerTaken = await context.passed('authentication.bearer.refresh');
    const inTurn = REFUSED_IN_TURN[rule]?.filter((user) => context.target.users[user]) ?? [];
    const users: UserName[] = inTurn.length > 0 ? inTurn : ['customer'];
    const sessions = await allDone(
      users.map(async (user, index) => {
        const session = await context.freshSession(user);
        // Of a session that was refreshed a target may remember more.
        return index > 0 ? refreshedOrNot(context, session) : session;
      }),
    );
    for (const turn of bodies('').keys()) {
      const session = sessions[turn % sessions.length] as Session;
      const exchange = await context.call('refresh', {
        as: session,
        body: bodies(session.refreshToken ?? '')[turn],
        turn,
        bearer: isBearerTaken && turn % 2 === 1,
      });
      expectNoToken(exchange, what);
    }
  },
}));

/** Section 4.2: what the refresh token is for, the access token is not. */
const accessToken: Check = {
  ...ofRefresh,
  id: 'refresh.refuses.access-token',
  title: 'gives no token for an access token in the place of the refresh token',
  requirements: ['RFR-15'],
  level: 'must',
  after: ['refresh.succeeds'],
  async run(context) {
    for (const user of (['customer', 'manager'] as const).filter(
      (one) => context.target.users[one],
    )) {
      const session = await context.freshSession(user);
      if (session.accessToken === session.refreshToken) {
        context.inconclusive('The target gives one token for both.');
      }
      const body = { refresh_token: session.accessToken };
      const exchange = await context.call('refresh', { as: session, body, situation: user });
      expectNoToken(exchange, 'an access token as refresh_token');
    }
  },
};

/** Users whose refresh tokens are tried with the access tokens of others, each with that of the next. */
const MIXED: readonly UserName[] = ['customer', 'otherCustomer', 'manager', 'agent', 'cashier'];

/** Section 5.10: who comes with the refresh token of somebody else is given nobody's token. */
const ofAnother: Check = {
  ...ofRefresh,
  id: 'refresh.refuses.token-of-another',
  title: 'gives no token for the refresh token of another user',
  requirements: ['RFR-14'],
  level: 'should',
  users: ['customer', 'otherCustomer'],
  after: ['refresh.succeeds'],
  async run(context) {
    const users = MIXED.filter((user) => context.target.users[user]);
    const bearer = await context.passed('authentication.bearer.refresh');
    const sessions = await allDone(users.map((user) => context.freshSession(user)));
    for (const [index, as] of sessions.slice(1).entries()) {
      const { user: owner, refreshToken } = sessions[index] ?? as;
      const exchange = await context.call('refresh', {
        as,
        body: { refresh_token: refreshToken },
        turn: index,
        bearer: bearer && index % 2 === 1,
      });
      expectNoToken(exchange, `the refresh token of ${owner}, sent by ${as.user},`);
    }
  },
};

/** What a refresh is refused for, so that nothing came of it. */
const REFUSED: {
  what: string;
  send(context: CheckContext, session: Session): Promise<Exchange>;
}[] = [
  {
    what: 'a refresh with an access token that is no JWT',
    send: (context, session) =>
      refresh(context, { ...session, accessToken: MADE_UP_TOKEN }, right(session)),
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

const right = ({ refreshToken }: Session) => ({ refresh_token: refreshToken });

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
    expectSuccess(
      await refresh(context, session),
      'a refresh with the right tokens after refreshes of the session were refused',
    );
  },
};

/** Sections 4.2 and 5.10: refreshes with a wrong body, and with what belongs to somebody else. */
export const refreshRefusalChecks: Check[] = [...refusals, accessToken, ofAnother, unharmed];
