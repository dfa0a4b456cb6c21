import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { UnavailableError, UsageError } from '../../contract/errors.ts';
import { moveIntoPlace } from './move-into-place.ts';
import { explained, makeForOwner } from './open.ts';
import { APPLICATION_ID } from './schema.ts';

/** What to copy, and where to. */
export interface BackupOptions {
  /** The database file; a server may be working on it. */
  db: string;
  /** The file to write. */
  to: string;
  /** Replace a file that is there; default false. */
  overwrite?: boolean;
  /** Called after each part that was copied, in pages of the database. */
  onProgress?: (done: number, total: number) => void;
  /** Stops the work and leaves nothing behind. */
  signal?: AbortSignal;
}

/** Pages copied between two looks at signals: 8 MB. */
const PART = 2000;

/**
 * Copies a database as it is at one moment, while servers read and write it: none of them waits. The
 * copy is one file for its owner alone, since the token secret is in it; it is looked through, on
 * the disk, and only then under its name.
 *
 * @returns the size of the copy in bytes
 * @throws UsageError when `db` is no database of ours, or `to` exists, or its folder does not
 * @throws UnavailableError when the copy cannot be written
 */
export async function backUp(options: BackupOptions): Promise<number> {
  const { db: file, to, overwrite = false, onProgress, signal } = options;
  if (!existsSync(file)) {
    throw new UsageError(`the database ${file} does not exist`);
  }
  if (!existsSync(dirname(to))) {
    throw new UsageError(`cannot write ${to}: its folder does not exist; create it first`);
  }
  if (existsSync(to) && !(overwrite && statSync(to).isFile())) {
    throw new UsageError(`${to} exists; remove it, or name another file`);
  }
  const part = `${to}.${process.pid}.part`;
  let db: Database.Database | undefined;
  try {
    makeForOwner(part);
    db = new Database(file, { fileMustExist: true });
    if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
      throw new UsageError(`the database ${file} belongs to another program; give another file`);
    }
    // One read transaction over all parts: what is written meanwhile starts nothing again.
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM settings').get();
    await db.backup(part, {
      progress: ({ totalPages, remainingPages }) => {
        signal?.throwIfAborted();
        onProgress?.(totalPages - remainingPages, totalPages);
        return PART;
      },
    });
    signal?.throwIfAborted();
    lookThrough(part);
    const { size } = statSync(part);
    moveIntoPlace(part, to);
    return size;
  } catch (error) {
    throw unwritable(error, to) ?? explained(error, file);
  } finally {
    db?.close();
    for (const suffix of ['', '-wal', '-shm', '-journal']) {
      rmSync(`${part}${suffix}`, { force: true });
    }
  }
}

/** Also makes one file of the copy: it says of itself that it has a log, as its original does. */
function lookThrough(part: string): void {
  const copy = new Database(part);
  try {
    copy.pragma('journal_mode = DELETE');
    const state = copy.pragma('integrity_check(1)', { simple: true });
    if (state !== 'ok') {
      throw new UnavailableError(`the copy is corrupt (${state}), and so may be the original`);
    }
  } finally {
    copy.close();
  }
}

function unwritable(error: unknown, to: string): UnavailableError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(SQLITE_(FULL|IOERR)|EACCES|ENOSPC|EROFS|EPERM)/.test(code)
    ? new UnavailableError(`cannot write ${to} (${code}); check the disk and permissions`)
    : undefined;
}
