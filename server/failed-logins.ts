import { createHash } from 'node:crypto';
import type { Clock } from './dependencies.ts';
import { tooMany } from './http/refusal.ts';

/** Slows down whoever tries passwords; good logins are never slowed. */
export interface FailedLogins {
  /**
   * Tries a password by `verify`, and counts it where that says no. Of many tries at once only as
   * many run as may still fail; the others wait for their outcome.
   *
   * @param email as it was sent; whether anybody has it makes no difference
   * @param address the client's IP address, where it is known
   * @throws Refusal 429 with Retry-After, before `verify` is called
   */
  attempt(
    email: string,
    address: string | undefined,
    verify: () => Promise<boolean>,
  ): Promise<boolean>;
}

/** How many tries may fail at once, and how many milliseconds give one of them back. */
interface Limit {
  burst: number;
  interval: number;
}

/** One user from everywhere, or from an address where he logged in before: 1440 a day. */
const OF_USER: Limit = { burst: 30, interval: 60_000 };

/** One address, whoever is tried: many people may share it. */
const OF_ADDRESS: Limit = { burst: 300, interval: 5000 };

/** Most users and addresses that are remembered; the one that failed longest ago is forgotten. */
const MOST_COUNTED = 50_000;

/** Most pairs of a user and an address where he logged in that are remembered. */
const MOST_KNOWN = 10_000;

/** What may still fail of something, as a bucket that leaks. */
class Allowance {
  private readonly waiting: (() => void)[] = [];
  private readonly limit: Limit;
  private failures = 0;
  private since = 0;
  private underWay = 0;

  constructor(limit: Limit) {
    this.limit = limit;
  }

  get isIdle(): boolean {
    return this.underWay === 0 && this.waiting.length === 0;
  }

  async enter(clock: Clock): Promise<void> {
    for (;;) {
      const left = this.limit.burst - this.failuresAt(clock.now());
      if (left < 1) {
        throw tooMany(Math.ceil(((1 - left) * this.limit.interval) / 1000));
      }
      if (this.underWay + 1 <= left) {
        this.underWay += 1;
        return;
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  leave(failed: boolean, now: number): void {
    this.underWay -= 1;
    if (failed) {
      this.failures = this.failuresAt(now) + 1;
      this.since = now;
    }
    for (const resume of this.waiting.splice(0)) {
      resume();
    }
  }

  forgive(): void {
    this.failures = 0;
  }

  private failuresAt(now: number): number {
    return Math.max(0, this.failures - Math.max(0, now - this.since) / this.limit.interval);
  }
}

/**
 * Counts failed logins in memory, per user and per address. A user's are counted over all
 * addresses, so that many of them do not help; but where he logged in before, they are counted
 * apart, so that strangers do not keep him out. A good login forgives only these: else whoever has
 * an account could try others' passwords from his address for ever.
 */
export function failedLogins(clock: Clock): FailedLogins {
  const allowances = new Map<string, Allowance>();
  const known = new Map<string, true>();

  const allowance = (key: string, limit: Limit): Allowance => {
    const found = allowances.get(key) ?? new Allowance(limit);
    // The latest is the last to be forgotten.
    allowances.delete(key);
    allowances.set(key, found);
    if (allowances.size > MOST_COUNTED) {
      const idle = allowances.entries().find(([, each]) => each.isIdle && each !== found);
      allowances.delete(idle?.[0] ?? '');
    }
    return found;
  };

  return {
    async attempt(email, address = '', verify) {
      const from = networkOf(address);
      const user = digest(email.toLowerCase());
      const pair = `${user} ${from}`;
      const entered: Allowance[] = [];
      let matches = false;
      let failed = false;
      try {
        for (const [key, limit] of [
          [known.has(pair) ? `pair ${pair}` : `user ${user}`, OF_USER],
          [`address ${from}`, OF_ADDRESS],
        ] as const) {
          const each = allowance(key, limit);
          await each.enter(clock);
          entered.push(each);
        }
        matches = await verify();
        failed = !matches;
      } finally {
        for (const each of entered) {
          each.leave(failed, clock.now());
        }
      }
      if (matches) {
        allowances.get(`pair ${pair}`)?.forgive();
        known.delete(pair);
        known.set(pair, true);
        if (known.size > MOST_KNOWN) {
          known.delete(known.keys().next().value ?? '');
        }
      }
      return matches;
    },
  };
}

/** Of IPv6 the first 64 bits, since one client has all the others; of IPv4 the whole. */
function networkOf(address: string): string {
  const ipv4 = /^::ffff:([0-9.]+)$/i.exec(address)?.[1] ?? address;
  if (!ipv4.includes(':')) {
    return ipv4;
  }
  const [head = '', tail = ''] = ipv4.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

/** So that a long address takes no more memory than a short one. */
function digest(email: string): string {
  return createHash('sha256').update(email).digest('base64');
}
