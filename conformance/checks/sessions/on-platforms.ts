import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext, Session } from '../../check-context.ts';
import { answerOf, isSuccess, statusOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { sessionOf } from '../../http/session-of.ts';
import { deviate } from '../../outcome.ts';
import { entriesOf, keysOf } from '../awaiting-payments/listing.ts';
import { type InBothForms, readersOf } from '../tokens/in-both-forms.ts';
import { READING } from '../valid-call.ts';
import { loginOn } from './login-on-platform.ts';

type Reading = (typeof READING)[number];

/** What a user was answered whose session was begun on a platform other than the web. */
interface OnPlatform {
  user: UserName;
  platform: string;
  reader: InBothForms;
  exchange: Exchange;
}

const answersOnPlatforms = (context: CheckContext): Promise<OnPlatform[]> =>
  context.shared('what sessions of other platforms read', async () => []);

/**
 * Asks what a user is served anyway in a session that was just begun on a platform, the first time that it was.
 * The customer is asked on each anyway.
 */
export async function readOnPlatform(
  context: CheckContext,
  { user, platform, session }: { user: UserName; platform: string; session: Session },
): Promise<void> {
  const all = await answersOnPlatforms(context);
  const isKnown = all.some((one) => one.user === user && one.platform === platform);
  if (user === 'customer' || platform === 'WEB' || isKnown) {
    return;
  }
  // Investments are customers'.
  const asked = READING.filter((each) => each !== 'portfolios' || user === 'otherCustomer');
  for (const endpoint of asked) {
    const readers = await readersOf(context, endpoint).catch(() => []);
    for (const reader of readers.filter((each) => each.user === user)) {
      const exchange = await context.call(endpoint, { ...reader.call.options, as: session });
      all.push({ user, platform, reader, exchange });
    }
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
  endpoint: Reading,
  { user, platform, reader, exchange }: OnPlatform,
): Promise<void> {
  // A vendor may keep a role, or what it may do, to the web.
  if (statusOf(exchange) === FORBIDDEN || isAlike(endpoint, exchange, reader.bearer)) {
    return;
  }
  const ask = async (on: string) => {
    const login = await loginOn(context, on, user);
    const as = isSuccess(login) ? sessionOf(user, login) : undefined;
    return as && context.call(endpoint, { ...reader.call.options, as });
  };
  const answers = [await ask('WEB'), await ask(platform), await ask('WEB')];
  const [before, there, after] = answers;
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
  title: `answers staff and others on the platforms ANDROID and IOS as on WEB (${endpoint})`,
  requirements: [REQUIREMENTS[endpoint]],
  level: 'must',
  endpoint,
  users: ['customer'],
  phase: 'logins',
  after: ['login.observes.platforms'],
  async run(context: CheckContext) {
    const all = await answersOnPlatforms(context);
    const here = all.filter(({ reader }) => reader.call.endpoint === endpoint);
    for (const one of here) {
      context.evidence(one.exchange);
      // A platform that nobody is served on is a matter of the platform.
      if (here.some((other) => other.platform === one.platform && isSuccess(other.exchange))) {
        await expectAlike(context, endpoint, one);
      }
    }
  },
}));
