import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { promisify } from 'node:util';

/** What libuv calls the threads of its pool, on which node:crypto hashes passwords. */
const POOL = 'libuv-worker';

/** Where Linux shows the threads of this process. */
const THREADS = '/proc/self/task';

/**
 * Lets the threads that hash passwords give way to the one that answers: a login's 31 ms otherwise
 * keep a processor from requests that take a tenth of one. At the lowest priority: Linux lets a thread
 * of one in between, as it is woken for a hash, often have the processor of the one that woke it, for
 * a whole slice. For a process that is a server and nothing else, since the pool does other work as
 * well. Changes nothing where the system has no priority of a single thread (all but Linux), or does
 * not allow it.
 *
 * @returns how many threads give way now
 */
export async function letHashingGiveWay(): Promise<number> {
  if (process.platform !== 'linux') {
    return 0;
  }
  // The pool begins with its first work, all of its threads at once.
  await promisify(randomBytes)(1);
  let given = 0;
  for (const thread of readdirSync(THREADS)) {
    try {
      if (readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim() === POOL) {
        setPriority(Number(thread), constants.priority.PRIORITY_LOW);
        given += 1;
      }
    } catch {
      // The thread has ended, or a sandbox forbids it: logins are as fast as before.
    }
  }
  return given;
}
