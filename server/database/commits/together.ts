import type { Db } from '../open.ts';

/** Runs `work` in a transaction of its own; resolves when what it did is durable. */
export type Together = <T>(work: () => T) => Promise<T>;

/** Work that waits for its turn. */
interface Waiting {
  work: () => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** What came of one work of a group. */
type Outcome = { value: unknown } | { error: unknown };

/** Most works that are waited for, so that those who write without a pause hold up nobody. */
const MOST = 64;

/**
 * Lets work that waits at the same time share one commit, since what costs is the disk: all that
 * arrives while each turn of the event loop brings more is one transaction. Work that throws before
 * it has written anything, as a refusal is, leaves the others as they are. What undoes the group
 * (work that throws after it has written, a lock, a full disk, a failing disk) is tried again one by
 * one, so that each has the outcome that it would have had alone; work must therefore change nothing
 * but the database. Savepoints would undo one work alone, and copy every page that each of them
 * writes to.
 */
export function together(db: Db): Together {
  const written = db.prepare<[], number>('SELECT total_changes()').pluck();
  const inTransaction = db.transaction((work: () => unknown) => work()).immediate;
  let waiting: Waiting[] = [];
  /** How many waited in the turn before. */
  let seen = 1;

  const alone = ({ work, resolve, reject }: Waiting): void => {
    try {
      resolve(inTransaction(work));
    } catch (error) {
      reject(error);
    }
  };
  const commit = (): void => {
    if (waiting.length > seen && waiting.length < MOST) {
      seen = waiting.length;
      setImmediate(commit);
      return;
    }
    const group = waiting;
    waiting = [];
    seen = 1;
    if (group.length === 1) {
      group.forEach(alone);
      return;
    }
    let outcomes: Outcome[];
    try {
      outcomes = inTransaction(() => group.map(({ work }) => outcomeOf(work))) as Outcome[];
    } catch {
      group.forEach(alone);
      return;
    }
    for (const [at, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[at] ?? { error: new Error('no outcome') };
      if ('error' in outcome) {
        reject(outcome.error);
      } else {
        resolve(outcome.value);
      }
    }
  };
  const outcomeOf = (work: () => unknown): Outcome => {
    const before = written.get();
    try {
      return { value: work() };
    } catch (error) {
      // SQLite itself has undone the whole transaction, or what this work wrote is to be undone.
      if (!db.inTransaction || written.get() !== before) {
        throw error;
      }
      return { error };
    }
  };

  return <T>(work: () => T) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (waiting.length === 1) {
        setImmediate(commit);
      }
    });
}
