import { PAYLOAD_KEY_INDEX, PAYLOAD_KEY_TABLE } from '../payload-encryption/tables.ts';
import { SERVICE_CLIENT_INDEXES, SERVICE_CLIENT_TABLES } from '../server-to-server/tables.ts';
import { FAILED_LOGIN_TABLE, WEBHOOK_TABLES, WEBHOOK_TRIGGERS } from '../webhooks/tables.ts';
import { STEPS } from './migrations.ts';
import { MERGE_PAYMENT_REFERENCES, PAYMENT_REFERENCES } from './payment-references.ts';
import { PAYMENTS_PER_DAY } from './payments-per-day.ts';
import { EXTENSION_TABLES } from './steps/extensions.ts';
import { IDEMPOTENCY_SLOTS } from './steps/idempotency-slots-table.ts';
import { LOAN_APPLICATIONS, MOMENT } from './steps/loan-applications-table.ts';

/** Marks a database file as ours: 'ASSY' (SQLite's application_id). */
export const APPLICATION_ID = 0x41535359;

/** The version of this schema (SQLite's user_version): the first, and one more for each step. */
export const SCHEMA_VERSION = 1 + STEPS.length;

/**
 * The tables of a new database; a change here is also a step in migrations.ts. Columns are named as
 * in contract/values/records.ts, in the snake case of SQL. Money is a whole number of minor units;
 * STRICT refuses fractions and text there. Times that only the server looks at (`*_at`) are
 * milliseconds since 1970.
 */
