import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../contract/errors.ts';
import { standardData } from '../../fixtures/standard.ts';
import { closeDatabase, openDatabase } from './open.ts';
import { type SeedProgress, seedDatabase } from './seed.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-seed-'));
  file = join(folder, 'assay.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

function rowsOf(table: string): unknown[] {
  const db = openDatabase(file);
  const rows = db.prepare(`SELECT * FROM ${table}`).all();
  closeDatabase(db);
  return rows;
}

describe('seedDatabase', () => {
  it('writes the standard data and as many payments more as asked for', async () => {
    const progress: SeedProgress[] = [];
    const seeded = await seedDatabase({
      db: file,
      payments: 45_000,
      onProgress: (step) => progress.push(step),
    });
    expect(seeded).toMatchObject({ file, payments: 45_000 });
    expect(progress).toEqual([
      { phase: 'payments', done: 20_000, total: 45_000 },
      { phase: 'payments', done: 40_000, total: 45_000 },
      { phase: 'payments', done: 45_000, total: 45_000 },
      { phase: 'indexing', done: 45_000, total: 45_000 },
    ]);
    expect(readdirSync(folder)).toEqual(['assay.db']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const db = openDatabase(file);
    const count = db.prepare('SELECT count(*) FROM payments').pluck().get();
    expect(count).toBe(45_000 + standardData().payments.length);
    expect(db.pragma('foreign_key_check')).toEqual([]);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    closeDatabase(db);
  });

  it('makes the same payments from the same seed and others from another', async () => {
    const payments = async (seed: number) => {
      await seedDatabase({ db: file, payments: 50, seed, overwrite: true });
      return rowsOf('payments');
    };
    const first = await payments(7);
    expect(await payments(7)).toEqual(first);
    expect(await payments(8)).not.toEqual(first);
  });

  it('refuses to write over a file unless told to', async () => {
    writeFileSync(file, 'precious');
    await expect(seedDatabase({ db: file })).rejects.toThrow(UsageError);
    await expect(seedDatabase({ db: file })).rejects.toThrow('exists');
    await seedDatabase({ db: file, overwrite: true });
    expect(rowsOf('users').length).toBe(standardData().users.length);
  });

  it('leaves nothing behind when it is stopped or fails', async () => {
    const stop = new AbortController();
    const stopped = seedDatabase({
      db: file,
      payments: 60_000,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(stopped).rejects.toThrow('aborted');
    await expect(seedDatabase({ db: file, payments: -1 })).rejects.toThrow(UsageError);
    await expect(seedDatabase({ db: file, payments: 1.5 })).rejects.toThrow(UsageError);
    await expect(seedDatabase({ db: file, seed: -1 })).rejects.toThrow(UsageError);
    expect(readdirSync(folder)).toEqual([]);
    await expect(seedDatabase({ db: join(folder, 'none', 'a.db') })).rejects.toThrow(UsageError);
  });
});
