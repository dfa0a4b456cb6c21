import { sha256 } from '../../digest.ts';

/** Bytes of a slot: nobody finds another user and key with the same (2^128 tries). */
const SLOT_BYTES = 16;

/**
 * What a user's key at an endpoint is kept under: a digest, since the index of the keys themselves,
 * which are random and long, is most of what an answer writes.
 */
export function slotOf(userId: string, endpoint: string, key: string): Buffer {
  return sha256(`${userId} ${endpoint} ${key}`).subarray(0, SLOT_BYTES);
}

/** What `slotOf` is called in the step; registered where the steps are taken. */
export const SLOT_OF = 'idempotency_slot';

/**
 * What was answered under a key. Rows lie in the order in which they came, so that the oldest are the
 * first, and only the index of the slots, which are random, is written to all over.
 */
export const IDEMPOTENCY_SLOTS = `CREATE TABLE idempotency_keys (
  slot        BLOB NOT NULL PRIMARY KEY,
  created_at  INTEGER NOT NULL,
  fingerprint BLOB NOT NULL,
  answer      TEXT NOT NULL CHECK (json_valid(answer))
) STRICT;
`;

/** What leads there from the table that had user, endpoint and key. */
export const TO_IDEMPOTENCY_SLOTS = `
${IDEMPOTENCY_SLOTS.replace('CREATE TABLE idempotency_keys', 'CREATE TABLE new_idempotency_keys')}
INSERT INTO new_idempotency_keys
  SELECT ${SLOT_OF}(user_id, endpoint, key), created_at, fingerprint, answer
  FROM idempotency_keys ORDER BY created_at, rowid;
DROP TABLE idempotency_keys;
ALTER TABLE new_idempotency_keys RENAME TO idempotency_keys;
`;
