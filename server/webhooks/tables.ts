/**
 * Whether an endpoint asked for a type: by itself, by its first part, or by asking for all. The
 * type may not be a column called `type`, since json_each has one.
 */
export const wanted = (endpoint: string, type: string) =>
  `(${endpoint}.event_types = '[]' OR EXISTS (SELECT 1 FROM json_each(${endpoint}.event_types)
    WHERE value = ${type} OR value = substr(${type}, 1, instr(${type}, '.') - 1)))`;

/** An event, where some endpoint of its organisation wants it; the parts are SQL. */
function announce(event: { tenant: string; type: string; resource: string; data: string }): string {
  return `INSERT INTO webhook_events (tenant_id, type, resource, data)
    SELECT tenant, event_type, resource, data FROM (SELECT ${event.tenant} AS tenant,
      ${event.type} AS event_type, ${event.resource} AS resource, ${event.data} AS data)
    WHERE EXISTS (SELECT 1 FROM webhook_endpoints e
      WHERE e.tenant_id = tenant AND ${wanted('e', 'event_type')});`;
}

/** Nothing else is looked at as long as nobody has registered an endpoint. */
const ANY = 'EXISTS (SELECT 1 FROM webhook_endpoints)';

const tenantOf = (user: string) => `(SELECT tenant_id FROM users WHERE id = ${user})`;

/** `OFFER_SENT` of a loan application is `loan_application.offer_sent`. */
const moved = (resource: string, state: string) => `'${resource}.' || lower(${state})`;

const SESSION = (row: string) => `json_object('sessionId', ${row}.id, 'userId', ${row}.user_id)`;

const APPLICATION = (previous: string) =>
  `json_object('applicationId', NEW.id, 'userId', NEW.user_id,
    'loanProductId', NEW.loan_product_id, 'loanStatus', NEW.loan_status,
    'previousLoanStatus', ${previous})`;

const REPAYMENT = (previous: string) =>
  `json_object('repaymentRecordId', NEW.id, 'accountId', NEW.loan_id, 'userId', NEW.user_id,
    'verificationStatus', NEW.verification_status, 'previousVerificationStatus', ${previous})`;

const PAYMENT = `json_object('id', NEW.id, 'userId', NEW.user_id,
    'bankTransferLifeCycle', NEW.bank_transfer_life_cycle,
    'previousBankTransferLifeCycle', OLD.bank_transfer_life_cycle,
    'bankTransferFollowupActionType', NEW.bank_transfer_followup_action_type,
    'mtoPaymentConfirmtionType', NEW.mto_payment_confirmtion_type,
    'customerConfirmedPaymentDate', NEW.customer_confirmed_payment_date)`;

/** Milliseconds since 1970. */
const NOW = "(CAST(unixepoch('subsec') * 1000 AS INTEGER))";

/** A UUID of version 4 (RFC 9562 5.4). */
const NEW_UUID = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' ||
    substr(hex(randomblob(2)), 2) || '-' || substr('89ab', 1 + (random() & 3), 1) ||
    substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;

/**
 * Who is told of what (section 6), and what is still to be told. An endpoint's list of types that is
 * empty means all. Deliveries of one resource to one endpoint go out one after the other: the first
 * is PENDING, those behind it are WAITING until it is DELIVERED or DEAD.
 */
export const WEBHOOK_TABLES = `
CREATE TABLE webhook_endpoints (
  id               TEXT PRIMARY KEY,
  tenant_id        TEXT NOT NULL REFERENCES tenants,
  url              TEXT NOT NULL,
  description      TEXT NOT NULL,
  event_types      TEXT NOT NULL CHECK (json_valid(event_types)),
  secret           TEXT NOT NULL,
  old_secret       TEXT,
  old_secret_until INTEGER,
  created_at       INTEGER NOT NULL
) STRICT;

CREATE TABLE webhook_events (
  seq         INTEGER PRIMARY KEY,
  id          TEXT NOT NULL UNIQUE DEFAULT ('evt_' || lower(hex(randomblob(16)))),
  tenant_id   TEXT NOT NULL REFERENCES tenants,
  type        TEXT NOT NULL,
  resource    TEXT NOT NULL,
  occurred_at INTEGER NOT NULL DEFAULT ${NOW},
  data        TEXT NOT NULL CHECK (json_valid(data))
) STRICT;

CREATE TABLE webhook_deliveries (
  seq         INTEGER PRIMARY KEY,
  id          TEXT NOT NULL UNIQUE DEFAULT (${NEW_UUID}),
  endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  event       INTEGER NOT NULL REFERENCES webhook_events,
  resource    TEXT NOT NULL,
  late        INTEGER NOT NULL DEFAULT 0 CHECK (late IN (0, 1)),
  status      TEXT NOT NULL CHECK (status IN ('WAITING', 'PENDING', 'DELIVERED', 'DEAD')),
  attempts    INTEGER NOT NULL DEFAULT 0,
  due_at      INTEGER NOT NULL DEFAULT 0,
  settled_at  INTEGER
) STRICT;

CREATE TABLE webhook_attempts (
  delivery     INTEGER NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
  number       INTEGER NOT NULL,
  started_at   INTEGER NOT NULL,
  milliseconds INTEGER NOT NULL,
  status_code  INTEGER,
  problem      TEXT,
  PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
`;

