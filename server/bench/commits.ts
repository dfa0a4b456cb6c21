import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Pool } from 'undici';
import { createSchema } from '../database/open.ts';
import { effectsOn } from '../trials/effects.ts';
import { prepareDatabase } from '../trials/prepare-database.ts';
import { contender } from './contender.ts';
import { type Spread, spreadOf } from './spread.ts';

export interface CommitsOptions {
  rounds: number;
  /** Of both in each round. */
  effects: number;
  folder: string;
}

/** Requests at the same time. */
const CLIENTS = 32;

/**
 * How many request-loan the server makes durable in a second, for 32 clients, and how many commits
 * of one row better-sqlite3 makes one after the other, at the same durability on the same disk.
 */
export async function compareCommits(
  options: CommitsOptions,
): Promise<Record<'ours' | 'bare', Spread>> {
  const { rounds, effects, folder } = options;
  const file = join(folder, 'commits.db');
  const make = effectsOn(prepareDatabase(file, 0));
  const one = await contender('ours', { db: file });
  const pool = new Pool(one.url, { connections: CLIENTS });
  const request = async (): Promise<void> => {
    let left = effects;
    const client = async (): Promise<void> => {
      while (left-- > 0) {
        const told = await make('request-loan').send(pool);
        if (told?.status !== 200) {
          throw new Error(`answered with ${told?.status}`);
        }
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  };

  const db = new Database(join(folder, 'commits-of-bare.db'));
  createSchema(db);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  const insert = db.prepare("INSERT INTO settings VALUES (?, 'a row')");
  const commit = (): void => {
    for (let left = effects; left > 0; left--) {
      insert.run(randomUUID());
    }
  };

  const speeds = { ours: [] as number[], bare: [] as number[] };
  try {
    // The first round only warms them up.
    for (let round = 0; round <= rounds; round++) {
      for (const [name, work] of [
        ['ours', request],
        ['bare', commit],
      ] as const) {
        const start = performance.now();
        await work();
        if (round > 0) {
          speeds[name].push((effects * 1000) / (performance.now() - start));
        }
      }
    }
  } finally {
    await pool.destroy();
    one.stop();
    db.close();
  }
  return { ours: spreadOf(speeds.ours), bare: spreadOf(speeds.bare) };
}
