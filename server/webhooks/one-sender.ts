import Database from 'better-sqlite3';
import type { Db } from '../database/open.ts';
import { makeForOwner } from '../database/open.ts';

/** Says whether this process is the one that sends; asked again and again. */
export type OneSender = { isHere(): boolean; close(): void };

/**
 * Of the servers that share a database file one sends its webhooks: two would send everything twice
 * and out of order. It is the one that holds a lock on a file beside the database, which the
 * operating system takes back from whoever is killed. The file is made when it is first asked for,
 * and stays: whoever removed it would let a second one in.
 */
export function oneSenderOf(db: Db): OneSender {
  if (db.memory) {
    return { isHere: () => true, close: () => {} };
  }
  let lock: Db | undefined;
  return {
    isHere() {
      lock ??= lockOf(`${db.name}-webhooks`);
      return lock !== undefined;
    },
    close() {
      lock?.close();
    },
  };
}

function lockOf(file: string): Db | undefined {
  makeForOwner(file);
  const lock = new Database(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      return undefined;
    }
    throw error;
  }
}