/** What tells of applications; made again where a step makes their table anew. */
export const APPLICATION_TRIGGERS = `CREATE TRIGGER webhook_application_made AFTER INSERT ON loan_applications WHEN ${ANY} BEGIN
  ${announce({
    tenant: 'NEW.tenant_id',
    type: moved('loan_application', 'NEW.loan_status'),
    resource: 'NEW.id',
    data: APPLICATION('NULL'),
  })}
END;
CREATE TRIGGER webhook_application_moved AFTER UPDATE OF loan_status ON loan_applications
WHEN OLD.loan_status <> NEW.loan_status AND ${ANY} BEGIN
  ${announce({
    tenant: 'NEW.tenant_id',
    type: moved('loan_application', 'NEW.loan_status'),
    resource: 'NEW.id',
    data: APPLICATION('OLD.loan_status'),
  })}
END;

`;

/**
 * The outbox: what changes a session, a payment, an application or a repayment writes its event in
 * the same transaction, whatever code changed it. Where nobody has registered an endpoint it costs
 * one look at an empty table. Payloads are thin: ids and states, neither names, amounts nor tokens.
 */
export const WEBHOOK_TRIGGERS = `
CREATE INDEX webhook_endpoints_of_tenant ON webhook_endpoints (tenant_id);
CREATE INDEX webhook_events_by_age ON webhook_events (occurred_at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at, seq)
  WHERE status = 'PENDING';
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (endpoint_id, resource, seq)
  WHERE status IN ('WAITING', 'PENDING') AND late = 0;
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (endpoint_id, status, seq);
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (event);
CREATE INDEX webhook_deliveries_settled ON webhook_deliveries (settled_at)
  WHERE settled_at IS NOT NULL;

CREATE TRIGGER webhook_fan_out AFTER INSERT ON webhook_events BEGIN
  INSERT INTO webhook_deliveries (endpoint_id, event, resource, status)
    SELECT e.id, NEW.seq, NEW.resource, CASE WHEN EXISTS (SELECT 1 FROM webhook_deliveries d
      WHERE d.endpoint_id = e.id AND d.resource = NEW.resource
        AND d.status IN ('WAITING', 'PENDING') AND d.late = 0) THEN 'WAITING' ELSE 'PENDING' END
    FROM webhook_endpoints e WHERE e.tenant_id = NEW.tenant_id AND ${wanted('e', 'NEW.type')};
END;

CREATE TRIGGER webhook_session_started AFTER INSERT ON sessions WHEN ${ANY} BEGIN
  ${announce({
    tenant: tenantOf('NEW.user_id'),
    type: "'session.started'",
    resource: 'NEW.id',
    data: SESSION('NEW'),
  })}
END;
CREATE TRIGGER webhook_session_ended AFTER UPDATE OF ended_at ON sessions
WHEN OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL AND ${ANY} BEGIN
  ${announce({
    tenant: tenantOf('NEW.user_id'),
    type: "'session.ended'",
    resource: 'NEW.id',
    data: SESSION('NEW'),
  })}
END;
CREATE TRIGGER webhook_session_refreshed AFTER UPDATE OF spent_at ON refresh_tokens
WHEN OLD.spent_at IS NULL AND NEW.spent_at IS NOT NULL AND ${ANY} BEGIN
  ${announce({
    tenant:
      '(SELECT tenant_id FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = NEW.session_id)',
    type: "'session.refreshed'",
    resource: 'NEW.session_id',
    data: `(SELECT ${SESSION('s')} FROM sessions s WHERE s.id = NEW.session_id)`,
  })}
END;

${APPLICATION_TRIGGERS}CREATE TRIGGER webhook_repayment_made AFTER INSERT ON repayments WHEN ${ANY} BEGIN
  ${announce({
    tenant: tenantOf('NEW.user_id'),
    type: moved('repayment', 'NEW.verification_status'),
    resource: 'NEW.id',
    data: REPAYMENT('NULL'),
  })}
END;
CREATE TRIGGER webhook_repayment_moved AFTER UPDATE OF verification_status ON repayments
WHEN OLD.verification_status <> NEW.verification_status AND ${ANY} BEGIN
  ${announce({
    tenant: tenantOf('NEW.user_id'),
    type: moved('repayment', 'NEW.verification_status'),
    resource: 'NEW.id',
    data: REPAYMENT('OLD.verification_status'),
  })}
END;

CREATE TRIGGER webhook_payment_moved AFTER UPDATE OF bank_transfer_life_cycle,
  bank_transfer_followup_action_type, mto_payment_confirmtion_type,
  customer_confirmed_payment_date ON payments
WHEN (OLD.bank_transfer_life_cycle <> NEW.bank_transfer_life_cycle
  OR OLD.bank_transfer_followup_action_type <> NEW.bank_transfer_followup_action_type
  OR OLD.mto_payment_confirmtion_type <> NEW.mto_payment_confirmtion_type
  OR OLD.customer_confirmed_payment_date IS NOT NEW.customer_confirmed_payment_date) AND ${ANY}
BEGIN
  ${announce({
    tenant: 'NEW.tenant_id',
    type: `CASE WHEN OLD.bank_transfer_life_cycle = NEW.bank_transfer_life_cycle
      THEN 'payment.changed' ELSE ${moved('payment', 'NEW.bank_transfer_life_cycle')} END`,
    resource: 'NEW.id',
    data: PAYMENT,
  })}
END;
`;

/**
 * Passwords that were wrong, until each is an event: `user_id` is the user's, or one that nobody
 * has. It refers to no user, since looking whether there is one takes time.
 */
export const FAILED_LOGIN_TABLE = `
CREATE TABLE failed_logins (
  seq         INTEGER PRIMARY KEY,
  user_id     TEXT NOT NULL,
  occurred_at INTEGER NOT NULL DEFAULT ${NOW}
) STRICT;
`;
