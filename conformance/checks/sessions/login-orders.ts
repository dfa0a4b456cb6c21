import { randomUUID } from 'node:crypto';
import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import { isSuccess, statusOf } from '../../expectations.ts';
import { loginBody, ownHost, PATIENCE_MS } from './login.ts';

/** Every value of the header `platform` that section 4.5 names. */
const PLATFORMS = ['ANDROID', 'IOS', 'WEB'];

/** One user of each role. */
const USERS: readonly UserName[] = ['customer', 'manager', 'agent', 'cashier'];

/** An order in which each comes once right after each other, with as few as can be. */
export function eachAfterEach<T>(all: readonly T[]): T[] {
  const [first] = all;
  const pairs = all.flatMap((one, index) => all.slice(index + 1).flatMap((other) => [one, other]));
  return first === undefined || pairs.length === 0 ? [...all] : [...pairs, first];
}

/**
 * Each of these users logs in right after each other, from other devices and on all platforms: what a
 * login says is of who logs in, and of nobody before. The rules judge what each answers.
 */
export const loginOrderCheck: Check = {
  id: 'login.observes.platforms',
  title: 'shows what login answers on each platform, whoever logged in before',
  requirements: ['LGN-3'],
  level: 'open',
  endpoint: 'login',
  users: ['customer'],
  phase: 'sessions',
  async run(context) {
    const times = new Map<string, number>();
    const refused = new Set<UserName>();
    for (const user of eachAfterEach(USERS.filter((name) => context.target.users[name]))) {
      const time = times.get(user) ?? 0;
      times.set(user, time + 1);
      // Staff may be kept to the web, and be locked for trying again.
      const platform = refused.has(user) ? 'WEB' : (PLATFORMS[time % PLATFORMS.length] ?? 'WEB');
      const exchange = await context.call('login', {
        body: loginBody(context, user),
        ...ownHost(context, user),
        headers: { platform, uuid: randomUUID() },
        patienceMs: PATIENCE_MS,
      });
      if (!isSuccess(exchange)) {
        refused.add(user);
      }
      context.observe(`status of login by ${user} on ${platform}`, statusOf(exchange));
    }
  },
};
