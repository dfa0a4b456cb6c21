import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UnavailableError, UsageError } from '../../contract/errors.ts';
import { standardData } from '../../fixtures/standard.ts';
import { loadStandard } from './load-standard.ts';
import { closeDatabase, explained, openDatabase, tokenSecretOf } from './open.ts';
import { standardSnapshot } from './snapshot.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-open-'));
  file = join(folder, 'assay.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const pragmas = (db: Database.Database) =>
  ['journal_mode', 'synchronous', 'foreign_keys'].map((name) => db.pragma(name, { simple: true }));

describe('openDatabase', () => {
  it('sets WAL, synchronous=FULL and foreign keys on every open', () => {
    for (let open = 0; open < 3; open++) {
      const db = openDatabase(file);
      expect(pragmas(db)).toEqual(['wal', 2, 1]);
      closeDatabase(db);
    }
  });

  it('keeps the token secret, and no two databases share one', () => {
    const first = openDatabase(file);
    const secret = tokenSecretOf(first);
    closeDatabase(first);
    const again = openDatabase(file);
    expect(tokenSecretOf(again).equals(secret)).toBe(true);
    closeDatabase(again);
    expect(secret.length).toBe(32);
    expect(tokenSecretOf(openDatabase(':memory:')).equals(secret)).toBe(false);
  });

  it('makes its files for the owner alone, since the token secret is in them', () => {
    const db = openDatabase(file);
    loadStandard(db, standardData());
    const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    closeDatabase(db);
  });

  it('leaves one file behind when it is closed', () => {
    const db = openDatabase(file);
    loadStandard(db, standardData());
    closeDatabase(db);
    expect(() => readFileSync(`${file}-wal`)).toThrow('ENOENT');
  });

  it('opens copies of the snapshot that do not touch each other', () => {
    const [one, other] = [openDatabase(standardSnapshot()), openDatabase(standardSnapshot())];
    one.exec('DELETE FROM portfolios');
    const count = (db: typeof one) => db.prepare('SELECT count(*) FROM portfolios').pluck().get();
    expect([count(one), count(other)]).toEqual([0, standardData().portfolios.length]);
    expect(pragmas(other)).toEqual(['memory', 2, 1]);
  });

  it('refuses money that is no whole number, or negative, and rows without their owner', () => {
    const db = openDatabase(standardSnapshot());
    const amount = (value: unknown) => () =>
      db.prepare('UPDATE loans SET total_payable_minor = ?').run(value);
    for (const value of [1.5, 'abc', -1, null]) {
      expect(amount(value)).toThrow();
    }
    expect(amount(1)).not.toThrow();
    expect(() => db.exec("DELETE FROM users WHERE role = 'CUSTOMER'")).toThrow('FOREIGN KEY');
  });

  it('names a missing folder and a folder in place of a file', () => {
    expect(() => openDatabase(join(folder, 'none', 'assay.db'))).toThrow(UsageError);
    expect(() => openDatabase(join(folder, 'none', 'assay.db'))).toThrow('folder does not exist');
    mkdirSync(file);
    expect(() => openDatabase(file)).toThrow('is not a file');
  });

  it('names a file that is no database', () => {
    writeFileSync(file, 'this is a text and no database'.repeat(100));
    expect(() => openDatabase(file)).toThrow(UsageError);
    expect(() => openDatabase(file)).toThrow('is not a SQLite database');
  });

  it('names a database of another program', () => {
    new Database(file).exec('CREATE TABLE things (id)').close();
    expect(() => openDatabase(file)).toThrow('belongs to another program');
  });

  it('names a newer schema version', () => {
    const db = openDatabase(file);
    db.pragma('user_version = 99');
    closeDatabase(db);
    expect(() => openDatabase(file)).toThrow(UsageError);
    expect(() => openDatabase(file)).toThrow('schema version 99');
  });

  it('names a corrupt database', () => {
    const db = openDatabase(file);
    loadStandard(db, standardData());
    closeDatabase(db);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x5a, 8192, 40_000));
    expect(() => openDatabase(file)).toThrow(UsageError);
    expect(() => openDatabase(file)).toThrow('corrupt');
    truncateSync(file, 20_000);
    expect(() => openDatabase(file)).toThrow('corrupt');
  });

  // Nothing is read-only to root.
  it.skipIf(process.getuid?.() === 0)('names a file that may not be written', () => {
    closeDatabase(openDatabase(file));
    const before = readFileSync(file);
    chmodSync(file, 0o444);
    expect(() => openDatabase(file)).toThrow(UsageError);
    expect(() => openDatabase(file)).toThrow('cannot be opened for writing');
    expect(readFileSync(file)).toEqual(before);
  });

  it.each([
    ['SQLITE_READONLY', UsageError, 'cannot be opened for writing'],
    ['SQLITE_READONLY_DIRECTORY', UsageError, 'cannot be opened for writing'],
    ['SQLITE_CANTOPEN', UsageError, 'cannot be opened for writing'],
    ['SQLITE_FULL', UnavailableError, 'check the disk; nothing was changed'],
    ['SQLITE_IOERR_WRITE', UnavailableError, 'check the disk; nothing was changed'],
  ])('says what %s means in one line', (code, kind, message) => {
    const said = explained(new Database.SqliteError('told by the test', code), file);
    expect(said).toBeInstanceOf(kind);
    expect(String(said)).toContain(`the database ${file}`);
    expect(String(said)).toContain(message);
    expect(String(said)).not.toContain('\n');
  });

  it('names a database that another connection holds locked', () => {
    const holder = openDatabase(file);
    holder.exec('BEGIN IMMEDIATE');
    const message = `the database ${file} is locked by another process; stop that one`;
    expect(() => openDatabase(file)).toThrow(new UnavailableError(message));
    holder.exec('ROLLBACK');
    closeDatabase(openDatabase(file));
    closeDatabase(holder);
  });
});
