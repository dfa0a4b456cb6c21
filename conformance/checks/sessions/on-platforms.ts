import { SUCCESSES } from '../../../contract/register/successes.ts';
import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext, Session } from '../../check-context.ts';
import { answerOf, isSuccess, statusOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { sessionAfter } from '../../http/refreshed-session.ts';
import { sessionOf } from '../../http/session-of.ts';
import { deviate } from '../../outcome.ts';
import { entriesOf, keysOf } from '../awaiting-payments/listing.ts';
import { ownReading } from '../tokens/in-both-forms.ts';
import { READING } from '../valid-call.ts';
import { loginOn } from './login-on-platform.ts';

/** What everybody may do in a session of theirs, in the order in which it is done: the last ends it. */
const ASKED_ON = [...READING, 'refresh', 'logout'] as const;

type Asked = (typeof ASKED_ON)[number];

/** What a user was answered whose session was begun on a platform other than the web. */
interface OnPlatform {
  user: UserName;
  platform: string;
  endpoint: Asked;
  /** whether its token came as Bearer */
  bearer: boolean;
  exchange: Exchange;
}

const answersOnPlatforms = (context: CheckContext): Promise<OnPlatform[]> =>
  context.shared('what sessions of other platforms are answered', async () => []);

/** Who is asked at each endpoint. The customer and the manager are on each platform anyway. */
const ASKED: Record<Asked, readonly UserName[]> = {
  'fetch-organisation-preference': ['agent', 'cashier', 'otherManager'],
  'awaiting-payments': ['agent', 'otherManager', 'otherCustomer'],
  portfolios: ['otherCustomer'],
  refresh: ['otherManager', 'otherCustomer'],
  logout: ['cashier', 'otherCustomer'],
};

/** A session that was just begun, and where. */
interface Begun {
  user: UserName;
  platform: string;
  session: Session;
  /** as Bearer, instead of in the usual header */
  bearer?: boolean;
}

async function askOn(context: CheckContext, endpoint: Asked, begun: Begun): Promise<Exchange> {
  const { user, platform, session, bearer = false } = begun;
  const isOfSession = endpoint === 'refresh' || endpoint === 'logout';
  const { headers, ...options }: CallOptions = isOfSession
    ? { body: endpoint === 'refresh' ? { refresh_token: session.refreshToken } : {} }
    : await ownReading(context, endpoint, user);
  return context.call(endpoint, {
    ...options,
    as: session,
    bearer,
    headers: { ...headers, platform },
  });
}

/**
 * Asks what a user may be served in a session that was just begun on a platform, the first time that it was.
 *
 * @returns the session as it is then, or nothing where it was ended
 */
export async function askOnPlatform(
  context: CheckContext,
  begun: Begun,
): Promise<Session | undefined> {
  const { user, platform } = begun;
  const all = await answersOnPlatforms(context);
  const isKnown = all.some((one) => one.user === user && one.platform === platform);
  if (platform === 'WEB' || isKnown) {
    return begun.session;
  }
  // On one of the two platforms, the other by the next seed: there sessions may be looked at otherwise.
  const byBearer = (platform === 'IOS') === (context.seed % 2 === 1);
  let { session } = begun;
  for (const endpoint of ASKED_ON.filter((each) => ASKED[each].includes(user))) {
    const bearer = byBearer && (await context.passed(`authentication.bearer.${endpoint}`));
    const exchange: Exchange = await askOn(context, endpoint, { ...begun, session, bearer });
    all.push({ user, platform, endpoint, bearer, exchange });
    if (endpoint === 'logout') {
      return undefined;
    }
    if (endpoint === 'refresh') {
      session = sessionAfter(session, exchange) ?? session;
    }
  }
  return session;
}

/** Whether two answers show the same; of listings the payments, of others whether they succeed. */
const isAlike = (endpoint: Asked, one: Exchange, other: Exchange): boolean =>
  isSuccess(one) === isSuccess(other) &&
  (endpoint !== 'awaiting-payments' ||
    keysOf(entriesOf(one)).symmetricDifference(keysOf(entriesOf(other))).size === 0);

const told = (endpoint: Asked, exchange: Exchange): string =>
  isSuccess(exchange) && endpoint === 'awaiting-payments'
    ? `other ones (${entriesOf(exchange).length})`
    : answerOf(exchange);

/** What is answered on a platform is answered on the web, as long as nothing else has changed it. */
async function expectAlike(
  context: CheckContext,
  { user, platform, endpoint, bearer, exchange }: OnPlatform,
  all: readonly OnPlatform[],
): Promise<void> {
  // A vendor may keep a role, or what it may do, to the web.
  if (statusOf(exchange) === 403) {
    return;
  }
  const ask = async (on: string, who = user) => {
    const login = await loginOn(context, on, who);
    return isSuccess(login)
      ? askOn(context, endpoint, {
          ...{ user: who, platform: on, session: sessionOf(who, login) },
          bearer,
        })
      : undefined;
  };
  // A session that reads there is one there, which may be renewed and ended.
  const isOfSession = endpoint === 'refresh' || endpoint === 'logout';
  const isServed = all.some(
    (one) =>
      one.platform === platform &&
      (isOfSession ? one.user === user : one.endpoint === endpoint) &&
      isSuccess(one.exchange),
  );
  const ofCustomer = isServed ? undefined : await ask(platform, 'customer');
  // A platform that nobody is served on is a matter of the platform.
  if (!isServed && !(ofCustomer && isSuccess(ofCustomer))) {
    return;
  }
  const [before, there, after] = [await ask('WEB'), await ask(platform), await ask('WEB')];
  if (
    before &&
    there &&
    after &&
    isSuccess(before) &&
    isAlike(endpoint, before, after) &&
    !isAlike(endpoint, before, there) &&
    isAlike(endpoint, exchange, there)
  ) {
    const what = endpoint === 'awaiting-payments' ? 'the payments that are listed' : 'an answer';
    deviate(
      `${what} in a session of ${user} on ${platform}, as in one on WEB before and after it`,
      told(endpoint, there),
    );
  }
}

/** Sections 4.2 to 4.5 and 4.9: what a user may do does not hang on where the session was begun. */
export const onPlatformChecks: Check[] = ASKED_ON.map((endpoint) => ({
  id: `${endpoint}.on-platforms`,
  title: `answers everybody on every platform (${endpoint})`,
  requirements: [SUCCESSES[endpoint]],
  level: 'must',
  endpoint,
  users: ['customer'],
  phase: 'logins',
  after: ['login.observes.platforms'],
  async run(context: CheckContext) {
    const all = await answersOnPlatforms(context);
    const here = all.filter((one) => one.endpoint === endpoint);
    // Each was asked once on each platform.
    if (new Set(here.map(({ user }) => user)).size === here.length) {
      context.inconclusive('Nobody who is asked here could log in on both ANDROID and IOS.');
    }
    for (const one of here) {
      context.evidence(one.exchange);
      const differs = here.some(
        ({ user, exchange }) => user === one.user && !isAlike(endpoint, exchange, one.exchange),
      );
      if (differs) {
        await expectAlike(context, one, all);
      }
    }
  },
}));
