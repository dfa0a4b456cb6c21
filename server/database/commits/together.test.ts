import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeDatabase, type Db, openDatabase } from '../open.ts';
import { type Together, together } from './together.ts';

let folder: string;
let db: Db;
let run: Together;
/** Statements that began or ended a transaction or savepoint, in order. */
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-together-'));
  const file = join(folder, 'assay.db');
  closeDatabase(openDatabase(file));
  said = [];
  db = new Database(file, {
    timeout: 0,
    verbose: (text) => {
      const [word = ''] = String(text).split(/[ `]/);
      said.push(...(/^(BEGIN|COMMIT|ROLLBACK)/.test(word) ? [word] : []));
    },
  });
  run = together(db);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const put = (name: string) => () => {
  db.prepare("INSERT INTO settings VALUES (?, '')").run(name);
  return name;
};
const kept = () =>
  db.prepare("SELECT name FROM settings WHERE name <> 'token-secret' ORDER BY name").pluck().all();

it('commits once for all that wait at the same time, and tells each what came of it', async () => {
  const names = ['a', 'b', 'c', 'd'];
  expect(await Promise.all(names.map((name) => run(put(name))))).toEqual(names);
  expect(said).toEqual(['BEGIN', 'COMMIT']);
  expect(kept()).toEqual(names);
  await run(put('e'));
  expect(said).toEqual(['BEGIN', 'COMMIT', 'BEGIN', 'COMMIT']);
});

it('waits as long as each turn brings more', async () => {
  const first = [run(put('a')), run(put('b'))];
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([...first, run(put('c'))]);
  expect([said, kept()]).toEqual([
    ['BEGIN', 'COMMIT'],
    ['a', 'b', 'c'],
  ]);
});

it('commits once where one refuses before it wrote', async () => {
  const refusing = run(() => {
    throw new Error('told by the test');
  });
  const results = await Promise.allSettled([run(put('a')), refusing, run(put('b'))]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([said, kept()]).toEqual([
    ['BEGIN', 'COMMIT'],
    ['a', 'b'],
  ]);
});

it('undoes work that throws, and nothing beside it', async () => {
  const failing = run(() => {
    put('b')();
    throw new Error('told by the test');
  });
  const results = await Promise.allSettled([run(put('a')), failing, run(put('c'))]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await expect(failing).rejects.toThrow('told by the test');
  expect(kept()).toEqual(['a', 'c']);
});

it('tries each alone where SQLite undoes the group', async () => {
  let tries = 0;
  const failing = run(() => {
    tries += 1;
    put('b')();
    db.exec('ROLLBACK');
    throw new Database.SqliteError('told by the test', 'SQLITE_FULL');
  });
  const results = await Promise.allSettled([run(put('a')), failing, run(put('c'))]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([tries, kept()]).toEqual([2, ['a', 'c']]);
});

it('tells each of a lock, and does nothing', async () => {
  const other = new Database(db.name);
  other.exec('BEGIN IMMEDIATE');
  const results = await Promise.allSettled([run(put('a')), run(put('b'))]);
  const codes = results.map((result) => result.status === 'rejected' && result.reason.code);
  expect(codes).toEqual(['SQLITE_BUSY', 'SQLITE_BUSY']);
  other.exec('ROLLBACK');
  other.close();
  expect(kept()).toEqual([]);
});
