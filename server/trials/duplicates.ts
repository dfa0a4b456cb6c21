import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { closeDatabase, openDatabase } from '../database/open.ts';
import { effectsOn } from './effects.ts';
import { prepareDatabase } from './prepare-database.ts';
import { startProcess } from './server-process.ts';

/** How often each key is sent at the same time. */
export const AT_ONCE = 8;

/** What came of keys that were sent several times at once. */
export interface Duplicates {
  /** Repayments in the database; as many as there were keys. */
  effects: number;
  /** What was answered to keys whose answers were not all 200 and the same. */
  differing: string[];
}

/** Keys that are in flight at the same time. */
const KEYS = 8;

/** Sends repayments, each eight times at once under its key, and counts what is booked. */
export async function sendDuplicates(keys: number, folder: string): Promise<Duplicates> {
  const file = join(folder, 'assay.db');
  const make = effectsOn(prepareDatabase(file, 0));
  const server = startProcess(mkdtempSync(join(folder, 'compiled-')));
  const pool = new Pool((await server.serve(file)) ?? '', { connections: KEYS * AT_ONCE });
  let left = keys;
  const differing: string[] = [];
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const effect = make('repay-loan');
      const told = await Promise.all(Array.from({ length: AT_ONCE }, () => effect.send(pool)));
      const texts = new Set(told.map((one) => JSON.stringify(one)));
      if (texts.size !== 1 || told[0]?.status !== 200) {
        differing.push([...texts].join(' or '));
      }
    }
  };
  await Promise.all(Array.from({ length: KEYS }, client));
  await pool.destroy();
  await server.kill();
  const db = openDatabase(file);
  const effects = Number(db.prepare('SELECT count(*) FROM repayments').pluck().get());
  closeDatabase(db);
  return { effects, differing };
}
