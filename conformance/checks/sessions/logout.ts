import type { Check } from '../../check.ts';
import type { CheckContext, Session } from '../../check-context.ts';
import {
  answerOf,
  expectSuccess,
  isRejectedAsAsked,
  isSuccess,
  statusOf,
} from '../../expectations.ts';
import { bodyKind, type Exchange } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { endedTogether, loggedOutInTheMiddle } from '../../situations/renewed-session.ts';
import { withoutListedHeaders } from '../kinds/listed-headers.ts';
import { tamperedSignature } from '../tokens/forged-tokens.ts';
import { loggedOut } from './logged-out-session.ts';
import { preferenceCaller } from './organisation-preference.ts';

/** What every check of logout has in common, unless it says otherwise. */
const base = {
  level: 'open' as const,
  endpoint: 'logout' as const,
  users: ['manager' as const],
  phase: 'sessions' as const,
};

const succeeds: Check = {
  ...base,
  id: 'logout.succeeds',
  title: 'logs out with an empty JSON object',
  requirements: ['LGO-1', 'SVC-4'],
  level: 'must',
  async run(context) {
    const { logout } = await loggedOut(context, 'manager');
    expectSuccess(logout, 'logout');
  },
};

/** Bodies other than the empty object of section 4.3. */
const OTHER_BODIES = [
  { variant: 'no-body', what: 'without a body', options: {} },
  { variant: 'other-body', what: 'with another body', options: { body: { assay: true } } },
];

/** A logout of a session of its own without these headers, and what that is answered where it was refused. */
interface LogoutWithout {
  session: Session;
  exchange: Exchange;
  after?: Exchange;
}

async function logoutWithout(
  context: CheckContext,
  names: readonly string[],
): Promise<LogoutWithout> {
  const headers = Object.fromEntries(names.map((name) => [name, null]));
  const as = await context.freshSession('manager');
  const exchange = await context.call('logout', { as, body: {}, headers });
  const about = { session: as, exchange };
  return isRejectedAsAsked(exchange)
    ? { ...about, after: await context.call('fetch-organisation-preference', { as }) }
    : about;
}

const WITHOUT = ['platform', 'uuid'];

/** Who takes a logout without both of them demands neither, so that one tells of both. */
const withoutBoth = (context: CheckContext): Promise<LogoutWithout> =>
  context.shared('logout without platform and uuid', (own) => logoutWithout(own, WITHOUT));

const refused: Check = {
  ...base,
  id: 'logout.refused-ends-nothing',
  title: 'leaves a session alive whose logout is refused for how it was asked',
  requirements: ['LGO-11'],
  level: 'should',
  after: ['logout.succeeds', 'fetch-organisation-preference.succeeds'],
  phase: 'logins',
  async run(context) {
    const beside = await withoutBoth(context);
    // Beside it others of the user may have ended it.
    const isDoubted = beside.after !== undefined && statusOf(beside.after) === 401;
    const { exchange, after } = isDoubted ? await logoutWithout(context, WITHOUT) : beside;
    if (!after) {
      return context.inconclusive('A logout without platform and uuid is not refused for that.');
    }
    if ((await preferenceCaller(context)).user !== 'manager') {
      context.inconclusive('The manager, who logs out so, may not fetch the preference.');
    }
    expectAlive(exchange, after);
  },
};

function expectAlive(logout: Exchange, after: Exchange): void {
  if (statusOf(after) === 401) {
    const answer = answerOf(logout);
    deviate(`a session to be served whose logout was refused (${answer})`, answerOf(after));
  }
}

/** Who has no token of a session, and only made one like it, ends nothing. */
const refusedForged: Check = {
  ...refused,
  id: 'logout.refused-token-ends-nothing',
  title: 'leaves a session alive when a token like its own is refused at logout',
  after: [...(refused.after ?? []), 'authentication.tampered-signature.logout'],
  async run(context) {
    const { user } = await preferenceCaller(context);
    const forge = async (session: Session) => {
      const accessToken = tamperedSignature(session.accessToken);
      const exchange = await context.call('logout', { as: { accessToken }, body: {} });
      const after = await context.call('fetch-organisation-preference', { as: session });
      return { exchange, after };
    };
    const living = await withoutBoth(context);
    const isServed = living.after !== undefined && isSuccess(living.after);
    const first = isServed ? await forge(living.session) : undefined;
    // A login of the same user may have ended it since.
    const isAlive = first !== undefined && statusOf(first.after) !== 401;
    const { exchange, after } = isAlive ? first : await forge(await context.freshSession(user));
    if (statusOf(exchange) === 401) {
      expectAlive(exchange, after);
    }
  },
};

const observations: Check[] = [
  ...OTHER_BODIES.map(({ variant, what, options }) => ({
    ...base,
    id: `logout.observes.${variant}`,
    title: `shows what logout does ${what}`,
    requirements: ['LGO-10'],
    async run(context: CheckContext) {
      const session = await context.freshSession('manager');
      const exchange = await context.call('logout', { as: session, ...options });
      context.observe(`status of logout ${what}`, statusOf(exchange));
    },
  })),
  ...withoutListedHeaders({
    ...base,
    async send(context, header) {
      const { exchange } = await withoutBoth(context);
      return isSuccess(exchange) ? exchange : (await logoutWithout(context, [header])).exchange;
    },
  }),
  {
    ...base,
    id: 'logout.observes.body',
    title: 'shows what logout answers',
    requirements: ['LGO-6'],
    async run(context) {
      const { logout } = await loggedOut(context, 'manager');
      context.observe('status of logout', statusOf(logout));
      context.observe('body of logout', bodyKind(logout));
    },
  },
  {
    ...base,
    id: 'logout.observes.other-tokens',
    title: 'shows whether logout ends the other sessions of the user',
    requirements: ['LGO-7'],
    after: ['logout.succeeds', 'fetch-organisation-preference.succeeds'],
    async run(context) {
      const [loggedOutOnce] = await loggedOutInTheMiddle(context);
      if (loggedOutOnce) {
        const ended = await endedTogether(context);
        const isEnded = ended.has(loggedOutOnce.user);
        return context.observe('other session after logout', isEnded ? 'ended' : 'lives');
      }
      const { user } = await preferenceCaller(context);
      const other = await context.freshSession(user);
      const session = await context.freshSession(user);
      await context.call('logout', { as: session, body: {} });
      const elsewhere = await context.call('fetch-organisation-preference', { as: other });
      context.observe('other session after logout', isSuccess(elsewhere) ? 'lives' : 'ended');
    },
  },
];

/** Section 4.3. */
export const logoutChecks: Check[] = [succeeds, refused, refusedForged, ...observations];
