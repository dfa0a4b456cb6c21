import { PAYLOAD_KEY_INDEX, PAYLOAD_KEY_TABLE } from '../payload-encryption/tables.ts';
import { SERVICE_CLIENT_INDEXES, SERVICE_CLIENT_TABLES } from '../server-to-server/tables.ts';
import { FAILED_LOGIN_TABLE, WEBHOOK_TABLES, WEBHOOK_TRIGGERS } from '../webhooks/tables.ts';
import type { Db } from './open.ts';
import { MERGE_PAYMENT_REFERENCES, PAYMENT_REFERENCES } from './payment-references.ts';
import { PAYMENTS_PER_DAY } from './payments-per-day.ts';
import { TO_EXTENSIONS } from './steps/extensions.ts';
import { TO_IDEMPOTENCY_KEYS } from './steps/idempotency-keys-table.ts';
import { SLOT_OF, slotOf, TO_IDEMPOTENCY_SLOTS } from './steps/idempotency-slots-table.ts';
import { TO_PLAIN_CHECKS } from './steps/loan-applications-table.ts';

/** What leads from one version of the schema to the next. */
export interface Step {
  /** What becomes possible by it, as a commit says it: `find references with a letter wrong`. */
  why: string;
  /** Run inside the one transaction of the upgrade; neither BEGIN, COMMIT nor PRAGMA. */
  sql: string;
}

/**
 * The steps, in order: the first leads from version 1 to 2. A step that was released is never
 * changed. A change of the schema is made in schema.ts, for new databases, and as a step here, for
 * those there are; the tests hold that both come to the same.
 */
export const STEPS: readonly Step[] = [
  { why: 'find payments by a reference with a letter wrong', sql: PAYMENT_REFERENCES },
  { why: 'find references in one look-up, not in ten', sql: MERGE_PAYMENT_REFERENCES },
  { why: 'reach a late page as soon as the first', sql: PAYMENTS_PER_DAY },
  { why: 'keep what the extensions need', sql: TO_EXTENSIONS },
  { why: 'tell others by webhooks', sql: `${WEBHOOK_TABLES}${WEBHOOK_TRIGGERS}` },
  {
    why: 'let servers act for users, and open what is encrypted',
    sql: `${SERVICE_CLIENT_TABLES}${SERVICE_CLIENT_INDEXES}${PAYLOAD_KEY_TABLE}${PAYLOAD_KEY_INDEX}`,
  },
  { why: 'tell of failed logins', sql: FAILED_LOGIN_TABLE },
  { why: 'write an answer under its key beside the one before it', sql: TO_IDEMPOTENCY_KEYS },
  { why: 'write fewer pages for a key', sql: TO_IDEMPOTENCY_SLOTS },
  { why: 'check an application without a temporary table', sql: TO_PLAIN_CHECKS },
  {
    why: 'write an application without an index that nothing looks into',
    sql: 'DROP INDEX loan_applications_of_user;',
  },
];

/**
 * Leads a database from its version to the last, one step after the other, and marks it as such.
 * To be called in a transaction, with foreign keys switched off (SQLite makes a table anew under
 * its name only so); what the steps left is looked at here.
 *
 * @throws Error when a row refers to one that is gone after the steps
 */
export function upgrade(db: Db, from: number, steps: readonly Step[] = STEPS): void {
  db.function(SLOT_OF, { deterministic: true }, slotOf as (...values: unknown[]) => Buffer);
  for (const { sql } of steps.slice(from - 1)) {
    db.exec(sql);
  }
  const lost = db.pragma('foreign_key_check') as { table: string }[];
  if (lost[0] !== undefined) {
    throw new Error(`the upgrade of the database lost what a row of ${lost[0].table} refers to`);
  }
  db.pragma(`user_version = ${1 + steps.length}`);
}
