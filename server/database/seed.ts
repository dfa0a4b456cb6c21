import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { UnavailableError, UsageError } from '../../contract/errors.ts';
import type { Payment } from '../../contract/values/records.ts';
import { paymentMaker } from '../../fixtures/payments.ts';
import { DEFAULT_SEED, STANDARD_FROM, standardData } from '../../fixtures/standard.ts';
import { customers } from '../../fixtures/users.ts';
import { insertInto } from '../store/insert.ts';
import { insertUsers, loadStandard } from './load-standard.ts';
import { moveIntoPlace } from './move-into-place.ts';
import { createSchema, type Db, makeForOwner } from './open.ts';
import { INDEXES } from './schema.ts';

/** What to make. */
export interface SeedOptions {
  /** The database file to write. */
  db: string;
  /** How many payments of bulk customers to add to the standard data; default 0, at most 10^9. */
  payments?: number;
  /** One seed, one result; default 1. */
  seed?: number;
  /** Replace a file that is there; default false. */
  overwrite?: boolean;
  /** Called after each batch, and with `indexing` before the indexes are made. */
  onProgress?: (progress: SeedProgress) => void;
  /** Stops the work and leaves nothing behind. */
  signal?: AbortSignal;
}

/** How far seeding has come. */
export interface SeedProgress {
  phase: 'payments' | 'indexing';
  done: number;
  total: number;
}

/** What was made. */
export interface Seeded {
  file: string;
  payments: number;
  users: number;
  bytes: number;
  milliseconds: number;
}

/** Rows per transaction: enough that a commit costs nothing, few enough to show progress. */
const BATCH = 20_000;

/** Owners of the bulk payments, as fixtures deal them. */
const BULK_CUSTOMERS = 1000;

/**
 * Writes a database with the standard data and any number of payments, in constant memory. It is
 * written under a temporary name beside the file and renamed when complete.
 *
 * @throws UsageError when the file exists, its folder does not, or a number is out of range
 * @throws UnavailableError when the file cannot be written (disk full, no permission)
 */
export async function seedDatabase(options: SeedOptions): Promise<Seeded> {
  const { db: file, payments = 0, seed = DEFAULT_SEED, overwrite = false } = options;
  if (!Number.isInteger(payments) || payments < 0 || payments > STANDARD_FROM) {
    throw new UsageError(
      `payments is ${payments}; expected a whole number from 0 to ${STANDARD_FROM}`,
    );
  }
  if (!existsSync(dirname(file))) {
    throw new UsageError(`cannot write ${file}: its folder does not exist; create it first`);
  }
  if (existsSync(file) && !overwrite) {
    throw new UsageError(`${file} exists; remove it, or name another file`);
  }
  if (existsSync(file) && !statSync(file).isFile()) {
    throw new UsageError(`${file} is not a file`);
  }

  const start = performance.now();
  const part = `${file}.${process.pid}.part`;
  try {
    const users = await write(part, { ...options, payments, seed });
    const bytes = statSync(part).size;
    // What the old file's log holds must not be replayed into the new one.
    for (const suffix of ['-wal', '-shm']) {
      rmSync(`${file}${suffix}`, { force: true });
    }
    moveIntoPlace(part, file);
    return { file, payments, users, bytes, milliseconds: performance.now() - start };
  } catch (error) {
    throw unwritable(error, file);
  } finally {
    rmSync(part, { force: true });
  }
}

async function write(
  part: string,
  options: SeedOptions & { payments: number; seed: number },
): Promise<number> {
  rmSync(part, { force: true });
  makeForOwner(part);
  const db = new Database(part);
  try {
    // The file has no name yet: no journal is needed, and it is synced once, at the end.
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    db.pragma('foreign_keys = OFF');
    db.pragma('cache_size = -65536');
    createSchema(db, 'later');
    loadStandard(db, standardData(options.seed));
    if (options.payments > 0) {
      await addBulk(db, options);
    }
    options.onProgress?.({ phase: 'indexing', done: options.payments, total: options.payments });
    await setImmediate();
    options.signal?.throwIfAborted();
    db.exec(INDEXES);
    return Number(db.prepare('SELECT count(*) FROM users').pluck().get());
  } finally {
    db.close();
  }
}

async function addBulk(
  db: Db,
  { payments: total, seed, signal, onProgress }: SeedOptions & { payments: number; seed: number },
): Promise<void> {
  const owners = [...customers(seed, BULK_CUSTOMERS)];
  db.transaction(() => insertUsers(db, owners))();
  const make = paymentMaker(seed, { owners });
  const insert = insertInto<Payment>(db, 'payments');
  const batch = db.transaction((from: number, to: number) => {
    for (let index = from; index < to; index++) {
      insert(make(index));
    }
  });
  for (let done = 0; done < total; ) {
    const next = Math.min(done + BATCH, total);
    batch(done, next);
    done = next;
    onProgress?.({ phase: 'payments', done, total });
    // Lets signals and the progress bar through.
    await setImmediate();
    signal?.throwIfAborted();
  }
}

function unwritable(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^(SQLITE_(FULL|IOERR|CANTOPEN|READONLY)|EACCES|ENOSPC|EROFS|EPERM)/.test(code)) {
    return new UnavailableError(`cannot write ${file} (${code}); check the disk and permissions`);
  }
  return error;
}
