import type { Db } from './open.ts';

/** What was read from a database, as long as nobody has written to it since. */
export interface UntilWritten<T> {
  get(key: string): T | undefined;
  /** Keeps nothing that was read in a transaction, which may yet be undone. */
  set(key: string, value: T): void;
}

/** Most that is kept; more than these are not asked for again soon. */
const MOST = 10_000;

/**
 * Remembers what was read until anything at all is written, by this connection or by another
 * process: SQLite counts both, and asking for the counts costs a twentieth of a look-up. So it
 * never has to be told what became invalid.
 */
export function untilWritten<T>(db: Db): UntilWritten<T> {
  const byUs = db.prepare<[], number>('SELECT total_changes()').pluck();
  const byOthers = db.prepare<[], number>('PRAGMA data_version').pluck();
  const known = new Map<string, T>();
  let ours: number | undefined;
  let theirs: number | undefined;
  return {
    get(key) {
      const [changes, version] = [byUs.get(), byOthers.get()];
      if (changes !== ours || version !== theirs) {
        known.clear();
        [ours, theirs] = [changes, version];
      }
      return known.get(key);
    },
    set(key, value) {
      if (!db.inTransaction && known.size < MOST) {
        known.set(key, value);
      }
    },
  };
}