export const TABLES = `
CREATE TABLE settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tenants (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  country    TEXT NOT NULL,
  currencies TEXT NOT NULL CHECK (json_valid(currencies))
) STRICT;

CREATE TABLE users (
  id            TEXT PRIMARY KEY,
  tenant_id     TEXT NOT NULL REFERENCES tenants,
  role          TEXT NOT NULL CHECK (role IN ('MANAGER', 'AGENT', 'CASHIER', 'CUSTOMER')),
  email         TEXT NOT NULL UNIQUE COLLATE NOCASE,
  password_hash TEXT NOT NULL,
  first_name    TEXT NOT NULL,
  last_name     TEXT NOT NULL,
  phone_number  TEXT NOT NULL,
  bvn           TEXT NOT NULL,
  date_of_birth TEXT NOT NULL,
  disabled_at   INTEGER
) STRICT;

CREATE TABLE sessions (
  id         TEXT PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users,
  started_at INTEGER NOT NULL,
  ended_at   INTEGER
) STRICT;

CREATE TABLE refresh_tokens (
  hash       BLOB PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions,
  expires_at INTEGER NOT NULL,
  spent_at   INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE revoked_tokens (
  jti        TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE api_tokens (
  id         TEXT PRIMARY KEY,
  hash       BLOB NOT NULL UNIQUE,
  user_id    TEXT NOT NULL REFERENCES users,
  name       TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  rotated_at INTEGER,
  last_used_at INTEGER
) STRICT;

CREATE TABLE bank_accounts (
  id             TEXT PRIMARY KEY,
  tenant_id      TEXT NOT NULL REFERENCES tenants,
  user_id        TEXT NOT NULL REFERENCES users,
  bank_name      TEXT NOT NULL,
  bank_code      TEXT NOT NULL,
  account_number TEXT NOT NULL,
  account_name   TEXT NOT NULL,
  currency       TEXT NOT NULL
) STRICT;

CREATE TABLE loan_products (
  id                    TEXT PRIMARY KEY,
  tenant_id             TEXT NOT NULL REFERENCES tenants,
  product_name          TEXT NOT NULL,
  currency              TEXT NOT NULL,
  min_amount_minor      INTEGER NOT NULL CHECK (min_amount_minor >= 0),
  max_amount_minor      INTEGER NOT NULL CHECK (max_amount_minor >= min_amount_minor),
  interest_basis_points INTEGER NOT NULL CHECK (interest_basis_points >= 0),
  duration_unit         TEXT NOT NULL CHECK (duration_unit IN ('DAYS', 'WEEKS', 'MONTHS')),
  min_duration          INTEGER NOT NULL CHECK (min_duration > 0),
  max_duration          INTEGER NOT NULL CHECK (max_duration >= min_duration),
  collection            TEXT NOT NULL CHECK (collection IN ('manual', 'third-party'))
) STRICT;

${LOAN_APPLICATIONS}
CREATE TABLE loans (
  id                  TEXT PRIMARY KEY,
  tenant_id           TEXT NOT NULL REFERENCES tenants,
  user_id             TEXT NOT NULL REFERENCES users,
  loan_product_id     TEXT NOT NULL REFERENCES loan_products,
  loan_application_id TEXT REFERENCES loan_applications,
  status              TEXT NOT NULL CHECK (status IN ('active', 'closed')),
  collection          TEXT NOT NULL CHECK (collection IN ('manual', 'third-party')),
  currency            TEXT NOT NULL,
  principal_minor     INTEGER NOT NULL CHECK (principal_minor > 0),
  total_payable_minor INTEGER NOT NULL CHECK (total_payable_minor >= 0),
  repayment_reference TEXT NOT NULL,
  disbursed_date      TEXT NOT NULL ${MOMENT('disbursed_date')},
  collection_reason   TEXT
) STRICT;

CREATE TABLE repayments (
  id                  TEXT PRIMARY KEY,
  loan_id             TEXT NOT NULL REFERENCES loans,
  user_id             TEXT NOT NULL REFERENCES users,
  bank_account_id     TEXT NOT NULL REFERENCES bank_accounts,
  amount_minor        INTEGER NOT NULL CHECK (amount_minor > 0),
  repayment_reference TEXT NOT NULL,
  payment_date        TEXT NOT NULL,
  payment_narration   TEXT,
  verification_status TEXT NOT NULL
    CHECK (verification_status IN ('PENDING_VERIFICATION', 'VERIFIED', 'REJECTED')),
  created_at          INTEGER NOT NULL
) STRICT;

CREATE TABLE portfolios (
  id                    TEXT PRIMARY KEY,
  tenant_id             TEXT NOT NULL REFERENCES tenants,
  user_id               TEXT NOT NULL REFERENCES users,
  product_id            TEXT NOT NULL,
  product_name          TEXT NOT NULL,
  currency              TEXT NOT NULL,
  amount_invested_minor INTEGER NOT NULL CHECK (amount_invested_minor > 0),
  total_payable_minor   INTEGER NOT NULL CHECK (total_payable_minor >= 0),
  interest_basis_points INTEGER NOT NULL,
  tenor_days            INTEGER NOT NULL,
  start_date            TEXT NOT NULL,
  maturity_date         TEXT NOT NULL,
  status                TEXT NOT NULL CHECK (status IN ('active', 'matured'))
) STRICT;

CREATE TABLE payments (
  seq                                 INTEGER PRIMARY KEY,
  id                                  TEXT NOT NULL,
  tenant_id                           TEXT NOT NULL REFERENCES tenants,
  user_id                             TEXT NOT NULL REFERENCES users,
  payable_type                        TEXT NOT NULL,
  bank_transfer_followup_action_type  TEXT NOT NULL,
  bank_transfer_life_cycle            TEXT NOT NULL,
  mto_payment_confirmtion_type        TEXT NOT NULL,
  customer_confirmed_payment_date     TEXT,
  creation_date                       TEXT NOT NULL ${MOMENT('creation_date')},
  currency                            TEXT NOT NULL,
  amount_minor                        INTEGER NOT NULL CHECK (amount_minor > 0),
  searchable_payment_reference        TEXT NOT NULL,
  payer_bank_transfer_reference       TEXT NOT NULL
) STRICT;

${IDEMPOTENCY_SLOTS}${WEBHOOK_TABLES}${SERVICE_CLIENT_TABLES}${PAYLOAD_KEY_TABLE}${FAILED_LOGIN_TABLE}`;

/**
 * The indexes (and what else is made of rows), made after a bulk load: sorting once is several times faster than inserting each
 * row in order. The listing's indexes end in the row's number, so that rows of the same second
 * keep one order over all pages.
 */
export const INDEXES = `
CREATE UNIQUE INDEX payments_by_id ON payments (id);
CREATE INDEX payments_of_tenant ON payments (tenant_id, currency, creation_date, seq);
CREATE INDEX payments_of_user ON payments (user_id, currency, creation_date, seq);
CREATE INDEX refresh_tokens_of_session ON refresh_tokens (session_id);
CREATE INDEX revoked_tokens_by_expiry ON revoked_tokens (expires_at);
CREATE INDEX bank_accounts_of_user ON bank_accounts (user_id);
CREATE INDEX loans_of_user ON loans (user_id);
CREATE INDEX repayments_of_loan ON repayments (loan_id);
CREATE INDEX portfolios_of_user ON portfolios (user_id, start_date);
${PAYMENT_REFERENCES}
${MERGE_PAYMENT_REFERENCES}
${PAYMENTS_PER_DAY}
${EXTENSION_TABLES}
${WEBHOOK_TRIGGERS}${SERVICE_CLIENT_INDEXES}${PAYLOAD_KEY_INDEX}`;
