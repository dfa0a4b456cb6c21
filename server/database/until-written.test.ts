import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testServer } from '../test-client.ts';
import { closeDatabase, type Db, openDatabase } from './open.ts';
import { untilWritten } from './until-written.ts';

describe('untilWritten', () => {
  let folder: string;
  let db: Db;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-known-'));
    db = openDatabase(join(folder, 'assay.db'));
  });
  afterEach(() => {
    closeDatabase(db);
    rmSync(folder, { recursive: true });
  });
  const write = (by: Db) => by.exec("INSERT INTO settings VALUES (hex(randomblob(8)), '')");

  it('remembers until this connection writes', () => {
    const known = untilWritten<number>(db);
    expect(known.get('one')).toBeUndefined();
    known.set('one', 1);
    expect([known.get('one'), known.get('other')]).toEqual([1, undefined]);
    write(db);
    expect(known.get('one')).toBeUndefined();
  });

  it('remembers until another process writes', () => {
    const other = new Database(db.name);
    const known = untilWritten<number>(db);
    known.get('one');
    known.set('one', 1);
    expect(known.get('one')).toBe(1);
    write(other);
    expect(known.get('one')).toBeUndefined();
    other.close();
  });

  it('remembers nothing that a transaction may undo', () => {
    const known = untilWritten<number>(db);
    const undone = db.transaction(() => {
      write(db);
      known.get('one');
      known.set('one', 1);
      throw new Error('told by the test');
    });
    expect(undone).toThrow('told by the test');
    expect(known.get('one')).toBeUndefined();
  });
});

it('a session that ends by another hand than ours is refused at the next request', async () => {
  const server = testServer();
  const token = await server.tokenOf('customer');
  const ask = async () => (await server.call('fetch-organisation-preference', { token })).status;
  expect([await ask(), await ask()]).toEqual([200, 200]);
  server.db.prepare('UPDATE sessions SET ended_at = 1').run();
  expect(await ask()).toBe(401);
});
