import { argon2, argon2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** Checks passwords against what is stored of them. */
export interface Passwords {
  /**
   * Whether the password belongs to the stored hash. For an unknown user (`null`) a dummy hash is
   * computed, so that the time of the answer does not tell which e-mail addresses exist.
   */
  matches(password: string, stored: string | null): Promise<boolean>;
}

/** Argon2id with 19 MiB, 2 passes, 1 lane: the OWASP password storage recommendation; some 31 ms. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

const argon2Async = promisify(argon2);

/** All processors but one, which answers requests meanwhile; libuv alone would take four. */
const hashing = inTurns(Math.max(1, availableParallelism() - 1));

const tagOf = (password: string, nonce: Buffer): Promise<Buffer> =>
  hashing(() => argon2Async('argon2id', { ...COST, message: Buffer.from(password), nonce }));

/** The hashes of the test users' passwords that this process made, by the password. */
const seeded = new Map<string, string>();

/** Stands for the users that do not exist; no password has it. */
const DUMMY = phc(randomBytes(16), randomBytes(32));

/**
 * Argon2id (RFC 9106) of node:crypto, off the main thread. The right password of a test user that this process made
 * needs none: it is published, and a run of the suite logs in by it hundreds of times. Guesses always cost it.
 */
export const argon2Passwords: Passwords = {
  async matches(password, stored) {
    if (stored !== null && seeded.get(password) === stored) {
      return true;
    }
    const { nonce, tag } = parsePhc(stored ?? DUMMY);
    const computed = await tagOf(password, nonce);
    return timingSafeEqual(computed, tag) && stored !== null;
  },
};

/**
 * Remembers the outcome of every comparison, for calibration and the demo, where the same few users,
 * whose passwords are published, log in hundreds of times in one process. Not for a server that keeps
 * anybody's secret.
 */
export function rememberingPasswords(passwords: Passwords = argon2Passwords): Passwords {
  const outcomes = new Map<string, Promise<boolean>>();
  return {
    matches(password, stored) {
      const key = JSON.stringify([password, stored]);
      const outcome = outcomes.get(key) ?? passwords.matches(password, stored);
      outcomes.set(key, outcome);
      return outcome;
    },
  };
}

/** What is stored of a password, computed off the main thread. */
export async function hashOfPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  return phc(nonce, await tagOf(password, nonce));
}

/** Runs so much work at once at most; the rest waits, first come first served. */
export function inTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < most) {
      running += 1;
    } else {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) {
        // It has the place of this one.
        next();
      } else {
        running -= 1;
      }
    }
  };
}

/** The hash of a test user's password, computed once per process: 31 ms of CPU each. */
export function hashOfTestPassword(password: string): string {
  const known = seeded.get(password);
  if (known !== undefined) {
    return known;
  }
  const nonce = randomBytes(16);
  const hash = phc(
    nonce,
    argon2Sync('argon2id', { ...COST, message: Buffer.from(password), nonce }),
  );
  seeded.set(password, hash);
  return hash;
}

/** The PHC string format, as other Argon2 implementations write it. */
function phc(nonce: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

function parsePhc(stored: string): { nonce: Buffer; tag: Buffer } {
  const [, , , , nonce = '', tag = ''] = stored.split('$');
  return { nonce: Buffer.from(nonce, 'base64'), tag: Buffer.from(tag, 'base64') };
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
