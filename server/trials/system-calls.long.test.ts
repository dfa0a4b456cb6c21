import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Pool } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { effectsOn, KINDS } from './effects.ts';
import { prepareDatabase } from './prepare-database.ts';
import { startProcess } from './server-process.ts';
import { answersBeforeSync, canWatch, isAnswer, isOfLog, isSync, watch } from './system-calls.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-calls-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('answersBeforeSync', () => {
  const log = '/data/assay.db-wal';
  const write = { name: 'pwrite64', where: log };
  const sync = { name: 'fsync', where: log };
  const answer = { name: 'writev', where: 'socket:[7]' };
  const other = { name: 'fsync', where: '/data/assay.db' };

  it.each([
    ['after the sync', [write, write, sync, answer, answer], 0],
    ['before the sync', [write, answer, sync], 1],
    ['after a sync that a write followed', [write, sync, write, answer, sync, answer], 1],
    ['after the sync of another file', [write, other, answer], 1],
    ['where nothing was written', [answer], 0],
  ])('counts answers %s', (_, calls, early) => {
    expect(answersBeforeSync(calls)).toBe(early);
  });
});

const traced = describe.skipIf(!canWatch());
traced('in the record of strace (skipped where there is none)', () => {
  it('no answer leaves before what it acknowledges is on the disk', async () => {
    const file = join(folder, 'assay.db');
    const make = effectsOn(prepareDatabase(file, 32));
    const server = startProcess(folder);
    const pool = new Pool((await server.serve(file)) ?? '', { connections: 16 });
    // A login's log is synced beside other answers, so that it is looked at alone; these are for
    // refreshes and logouts.
    await Promise.all(Array.from({ length: 32 }, () => make('login').send(pool)));
    const kinds = KINDS.filter((kind) => kind !== 'login');
    const watching = await watch(server.pid);
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let round = 0; round < 6; round++) {
        const told = await make(kinds[(writer + round) % kinds.length] ?? 'refresh').send(pool);
        expect(told?.status).toBe(200);
      }
    });
    await Promise.all(writers);
    await watching.stop();
    await server.kill();
    await pool.destroy();
    const { calls } = watching;
    // Each answer is written in one piece.
    expect(calls.filter(isAnswer)).toHaveLength(16 * 6);
    expect(calls.filter((call) => isOfLog(call) && isSync(call)).length).toBeGreaterThan(6);
    expect(answersBeforeSync(calls)).toBe(0);
  });

  it('no login is answered before its session is on the disk', async () => {
    const file = join(folder, 'assay.db');
    const make = effectsOn(prepareDatabase(file, 0));
    const server = startProcess(folder);
    const pool = new Pool((await server.serve(file)) ?? '', { connections: 1 });
    const watching = await watch(server.pid);
    for (let login = 0; login < 12; login++) {
      expect((await make('login').send(pool))?.status).toBe(200);
    }
    await watching.stop();
    await server.kill();
    await pool.destroy();
    const { calls } = watching;
    expect(calls.filter(isAnswer)).toHaveLength(12);
    // SQLite's own syncs, as of a new log, are called fsync.
    expect(calls.filter((call) => isOfLog(call) && call.name === 'fdatasync')).toHaveLength(12);
    expect(answersBeforeSync(calls)).toBe(0);
  });

  it.each([
    { name: 'pwrite64', nth: 3, by: 'ENOSPC', status: 507 },
    { name: 'pwrite64', nth: 3, by: 'EIO', status: 503 },
    { name: 'fsync', nth: 1, by: 'EIO', status: 503 },
  ] as const)(
    '$name that ends with $by is answered with $status and leaves nothing',
    async ({ status, ...spoil }) => {
      const file = join(folder, 'assay.db');
      const make = effectsOn(prepareDatabase(file, 0));
      const server = startProcess(folder);
      const pool = new Pool((await server.serve(file)) ?? '', { connections: 1 });
      const effect = make('repay-loan');
      expect((await make('repay-loan').send(pool))?.status).toBe(200);
      const watching = await watch(server.pid, spoil);
      const told = await effect.send(pool);
      expect(told).toMatchObject({ status, body: { status: 'FAILED' } });
      await watching.stop();
      const times = () => {
        const db = new Database(file, { readonly: true });
        const found = effect.times(db, null);
        db.close();
        return found;
      };
      expect(times()).toBe(0);
      expect((await effect.send(pool))?.status).toBe(200);
      expect(times()).toBe(1);
      await pool.destroy();
      await server.kill();
    },
  );
});
