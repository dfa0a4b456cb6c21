import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import { standardSnapshot } from '../../server/database/snapshot.ts';
import { hashOfTestPassword } from '../../server/passwords.ts';
import { targetFor } from '../../server/target.ts';
import type { Target } from '../../target/target.ts';
import { parseTarget } from '../../target/target-file.ts';
import type { FromMutantServer, MutantServerData } from './mutant-server.ts';

/** Where the copy has the entry of the thread. */
export const MUTANT_SERVER = join('calibration', 'mutants', 'mutant-server.ts');

/** How long a server may take to listen, in milliseconds; one that takes longer has lost its way. */
const START_MS = 30_000;

/** A mutant that eats memory dies of it alone, and recursion ends where it would in a process. */
const LIMITS = { maxOldGenerationSizeMb: 256, stackSizeMb: 1 };

/** An instrumented server that listens on a free loopback port. */
export interface RunningMutant {
  target: Target;
  /** ids of the mutants whose place was come by so far, the states hook apart */
  reached(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Starts the server of an instrumented copy with one mutant switched on, or with none, in a thread
 * of its own with a database of its own.
 *
 * @throws Error when it does not come up: it throws, ends or does not listen in time
 */
export async function startMutant(folder: string, mutantId?: string): Promise<RunningMutant> {
  const workerData: MutantServerData = { snapshot: standardSnapshot(), passwords: passwords() };
  const worker = new Worker(join(folder, MUTANT_SERVER), {
    workerData,
    env: { ...process.env, ...(mutantId && { __STRYKER_ACTIVE_MUTANT__: mutantId }) },
    execArgv: [],
    resourceLimits: LIMITS,
    stdout: true,
    stderr: true,
  });
  const next = async <T extends FromMutantServer['type']>(wanted: T) => {
    const [message] = (await Promise.race([
      once(worker, 'message', { signal: AbortSignal.timeout(START_MS) }),
      once(worker, 'exit').then(() => Promise.reject(new Error('the server ended'))),
    ])) as [FromMutantServer];
    if (message.type !== wanted) {
      throw new Error(`the server said ${message.type}`);
    }
    return message as Extract<FromMutantServer, { type: T }>;
  };
  try {
    const { url, statesUrl } = await next('listening');
    // A mutant may throw where nobody catches; requests then go unanswered, which is seen.
    worker.on('error', () => undefined);
    const { states: _, ...file } = targetFor({ url });
    return {
      target: parseTarget({ ...file, states: { url: statesUrl } }),
      async reached() {
        const answer = next('reached');
        worker.postMessage('reached');
        return (await answer).ids;
      },
      async close() {
        await worker.terminate();
      },
    };
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

function passwords(): ReadonlyMap<string, string> {
  return new Map(
    Object.values(STANDARD_LOGINS).map(({ password }) => [hashOfTestPassword(password), password]),
  );
}
