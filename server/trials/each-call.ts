import { copyFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { Pool } from 'undici';
import { closeDatabase, openDatabase } from '../database/open.ts';
import { startServer } from '../serve.ts';
import { type Effect, effectsOn, type KINDS, type Told } from './effects.ts';
import { prepareDatabase } from './prepare-database.ts';
import { startProcess } from './server-process.ts';
import { isAnswer, type Spoil, watch } from './system-calls.ts';

type Kind = (typeof KINDS)[number];

/** What was found by kills at each call. */
export interface EachCall {
  /** How often a server was killed, by kind of effect. */
  kills: Partial<Record<Kind, number>>;
  /** What went wrong, each in one line; none is right. */
  wrong: string[];
}

/**
 * For each kind of effect: kills the server as it enters each of its writes and syncs, the first in
 * a new log included, and once after the answer. What was answered is there; what was not is there
 * once after it was sent again. A kill after one call is the same as one before the next.
 */
export async function killAtEachCall(folder: string, kinds: readonly Kind[]): Promise<EachCall> {
  const base = join(folder, 'base.db');
  const prepared = prepareDatabase(base, 1);
  const cache = mkdtempSync(join(folder, 'compiled-'));
  const found: EachCall = { kills: {}, wrong: [] };
  let next = startProcess(cache);
  for (const kind of kinds) {
    const seen = await life(kind);
    const places = seen.calls.map(({ name }, at) => ({
      name,
      nth: seen.calls.slice(0, at + 1).filter((call) => call.name === name).length,
      by: 'KILL' as const,
    }));
    for (const place of places) {
      await life(kind, place);
    }
    found.kills[kind] = places.length + 1;
  }
  await next.kill();
  return found;

  /** One server with one effect, from start to kill, and what its successor says. */
  async function life(kind: Kind, kill?: Spoil) {
    const file = join(mkdtempSync(join(folder, 'life-')), 'assay.db');
    copyFileSync(base, file);
    const server = next;
    next = startProcess(cache);
    const pool = new Pool((await server.serve(file)) ?? '', { connections: 1 });
    const effect = await ready(kind, pool);
    const watching = await watch(server.pid, kill);
    const told = await effect.send(pool);
    await server.kill();
    await watching.ended;
    await pool.destroy();
    const where = kill ? `${kill.nth}. ${kill.name}` : 'answer';
    const wrong = await successor(file, effect, told);
    found.wrong.push(...wrong.map((line) => `${kind}, killed at the ${where}: ${line}`));
    // Node wakes its threads by writes that belong to nobody's effect.
    const calls = watching.calls.filter((call) => isAnswer(call) || call.where.startsWith(file));
    return { calls };
  }

  async function ready(kind: Kind, pool: Pool): Promise<Effect> {
    const make = effectsOn(prepared);
    await (await pool.request({ method: 'GET', path: '/healthz' })).body.dump();
    if (kind === 'refresh' || kind === 'logout') {
      await make('login').send(pool);
    }
    return make(kind);
  }
}

/** Looks into what a killed server left, serves it, and sends what was not answered again. */
async function successor(file: string, effect: Effect, told: Told | null): Promise<string[]> {
  const wrong: string[] = [];
  const look = (expected: readonly number[], answer: Told | null, when: string) => {
    const db = openDatabase(file);
    const state = db.pragma('integrity_check(1)', { simple: true });
    const times = effect.times(db, answer);
    if (state !== 'ok') {
      wrong.push(`the database is corrupt: ${state}`);
    }
    if (!expected.includes(times)) {
      wrong.push(`it is there ${times} times ${when}`);
    }
    closeDatabase(db);
  };
  look(told === null ? [0, 1] : [1], told, 'after the kill');
  const { url, close } = await startServer({
    db: file,
    logger: pino({ level: 'silent' }),
    passwords: { matches: () => Promise.resolve(true) },
  });
  const pool = new Pool(url, { connections: 1 });
  const again = effect.repeatable || told === null ? await effect.send(pool) : told;
  await pool.destroy();
  await close();
  // A token that was spent or ended before the kill is refused, rightly.
  const refused = !effect.repeatable && again?.status === 401;
  if (again?.status !== 200 && !refused) {
    wrong.push(`sent again, it was answered with ${again?.status}`);
  }
  if (told !== null && JSON.stringify(again) !== JSON.stringify(told)) {
    wrong.push('sent again, it was answered in another way');
  }
  if (!refused) {
    look([1], again, 'after it was sent again');
  }
  return wrong;
}
