import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import type { Db } from '../open.ts';

/** Runs `work`, which is one transaction of its own; resolves when what it did is durable. */
export type SyncedApart = <T>(work: () => T) => Promise<T>;

const sync = promisify(fdatasync);

/**
 * Lets a thread of libuv wait for the disk, which is most of a commit that comes alone, and holds up
 * all other requests where SQLite waits. So SQLite writes this commit to its log without syncing it
 * (synchronous=NORMAL, for this one only), and the log is synced here before anybody is told. Other
 * requests could see meanwhile what a power cut would undo: it is for what nobody can ask about
 * before he is told, such as a new session.
 *
 * A database in memory has no log.
 *
 * @throws SqliteError SQLITE_IOERR_FSYNC when the log could not be synced; what was done may stay
 */
export function syncedApart(db: Db): SyncedApart {
  if (db.memory) {
    return async (work) => work();
  }
  return async (work) => {
    // Not kept open, since nothing says when the database is closed; before the work, since it may fail.
    const log = openSync(`${db.name}-wal`, 'r+');
    try {
      const value = unsynced(db, work);
      await sync(log).catch((error: unknown) => {
        throw new Database.SqliteError(String(error), 'SQLITE_IOERR_FSYNC');
      });
      return value;
    } finally {
      closeSync(log);
    }
  };
}

function unsynced<T>(db: Db, work: () => T): T {
  db.exec('PRAGMA synchronous = NORMAL');
  try {
    return work();
  } finally {
    db.exec('PRAGMA synchronous = FULL');
  }
}
