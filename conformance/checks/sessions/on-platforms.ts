import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext, Session } from '../../check-context.ts';
import { answerOf, isSuccess, statusOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { sessionOf } from '../../http/session-of.ts';
import { deviate } from '../../outcome.ts';
import { entriesOf, keysOf } from '../awaiting-payments/listing.ts';
import { ownReading } from '../tokens/in-both-forms.ts';
import { READING } from '../valid-call.ts';
import { loginOn } from './login-on-platform.ts';

type Reading = (typeof READING)[number];

/** What a user was answered whose session was begun on a platform other than the web. */
interface OnPlatform {
  user: UserName;
  platform: string;
  endpoint: Reading;
  exchange: Exchange;
}

const answersOnPlatforms = (context: CheckContext): Promise<OnPlatform[]> =>
  context.shared('what sessions of other platforms read', async () => []);

/** Who is asked at each endpoint. The customer and the manager are on each platform anyway. */
const ASKED: Record<Reading, readonly UserName[]> = {
  'fetch-organisation-preference': ['agent', 'cashier', 'otherManager'],
  'awaiting-payments': ['agent', 'otherManager', 'otherCustomer'],
  portfolios: ['otherCustomer'],
};

/** A session that was just begun, and where. */
interface Begun {
  user: UserName;
  platform: string;
  session: Session;
}

async function readOn(context: CheckContext, endpoint: Reading, begun: Begun): Promise<Exchange> {
  const { user, platform, session } = begun;
  const { headers, ...options } = await ownReading(context, endpoint, user);
  return context.call(endpoint, { ...options, as: session, headers: { ...headers, platform } });
}

/**
 * Asks what a user may be served in a session that was just begun on a platform, the first time that it was.
 */
export async function readOnPlatform(context: CheckContext, begun: Begun): Promise<void> {
  const { user, platform } = begun;
  const all = await answersOnPlatforms(context);
  const isKnown = all.some((one) => one.user === user && one.platform === platform);
  if (platform === 'WEB' || isKnown) {
    return;
  }
  for (const endpoint of READING.filter((each) => ASKED[each].includes(user))) {
    const exchange = await readOn(context, endpoint, begun);
    all.push({ user, platform, endpoint, exchange });
  }
}

/** Whether two answers show the same; of listings the payments, of others whether they succeed. */
const isAlike = (endpoint: Reading, one: Exchange, other: Exchange): boolean =>
  isSuccess(one) === isSuccess(other) &&
  (endpoint !== 'awaiting-payments' ||
    keysOf(entriesOf(one)).symmetricDifference(keysOf(entriesOf(other))).size === 0);

const FORBIDDEN = 403;

const told = (endpoint: Reading, exchange: Exchange): string =>
  isSuccess(exchange) && endpoint === 'awaiting-payments'
    ? `other ones (${entriesOf(exchange).length})`
    : answerOf(exchange);

/** What is answered on a platform is answered on the web, as long as nothing else has changed it. */
async function expectAlike(
  context: CheckContext,
  { user, platform, endpoint, exchange }: OnPlatform,
  here: readonly OnPlatform[],
): Promise<void> {
  // A vendor may keep a role, or what it may do, to the web.
  if (statusOf(exchange) === FORBIDDEN) {
    return;
  }
  const ask = async (on: string, who = user) => {
    const login = await loginOn(context, on, who);
    return isSuccess(login)
      ? readOn(context, endpoint, { user: who, platform: on, session: sessionOf(who, login) })
      : undefined;
  };
  const isServed = here.some((one) => one.platform === platform && isSuccess(one.exchange));
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

const REQUIREMENTS: Record<Reading, string> = {
  'fetch-organisation-preference': 'ORG-1',
  'awaiting-payments': 'PAY-19',
  portfolios: 'PTF-3',
};

/** Sections 4.4, 4.5 and 4.9: what a user may read does not hang on where the session was begun. */
export const onPlatformChecks: Check[] = READING.map((endpoint) => ({
  id: `${endpoint}.on-platforms`,
  title: `answers everybody on every platform (${endpoint})`,
  requirements: [REQUIREMENTS[endpoint]],
  level: 'must',
  endpoint,
  users: ['customer'],
  phase: 'logins',
  after: ['login.observes.platforms'],
  async run(context: CheckContext) {
    const here = (await answersOnPlatforms(context)).filter((one) => one.endpoint === endpoint);
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
        await expectAlike(context, one, here);
      }
    }
  },
}));
