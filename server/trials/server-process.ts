import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { ServeOptions } from '../serve.ts';

/** A server in a process of its own, loaded and waiting, so that it serves soon after it is told. */
export interface ServerProcess {
  readonly pid: number;
  /**
   * Opens the database and serves; gives the URL, or null where it was killed before.
   *
   * @throws Error when it ends by itself
   */
  serve(db: string): Promise<string | null>;
  /** Memory in use, in MB, without what waits to be collected. */
  memory(): Promise<number>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

/**
 * Starts a process that waits to be told what to serve.
 *
 * @param cache a folder for compiled code, which makes a start 0.2 s cheaper
 * @param options what of it can be written as JSON
 */
export function startProcess(
  cache: string,
  options: Pick<ServeOptions, 'webhooks'> = {},
): ServerProcess {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    ['--expose-gc', join(import.meta.dirname, 'serve-when-told.ts'), JSON.stringify(options)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: cache, NODE_NO_WARNINGS: '1' },
    },
  );
  const exit = once(child, 'exit').then(() => null);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = () => Promise.race([lines.next().then(({ value }) => value as string), exit]);
  // What is written to a process that was killed is lost.
  child.stdin.on('error', () => {});
  const ready = next();
  let killed = false;
  return {
    pid: child.pid ?? Number.NaN,
    async serve(db) {
      await ready;
      child.stdin.write(`${db}\n`);
      const url = await next();
      if (!url && !killed) {
        throw new Error('the server ended by itself');
      }
      return url || null;
    },
    async memory() {
      child.stdin.write('memory\n');
      return Number(await next()) / 2 ** 20;
    },
    async kill() {
      killed = true;
      child.kill('SIGKILL');
      await exit;
    },
  };
}
