import type { Db } from '../database/open.ts';

/** Where an answer is kept: keys of other users and other endpoints are other keys. */
export interface Slot {
  userId: string;
  endpoint: string;
  key: string;
}

/** What was asked under a key, as a digest, and the answer as JSON. */
export interface Remembered {
  fingerprint: Buffer;
  answer: string;
}

/** Answers that are given again when their key comes again. */
export interface Idempotency {
  /** What is remembered for a slot since `oldest` (milliseconds since 1970). */
  find(slot: Slot, oldest: number): Remembered | undefined;
  /** Keeps an answer; what the slot held is forgotten. */
  remember(slot: Slot, remembered: Remembered, now: number): void;
  /** Forgets everything before `oldest`; returns how many answers that were. */
  forget(oldest: number): number;
}

/** The remembered answers of a database. */
export function idempotencyOf(db: Db): Idempotency {
  const find = db.prepare<[string, string, string, number], Remembered>(
    `SELECT fingerprint, answer FROM idempotency_keys
     WHERE user_id = ? AND endpoint = ? AND key = ? AND created_at > ?`,
  );
  const remember = db.prepare('INSERT OR REPLACE INTO idempotency_keys VALUES (?, ?, ?, ?, ?, ?)');
  const forget = db.prepare('DELETE FROM idempotency_keys WHERE created_at <= ?');
  return {
    find: ({ userId, endpoint, key }, oldest) => find.get(userId, endpoint, key, oldest),
    remember({ userId, endpoint, key }, { fingerprint, answer }, now) {
      remember.run(userId, endpoint, key, fingerprint, answer, now);
    },
    forget: (oldest) => forget.run(oldest).changes,
  };
}
