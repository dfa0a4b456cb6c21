/**
 * What was answered under a key, as a step left it that was released; a later one has made it anew
 * (see idempotency-slots-table.ts). Rows lie in the order in which they came, and only the index of
 * the keys, which are random, is written to all over: with the answers in it, each new one wrote a
 * page of its own.
 */
const IDEMPOTENCY_KEYS = `CREATE TABLE idempotency_keys (
  user_id     TEXT NOT NULL REFERENCES users,
  endpoint    TEXT NOT NULL,
  key         TEXT NOT NULL,
  fingerprint BLOB NOT NULL,
  answer      TEXT NOT NULL CHECK (json_valid(answer)),
  created_at  INTEGER NOT NULL,
  PRIMARY KEY (user_id, endpoint, key)
) STRICT;
`;

/** What leads there from the table that was the index of its keys. */
export const TO_IDEMPOTENCY_KEYS = `
${IDEMPOTENCY_KEYS.replace('CREATE TABLE idempotency_keys', 'CREATE TABLE new_idempotency_keys')}
INSERT INTO new_idempotency_keys SELECT * FROM idempotency_keys ORDER BY created_at;
DROP TABLE idempotency_keys;
ALTER TABLE new_idempotency_keys RENAME TO idempotency_keys;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);`;
