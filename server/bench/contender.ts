import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ProfiledFunction } from './profile/where.ts';

/** A server in a process of its own, whose processor time can be asked for. */
export interface Contender {
  url: string;
  /** Processor time of the process so far, in microseconds. */
  cpu(): Promise<number>;
  /** Does something, and says which functions of the process were at work meanwhile. */
  profiled(work: () => Promise<unknown>): Promise<ProfiledFunction[]>;
  stop(): void;
}

/** Starts one of the `serve-….ts` of this room. */
export async function contender(name: string, what: object): Promise<Contender> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `serve-${name}.ts`)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ask = async (line: string): Promise<string> => {
    child.stdin.write(`${line}\n`);
    const { value, done } = await lines.next();
    if (done) {
      throw new Error(`the process of ${name} ended`);
    }
    return value;
  };
  return {
    url: await ask(JSON.stringify(what)),
    cpu: async () => Number(await ask('cpu')),
    async profiled(work) {
      await ask('profile');
      await work();
      return JSON.parse(await ask('profile'));
    },
    stop: () => child.stdin.end(),
  };
}
