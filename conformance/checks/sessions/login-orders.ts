import { randomUUID } from 'node:crypto';
import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, isRejection, isSuccess } from '../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { headerValue } from '../../http/header-value.ts';
import { sessionOf } from '../../http/session-of.ts';
import { deviate } from '../../outcome.ts';
import { allDone } from '../all-done.ts';
import { ofLogin } from './login.ts';
import { loginOn, platformsOfLogins } from './login-on-platform.ts';
import { askOnPlatform } from './on-platforms.ts';

/** Every value of the header `platform` that section 4.5 names. */
const PLATFORMS = ['ANDROID', 'IOS', 'WEB'];

/** Users of the roles with most rights, each of whom logs in right after each other. */
const USERS: readonly UserName[] = ['customer', 'manager', 'agent'];

/**
 * Then the one with the fewest, right after one who has more, and one right after the same of another tenant; and
 * who has come once, again on another platform.
 */
const AT_THE_END: readonly UserName[] = [
  'agent',
  'cashier',
  'otherManager',
  'manager',
  'otherCustomer',
  'cashier',
  'otherManager',
  'otherCustomer',
];

/** An order in which each comes once right after each other, with as few as can be. */
export function eachAfterEach<T>(all: readonly T[]): T[] {
  const [first] = all;
  const pairs = all.flatMap((one, index) => all.slice(index + 1).flatMap((other) => [one, other]));
  return first === undefined || pairs.length === 0 ? [...all] : [...pairs, first];
}

/** The customer's logins without a token, in their order, before any were at once. */
const loginsOfCustomer = (
  context: CheckContext,
): Promise<{ platform: string; exchange: Exchange }[]> =>
  context.shared("the customer's logins on platforms", async () => []);

/**
 * The login of each user that carries the token of whoever logged in right before, and comes from their
 * device: on a platform on which others log in, and which a refusal says nothing of.
 */
const TIME_WITH_TOKEN = PLATFORMS.indexOf('WEB');

/** The login of a manager that comes from the device of whoever logged in right before, of another role. */
const TIME_ON_DEVICE = 1;

/** How many log in at once in the end, each on two platforms. */
const AT_ONCE = 2;

/**
 * Some of the users log in on two platforms at the same time, each of which they have logged in on, and on
 * each from one device: of one user and of others what a login says is of who logs in.
 */
async function loginAtOnce(context: CheckContext): Promise<void> {
  const taken = [...(await platformsOfLogins(context))];
  const devices = [randomUUID(), randomUUID()];
  const logins = taken
    .slice(context.seed % 2)
    .slice(0, AT_ONCE)
    .flatMap(([user, platforms]) =>
      devices.flatMap((device, index) => {
        const platform = platforms[index];
        return platform === undefined ? [] : [{ user, platform, device }];
      }),
    );
  await allDone(
    logins.map(({ user, platform, device }, turn) =>
      loginOn(context, platform, user, { turn, device }),
    ),
  );
}

/**
 * These users log in right after each other, from other devices, once from that of another, and
 * on all platforms: what a login says is of who logs in, and of nobody before. The rules judge what each
 * answers.
 */
export const loginOrderCheck: Check = {
  ...ofLogin,
  id: 'login.observes.platforms',
  title: 'shows what login answers on each platform, whoever logged in before',
  requirements: ['LGN-3'],
  level: 'open',
  async run(context) {
    const times = new Map<string, number>();
    const refused = new Set<UserName>();
    let another: { accessToken: string; device: string | undefined } | undefined;
    const [most, last] = [USERS, AT_THE_END].map((users) =>
      users.filter((name) => context.target.users[name]),
    );
    for (const user of [...eachAfterEach(most ?? []), ...(last ?? [])]) {
      const time = times.get(user) ?? 0;
      times.set(user, time + 1);
      const isWithToken = time === TIME_WITH_TOKEN;
      const before =
        isWithToken || (user === 'manager' && time === TIME_ON_DEVICE) ? another : undefined;
      // Staff may be kept to the web, and be locked for trying again.
      const platform = refused.has(user) ? 'WEB' : (PLATFORMS[time % PLATFORMS.length] ?? 'WEB');
      const exchange = await loginOn(context, platform, user, {
        turn: time,
        // A login needs no token, and one of somebody else's session says nothing of who logs in.
        ...(before && {
          ...(isWithToken && { as: { accessToken: before.accessToken } }),
          ...(before.device !== undefined && { device: before.device }),
        }),
      });
      if (!before) {
        if (user === 'customer') {
          (await loginsOfCustomer(context)).push({ platform, exchange });
        }
        if (!isSuccess(exchange)) {
          refused.add(user);
        }
      }
      const given = valueAt(jsonOf(exchange), 'access_token');
      const session =
        isSuccess(exchange) && typeof given === 'string' && given !== ''
          ? await askOnPlatform(context, { user, platform, session: sessionOf(user, exchange) })
          : undefined;
      const device = headerValue(exchange.request.headers, 'uuid');
      another = session && { accessToken: session.accessToken, device };
    }
    await loginAtOnce(context);
  },
};

/** Customers have phones: where they log in on the web, they do there. */
export const loginPlatformChecks: Check[] = ['ANDROID', 'IOS'].map((platform) => ({
  ...ofLogin,
  id: `login.platform.${platform.toLowerCase()}`,
  title: `logs a customer in on the platform ${platform}`,
  requirements: ['LGN-21'],
  level: 'should',
  after: [loginOrderCheck.id],
  cause: 'a platform given as an example is not accepted',
  async run(context: CheckContext) {
    const logins = await loginsOfCustomer(context);
    const at = logins.findIndex((login) => login.platform === platform);
    const exchange = logins[at]?.exchange;
    if (exchange === undefined) {
      context.inconclusive(`The customer was not logged in on ${platform}.`);
    }
    // Who is refused elsewhere, too, is locked or slowed.
    const isWelcome = logins.slice(at + 1).some((later) => isSuccess(later.exchange));
    if (isWelcome && isRejection(exchange)) {
      deviate(`a customer's login on the platform ${platform} to succeed`, answerOf(exchange));
    }
  },
}));
