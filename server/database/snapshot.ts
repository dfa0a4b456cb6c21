import Database from 'better-sqlite3';
import { DEFAULT_SEED, standardData } from '../../fixtures/standard.ts';
import { loadStandard } from './load-standard.ts';
import { createSchema } from './open.ts';

let standard: Buffer | undefined;

/**
 * A database in memory with the standard data, as bytes for `openDatabase`. Made once per process
 * (the passwords of ten users take 0.3 s), copied in a few milliseconds each time after.
 */
export function standardSnapshot(): Buffer {
  if (standard === undefined) {
    const db = new Database(':memory:');
    createSchema(db);
    loadStandard(db, standardData(DEFAULT_SEED));
    standard = db.serialize();
    db.close();
  }
  return standard;
}
