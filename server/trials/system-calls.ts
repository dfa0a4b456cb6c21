import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A call of a process into its kernel: `fsync` of a file, a write to it, an answer to a socket. */
export interface SystemCall {
  name: string;
  /** Where to: a file's path, or `socket:[…]`. */
  where: string;
}

/** What is recorded of a process. */
export interface Watching {
  /** So far, in order. */
  calls: readonly SystemCall[];
  /** Resolves once nothing is recorded any more, because the process is gone or `stop` was called. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** What becomes of the nth call of a name. */
export interface Spoil {
  name: string;
  nth: number;
  /** The process is killed before the call is done, the disk is full, or it fails. */
  by: 'KILL' | 'ENOSPC' | 'EIO';
}

/** Calls by which something gets to a disk or to a client. */
const WRITES = ['pwrite64', 'pwritev', 'write', 'writev', 'sendto', 'sendmsg'];
const SYNCS = ['fsync', 'fdatasync'];
const RECORDED = [...WRITES, ...SYNCS, 'ftruncate'];

/** Whether strace is here and may look into processes, as it may not in every container. */
export function canWatch(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true'], { stdio: 'ignore' }).status === 0;
}

/** A line of strace, which names the thread once there are several. */
const LINE = /^(?:\[pid +(\d+)\] )?(?:(\w+)\(\d+<(.+?)>|<\.\.\. (\w+) resumed>)/;

/**
 * Records a process with all its threads, by strace: SQLite and Node's sockets write in the main one,
 * and libuv's sync. A write counts from its beginning, a sync from its end.
 *
 * @param spoil also does something to the nth call of a name
 */
export async function watch(pid: number, spoil?: Spoil): Promise<Watching> {
  const args = ['-f', '-y', '-s', '8', '-p', String(pid), '-e', `trace=${RECORDED.join(',')}`];
  if (spoil) {
    const { name, nth, by } = spoil;
    args.push('-e', `inject=${name}:${by === 'KILL' ? 'signal' : 'error'}=${by}:when=${nth}`);
  }
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(strace, 'close').then(() => {});
  const attached = Promise.withResolvers<void>();
  const calls: SystemCall[] = [];
  /** Syncs that have not ended, by thread. */
  const underWay = new Map<string, SystemCall>();
  createInterface(strace.stderr).on('line', (line) => {
    const [, thread = '', name, where, resumed] = LINE.exec(line) ?? [];
    const ended = underWay.get(thread);
    if (name !== undefined && where !== undefined) {
      const call = { name, where };
      if (isSync(call) && line.endsWith('<unfinished ...>')) {
        underWay.set(thread, call);
      } else {
        calls.push(call);
      }
    } else if (ended !== undefined && ended.name === resumed) {
      underWay.delete(thread);
      calls.push(ended);
    } else if (line.includes('attached')) {
      attached.resolve();
    }
  });
  const failed = ended.then(() => {
    throw new Error('strace ended before it had begun');
  });
  failed.catch(() => {});
  await Promise.race([attached.promise, failed]);
  return {
    calls,
    ended,
    stop: async () => {
      strace.kill('SIGINT');
      await ended;
    },
  };
}

export const isSync = ({ name }: SystemCall): boolean => SYNCS.includes(name);
export const isOfLog = ({ where }: SystemCall): boolean => where.endsWith('-wal');
export const isAnswer = ({ where }: SystemCall): boolean => /^(socket:|TCP)/.test(where);

/**
 * How many answers left while something that was written to the database's log was not yet on the
 * disk: a kill cannot show this, since what the kernel has been given survives it, but a power cut
 * would.
 */
export function answersBeforeSync(calls: readonly SystemCall[]): number {
  let unsynced = false;
  let early = 0;
  for (const call of calls) {
    if (isOfLog(call)) {
      unsynced = !isSync(call);
    } else if (isAnswer(call) && unsynced) {
      early += 1;
    }
  }
  return early;
}
