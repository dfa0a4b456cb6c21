import type { Db } from '../database/open.ts';
import { slotOf } from '../database/steps/idempotency-slots-table.ts';

/** Where an answer is kept: keys of other users and other endpoints are other keys. */
export interface Slot {
  readonly userId: string;
  readonly endpoint: string;
  readonly key: string;
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
  /** Forgets the first answers, up to the first that is younger than `oldest`. */
  forget(oldest: number): void;
}

/** The remembered answers of a database. */
export function idempotencyOf(db: Db): Idempotency {
  const find = db.prepare<[Buffer, number], Remembered>(
    'SELECT fingerprint, answer FROM idempotency_keys WHERE slot = ? AND created_at > ?',
  );
  const remember = db.prepare('INSERT OR REPLACE INTO idempotency_keys VALUES (?, ?, ?, ?)');
  const forget = db.prepare(
    `DELETE FROM idempotency_keys WHERE rowid < (SELECT rowid FROM idempotency_keys
       WHERE created_at > ? ORDER BY rowid LIMIT 1)`,
  );
  let last: { slot: Slot; digest: Buffer } | undefined;
  /** A slot is looked for and then written: one digest is enough for both. */
  const digestOf = (slot: Slot): Buffer => {
    if (last?.slot !== slot) {
      last = { slot, digest: slotOf(slot.userId, slot.endpoint, slot.key) };
    }
    return last.digest;
  };
  return {
    find: (slot, oldest) => find.get(digestOf(slot), oldest),
    remember(slot, { fingerprint, answer }, now) {
      remember.run(digestOf(slot), now, fingerprint, answer);
    },
    forget(oldest) {
      forget.run(oldest);
    },
  };
}
