import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { killAtEachCall } from './each-call.ts';
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
    const watching = await watch(server.pid);
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let round = 0; round < 6; round++) {
        const told = await make(KINDS[(writer + round) % KINDS.length] ?? 'login').send(pool);
        expect(told?.status).toBe(200);
      }
    });
    await Promise.all(writers);
    await watching.stop();
    await server.kill();
    await pool.destroy();
    const { calls } = watching;
    expect(calls.filter(isAnswer).length).toBeGreaterThanOrEqual(16 * 6);
    expect(calls.filter((call) => isOfLog(call) && isSync(call)).length).toBeGreaterThan(6);
    expect(answersBeforeSync(calls)).toBe(0);
  });

  it('a kill at each write and sync of a refresh leaves it whole', async () => {
    const { kills, wrong } = await killAtEachCall(folder, ['refresh']);
    expect(wrong).toEqual([]);
    expect(kills.refresh).toBeGreaterThan(5);
  });
});
