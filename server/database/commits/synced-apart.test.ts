import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase, type Db, openDatabase } from '../open.ts';
import { syncedApart } from './synced-apart.ts';

let folder: string;
let file: string;
let db: Db;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-synced-apart-'));
  file = join(folder, 'assay.db');
  db = openDatabase(file);
});
afterEach(() => {
  closeDatabase(db);
  rmSync(folder, { recursive: true });
});

const FULL = 2;
const synchronousOf = (one: Db) => one.pragma('synchronous', { simple: true });
const putInto = (one: Db) => () => {
  one.prepare("INSERT INTO settings VALUES ('a', '')").run();
  return synchronousOf(one);
};
const kept = () => db.prepare("SELECT count(*) FROM settings WHERE name = 'a'").pluck().get();

/** Whether a descriptor of this process is of a file in the folder; one that was closed meanwhile is not. */
function isOfFolder(descriptor: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder);
  } catch {
    return false;
  }
}

describe('a commit that is synced apart', () => {
  it('is made at once, without SQLite waiting, and all others are at FULL', async () => {
    const done = syncedApart(db)(putInto(db));
    expect([kept(), synchronousOf(db)]).toEqual([1, FULL]);
    expect(await done).not.toBe(FULL);
  });

  it('leaves FULL and no open file behind where its work throws', async () => {
    // Of the files of this database: other tests of the process open and close theirs meanwhile.
    const opened = () => readdirSync('/proc/self/fd').filter(isOfFolder).length;
    const before = process.platform === 'linux' ? opened() : 0;
    const failing = syncedApart(db)(() => {
      throw new Error('told by the test');
    });
    await expect(failing).rejects.toThrow('told by the test');
    expect([kept(), synchronousOf(db)]).toEqual([0, FULL]);
    expect(process.platform === 'linux' ? opened() : 0).toBe(before);
  });

  it('does nothing where the log cannot be opened', async () => {
    const { name } = db;
    closeDatabase(db);
    const opened = openDatabase(file);
    const elsewhere = Object.create(opened, { name: { value: `${name}.gone` } });
    await expect(syncedApart(elsewhere)(putInto(opened))).rejects.toMatchObject({ code: 'ENOENT' });
    db = opened;
    expect(kept()).toBe(0);
  });

  it('is an ordinary one in memory', async () => {
    const inMemory = openDatabase(':memory:');
    expect(await syncedApart(inMemory)(putInto(inMemory))).toBe(FULL);
    inMemory.close();
  });
});
