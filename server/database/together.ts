import type { Db } from './open.ts';

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

/**
 * Lets work that waits at the same time share one commit, since what costs is the disk: all that
 * arrived in one turn of the event loop is one transaction, and each a savepoint in it. Work that
 * throws undoes itself alone. What undoes the group (a lock, a full disk, a failing disk) is tried
 * again one by one, so that each has the outcome that it would have had alone; work must therefore
 * change nothing but the database.
 */
export function together(db: Db): Together {
  const inSavepoint = db.transaction((work: () => unknown) => work());
  const inTransaction = db.transaction((work: () => unknown) => work()).immediate;
  let waiting: Waiting[] = [];

  const alone = ({ work, resolve, reject }: Waiting): void => {
    try {
      resolve(inTransaction(work));
    } catch (error) {
      reject(error);
    }
  };
  const commit = (): void => {
    const group = waiting;
    waiting = [];
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
    try {
      return { value: inSavepoint(work) };
    } catch (error) {
      // SQLite itself has undone the whole transaction.
      if (!db.inTransaction) {
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
