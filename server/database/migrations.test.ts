import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../contract/errors.ts';
import { repaymentBody, testServer } from '../test-client.ts';
import { STEPS } from './migrations.ts';
import { closeDatabase, type Db, openDatabase } from './open.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { slotOf } from './steps/idempotency-slots-table.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-migrations-'));
  file = join(folder, 'assay.db');
  const first = new Database(file);
  first.exec(readFileSync(join(import.meta.dirname, 'testing', 'schema-1.sql'), 'utf8'));
  first.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Everything but what SQLite makes by itself, without the layout of its text. */
function schemaOf(db: Db): unknown[] {
  const objects = db
    .prepare<[], { type: string; name: string; sql: string }>(
      'SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name',
    )
    .all();
  return objects.map(({ type, name, sql }) => [type, name, sql.replaceAll(/\s+|"/g, '')]);
}

function rowsOf(db: Db): Record<string, unknown[]> {
  const tables = db
    .prepare<[], { name: string }>(
      "SELECT name FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all();
  return Object.fromEntries(
    tables.map(({ name }) => [name, db.prepare(`SELECT * FROM ${name}`).all()]),
  );
}

/** An answer that was kept under user, endpoint and key, as it is kept now. */
function inSlot(row: unknown): unknown {
  const { user_id, endpoint, key, ...rest } = row as Record<string, string>;
  return { ...rest, slot: slotOf(String(user_id), String(endpoint), String(key)) };
}

const versionOf = (db: Db) => db.pragma('user_version', { simple: true });

describe('a database of the first version', () => {
  it('is upgraded as it is opened, once, with all its rows', () => {
    const before = new Database(file, { readonly: true });
    expect(versionOf(before)).toBe(1);
    const kept = rowsOf(before);
    const filled = Object.entries(kept).filter(([, rows]) => rows.length > 0);
    expect(filled.map(([name]) => name)).toContain('idempotency_keys');
    expect(filled).toHaveLength(Object.keys(kept).length);
    before.close();
    for (let open = 0; open < 2; open++) {
      const db = openDatabase(file);
      expect(versionOf(db)).toBe(SCHEMA_VERSION);
      const { idempotency_keys: answers, ...rows } = rowsOf(db);
      const { idempotency_keys: keptAnswers, ...keptRows } = kept;
      expect(rows).toMatchObject(keptRows);
      expect(answers).toEqual(keptAnswers?.map(inSlot));
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      closeDatabase(db);
    }
  });

  it('comes to the same by one version after the other', () => {
    const copy = join(folder, 'at-once.db');
    copyFileSync(file, copy);
    for (const at of STEPS.keys()) {
      const db = openDatabase(file, STEPS.slice(0, at + 1));
      expect(versionOf(db)).toBe(2 + at);
      closeDatabase(db);
    }
    const [stepwise, atOnce] = [openDatabase(file), openDatabase(copy)];
    expect(rowsOf(stepwise)).toEqual(rowsOf(atOnce));
    expect(schemaOf(stepwise)).toEqual(schemaOf(atOnce));
    closeDatabase(stepwise);
    closeDatabase(atOnce);
  });

  it('has the schema of a new one', () => {
    const upgraded = openDatabase(file);
    const fresh = openDatabase(':memory:');
    expect(schemaOf(upgraded)).toEqual(schemaOf(fresh));
    expect(versionOf(fresh)).toBe(1 + STEPS.length);
    closeDatabase(upgraded);
  });

  it('still knows its sessions and what was answered under a key', async () => {
    const db = openDatabase(file);
    const server = testServer({ db });
    const { user_id, answer } = db
      .prepare(
        `SELECT user_id, answer FROM idempotency_keys JOIN repayments
         ON repayments.id = answer ->> '$.data.repaymentRecordId'`,
      )
      .get() as { user_id: string; answer: string };
    const earlier = JSON.parse(answer).data;
    const sid = db.prepare('SELECT id FROM sessions WHERE user_id = ?').pluck().get(user_id);
    const loan = {
      customerId: user_id,
      accountId: earlier.accountId,
      repaymentReference: earlier.repaymentReference,
      bankAccountId: db.prepare('SELECT bank_account_id FROM repayments').pluck().get() as string,
    };
    const again = await server.call('repay-loan', {
      token: server.dependencies.tokens.issue(user_id, String(sid)),
      path: { 'user-id': user_id },
      headers: { 'x-idempotency-key': 'kept over an upgrade' },
      body: repaymentBody(loan),
    });
    expect([again.status, again.body.data]).toEqual([200, earlier]);
    expect(db.prepare('SELECT count(*) FROM repayments').pluck().get()).toBe(1);
    closeDatabase(db);
  });
});

describe('an upgrade', () => {
  const two = { why: 'a table more', sql: 'CREATE TABLE more (id TEXT) STRICT' };
  const three = { why: 'a row in it', sql: "INSERT INTO more VALUES ('one')" };
  const steps = [...STEPS, two, three];

  it('takes the steps from its version on, in order', () => {
    closeDatabase(openDatabase(file, [...STEPS, two]));
    const db = openDatabase(file, steps);
    expect(versionOf(db)).toBe(SCHEMA_VERSION + 2);
    expect(db.prepare('SELECT id FROM more').pluck().all()).toEqual(['one']);
    closeDatabase(db);
  });

  it.each([
    ['fails', 'INSERT INTO nowhere VALUES (1)', 'no such table: nowhere'],
    ['loses what rows refer to', 'DELETE FROM users', 'lost what a row of'],
  ])('that %s changes nothing', (_, sql, message) => {
    const wrong = [...steps, { why: 'a mistake', sql }];
    expect(() => openDatabase(file, wrong)).toThrow(message);
    const db = new Database(file, { readonly: true });
    expect(versionOf(db)).toBe(1);
    expect(schemaOf(db).flat()).not.toContain('more');
    expect(db.prepare('SELECT count(*) FROM users').pluck().get()).toBe(10);
    db.close();
  });

  it('is refused, in one line, to a database that is newer than the program', () => {
    const open = () => openDatabase(file, []);
    closeDatabase(openDatabase(file, steps));
    expect(open).toThrow(UsageError);
    expect(open).toThrow(
      new UsageError(
        `the database ${file} has schema version ${SCHEMA_VERSION + 2}, this program knows up to 1; ` +
          'use the Assay that made it, or make it anew with "assay seed"',
      ),
    );
  });
});
