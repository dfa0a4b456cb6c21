import { anew, LOAN_APPLICATIONS_BEFORE } from './loan-applications-table.ts';

/** What the extensions keep in tables of their own. */
export const EXTENSION_TABLES = `
CREATE TABLE rotated_api_tokens (
  hash         BLOB PRIMARY KEY,
  api_token_id TEXT NOT NULL REFERENCES api_tokens ON DELETE CASCADE,
  works_until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rotated_api_tokens_of_token ON rotated_api_tokens (api_token_id);

CREATE TABLE payment_follow_ups (
  seq            INTEGER PRIMARY KEY,
  payment_id     TEXT NOT NULL REFERENCES payments (id),
  user_id        TEXT NOT NULL REFERENCES users,
  operation      TEXT NOT NULL,
  life_cycle     TEXT NOT NULL,
  pay_later_date TEXT,
  made_at        INTEGER NOT NULL
) STRICT;
CREATE INDEX payment_follow_ups_of_payment ON payment_follow_ups (payment_id);
`;

/** What leads to the extensions' columns and tables. */
export const TO_EXTENSIONS = `
ALTER TABLE api_tokens ADD COLUMN rotated_at INTEGER;
ALTER TABLE api_tokens ADD COLUMN last_used_at INTEGER;
ALTER TABLE users ADD COLUMN disabled_at INTEGER;
ALTER TABLE loans ADD COLUMN collection_reason TEXT;
${anew(LOAN_APPLICATIONS_BEFORE)}${EXTENSION_TABLES}`;
