import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UnavailableError, UsageError } from '../../contract/errors.ts';
import { standardData } from '../../fixtures/standard.ts';
import { createStore } from '../store/store.ts';
import { backUp } from './backup.ts';
import { loadStandard } from './load-standard.ts';
import { closeDatabase, type Db, openDatabase, tokenSecretOf } from './open.ts';

let folder: string;
let file: string;
let to: string;
let db: Db;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-backup-'));
  file = join(folder, 'assay.db');
  to = join(folder, 'copy.db');
  db = openDatabase(file);
  loadStandard(db, standardData());
});
afterEach(() => {
  closeDatabase(db);
  rmSync(folder, { recursive: true });
});

const left = () => readdirSync(folder).filter((name) => !name.startsWith('assay.db'));

describe('backUp', () => {
  it('copies a database as it was at the start, while it is written without waiting', async () => {
    // More than one part, so that something can be written between two.
    db.exec('CREATE TABLE ballast (bytes BLOB)');
    db.prepare('INSERT INTO ballast VALUES (zeroblob(?))').run(12 * 1024 * 1024);
    const { settings, transaction } = createStore(db);
    expect(settings.get('written')).toBeUndefined();
    let writes = 0;
    const write = db.prepare('INSERT INTO settings VALUES (?, ?)');
    const bytes = await backUp({
      db: file,
      to,
      onProgress: () => {
        writes += 1;
        transaction(() => write.run(`written ${writes}`, 'while it was copied'));
      },
    });
    expect(writes).toBeGreaterThan(1);
    expect(left()).toEqual(['copy.db']);
    expect(statSync(to)).toMatchObject({ size: bytes, mode: 0o100600 });

    const copy = openDatabase(to);
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(tokenSecretOf(copy).equals(tokenSecretOf(db))).toBe(true);
    const count = (of: Db) => of.prepare('SELECT count(*) FROM settings').pluck().get();
    expect([count(copy), count(db)]).toEqual([2, 2 + writes]);
    closeDatabase(copy);
  });

  it('writes over no file unless told to', async () => {
    writeFileSync(to, 'precious');
    await expect(backUp({ db: file, to })).rejects.toThrow(
      new UsageError(`${to} exists; remove it, or name another file`),
    );
    await backUp({ db: file, to, overwrite: true });
    closeDatabase(openDatabase(to));
    await expect(backUp({ db: file, to: folder, overwrite: true })).rejects.toThrow('exists');
  });

  it('names what is no database of ours, and a folder that is not there', async () => {
    const text = join(folder, 'text');
    writeFileSync(text, 'no database, but long enough to be looked at'.repeat(50));
    const other = join(folder, 'other');
    new Database(other).exec('CREATE TABLE things (id)').close();
    for (const [wrong, message] of [
      [{ db: join(folder, 'none'), to }, 'does not exist'],
      [{ db: text, to }, 'is not a SQLite database'],
      [{ db: other, to }, 'belongs to another program'],
      [{ db: file, to: join(folder, 'none', 'copy.db') }, 'its folder does not exist'],
    ] as const) {
      await expect(backUp(wrong)).rejects.toThrow(UsageError);
      await expect(backUp(wrong)).rejects.toThrow(message);
    }
    expect(left().sort()).toEqual(['other', 'text']);
  });

  it('leaves nothing behind when it is stopped or the disk is full', async () => {
    const stop = new AbortController();
    const stopped = backUp({ db: file, to, signal: stop.signal, onProgress: () => stop.abort() });
    await expect(stopped).rejects.toThrow('aborted');
    const full = backUp({
      db: file,
      to,
      onProgress: () => {
        throw new Database.SqliteError('told by the test', 'SQLITE_FULL');
      },
    });
    await expect(full).rejects.toThrow(UnavailableError);
    expect(left()).toEqual([]);
  });
});
