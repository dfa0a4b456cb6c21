import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { UnavailableError, UsageError } from '../../contract/errors.ts';
import { STEPS, type Step, upgrade } from './migrations.ts';
import { APPLICATION_ID, INDEXES, SCHEMA_VERSION, TABLES } from './schema.ts';

/** An open database of ours. */
export type Db = Database.Database;

/** Files up to this size are checked for corruption as they are opened: 64 MB takes about 0.3 s. */
const CHECKED_BYTES = 64 * 1024 * 1024;

/** How long to wait for another process's lock when opening, in milliseconds. */
const LOCK_WAIT = 3000;

/** The pause before another attempt, in milliseconds, where SQLite does not wait by itself. */
const PAUSE = 20;

/**
 * Opens a database: a file (made when it does not exist), `:memory:`, or the bytes of one (a copy
 * in memory, see snapshot.ts). A new one has its tables but no data; one of an earlier schema
 * version is upgraded (see migrations.ts), all of it or nothing.
 *
 * Every open sets WAL with synchronous=FULL and asserts it: the bundled build reopens WAL files as
 * NORMAL, and a repayment that was answered must survive a power cut.
 *
 * @param steps what leads from one schema version to the next; tests have their own
 * @throws UsageError when the folder is missing, or the file is no database, not ours, corrupt,
 *   read-only or of a newer schema version
 * @throws UnavailableError when another process holds the database locked, or the disk is full
 */
export function openDatabase(source: string | Buffer, steps: readonly Step[] = STEPS): Db {
  const name = typeof source === 'string' ? source : 'the snapshot';
  if (typeof source === 'string' && source !== ':memory:') {
    checkPath(source);
  }
  try {
    if (typeof source === 'string' && source !== ':memory:') {
      makeForOwner(source);
    }
    return whenUnlocked(() => openOnce(source, name, steps));
  } catch (error) {
    throw explained(error, name);
  }
}

/**
 * Makes an empty file that only its owner may read, unless there is one: SQLite would make it
 * readable for all, and gives its log the mode of the file.
 */
export function makeForOwner(file: string): void {
  if (existsSync(file)) {
    return;
  }
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {
    // Another server that starts at the same moment made it, or SQLite will say what is wrong.
  }
}

function openOnce(source: string | Buffer, name: string, steps: readonly Step[]): Db {
  const db = new Database(source, { timeout: LOCK_WAIT });
  try {
    prepare(db, name, steps);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** SQLite does not wait where two that wait for each other would wait for ever. */
function whenUnlocked<T>(work: () => T): T {
  const until = performance.now() + LOCK_WAIT;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) {
        throw error;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** Makes the tables (and, unless the caller loads much data first, the indexes) and our marks. */
export function createSchema(db: Db, indexes: 'now' | 'later' = 'now'): void {
  db.exec(TABLES);
  if (indexes === 'now') {
    db.exec(INDEXES);
  }
  db.prepare("INSERT INTO settings VALUES ('token-secret', ?)").run(
    randomBytes(32).toString('hex'),
  );
  db.pragma(`application_id = ${APPLICATION_ID}`);
  db.pragma(`user_version = ${SCHEMA_VERSION}`);
}

/** The secret that signs access tokens. Kept with the data, so that a restart logs nobody out. */
export function tokenSecretOf(db: Db): Buffer {
  const row = db.prepare("SELECT value FROM settings WHERE name = 'token-secret'").pluck().get();
  return Buffer.from(String(row), 'hex');
}

/** Whether the database has no users yet. */
export function isEmpty(db: Db): boolean {
  return db.prepare('SELECT 1 FROM users LIMIT 1').get() === undefined;
}

/** Writes the log back into the file, so that it is one file again, and closes. */
export function closeDatabase(db: Db): void {
  if (!db.open) {
    return;
  }
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

function checkPath(file: string): void {
  if (!existsSync(dirname(file))) {
    throw new UsageError(`the database ${file}: its folder does not exist; create it first`);
  }
  if (existsSync(file) && !statSync(file).isFile()) {
    throw new UsageError(`the database ${file} is not a file; give the path of a file`);
  }
}

function prepare(db: Db, name: string, steps: readonly Step[]): void {
  const inMemory = db.memory;
  const bytes = inMemory ? 0 : statSync(name).size;
  // Before anything is written: what is corrupt is not upgraded.
  if (bytes > 0 && bytes <= CHECKED_BYTES) {
    const state = db.pragma('quick_check(1)', { simple: true });
    if (state !== 'ok') {
      throw new UsageError(`the database ${name} is corrupt: ${state}`);
    }
  }
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = OFF');
  // One transaction with the write lock: another server may be making the same tables, and a lock
  // that stays shows here, not at the first request.
  db.transaction(() => makeOrUpgrade(db, name, steps)).immediate();
  if (!inMemory) {
    db.pragma('journal_mode = WAL');
    // Between quick_check with its switch to WAL and the first read, SQLite writes no log back.
    db.prepare('SELECT 1 FROM sqlite_schema').get();
  }
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  assertSetting(db, 'synchronous', 2);
  assertSetting(db, 'foreign_keys', 1);
  assertSetting(db, 'journal_mode', inMemory ? 'memory' : 'wal');
}

/** Makes the tables where there are none and upgrades older ones. Refuses what is not ours. */
function makeOrUpgrade(db: Db, name: string, steps: readonly Step[]): void {
  const tables = db
    .prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .get();
  if (tables === 0) {
    createSchema(db);
    return;
  }
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new UsageError(`the database ${name} belongs to another program; give another file`);
  }
  const version = Number(db.pragma('user_version', { simple: true }));
  const newest = 1 + steps.length;
  if (version < 1 || version > newest) {
    throw new UsageError(
      `the database ${name} has schema version ${version}, this program knows up to ${newest}; ` +
        'use the Assay that made it, or make it anew with "assay seed"',
    );
  }
  if (version < newest) {
    upgrade(db, version, steps);
  }
}

function assertSetting(db: Db, pragma: string, expected: number | string): void {
  const actual = db.pragma(pragma, { simple: true });
  if (actual !== expected) {
    throw new Error(`SQLite has ${pragma}=${actual} instead of ${expected}`);
  }
}

function explained(error: unknown, name: string): unknown {
  if (!(error instanceof Database.SqliteError)) {
    return error;
  }
  const { code } = error;
  if (code === 'SQLITE_NOTADB') {
    return new UsageError(`${name} is not a SQLite database; give another file`);
  }
  if (code.startsWith('SQLITE_CORRUPT')) {
    return new UsageError(`the database ${name} is corrupt (${error.message}); make it anew`);
  }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new UnavailableError(`the database ${name} is locked by another process; stop that one`);
  }
  if (code === 'SQLITE_FULL' || code.startsWith('SQLITE_IOERR')) {
    return new UnavailableError(
      `the database ${name} cannot be written (${error.message}); check the disk; nothing was changed`,
    );
  }
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN')) {
    return new UsageError(`the database ${name} cannot be opened for writing (${error.message})`);
  }
  return error;
}
