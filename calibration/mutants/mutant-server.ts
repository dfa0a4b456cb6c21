import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { createApp } from '../../server/app.ts';
import { openDatabase } from '../../server/database/open.ts';
import { listen } from '../../server/listen.ts';
import { dependenciesOf } from '../../server/serve.ts';
import { statesOf } from '../../server/states.ts';

/**
 * The entry of a thread that runs the instrumented server with one mutant switched on. It runs from
 * inside the copy, where its imports find the instrumented files; which mutant is on is told by the
 * environment, so that what a module works out as it is loaded is mutated too.
 */

/** What the thread gets. */
export interface MutantServerData {
  /** the bytes of a database with the standard data */
  snapshot: Uint8Array;
  /** the password of each hash in it, so that no thread has to hash */
  passwords: ReadonlyMap<string, string>;
}

/** What the thread tells as it listens, and whenever it is asked. */
export type FromMutantServer =
  | { type: 'listening'; url: string; statesUrl: string }
  | { type: 'reached'; ids: string[] };

/** How often each mutant's place was come by, by id. */
type Coverage = { static: Record<string, number>; perTest: Record<string, never> };

declare global {
  /** Where the instrumented code looks up which mutant is on, and notes where it came by. */
  var __stryker__: { activeMutant?: string | undefined; mutantCoverage?: Coverage } | undefined;
}

globalThis.__stryker__ ??= {};
const switches = globalThis.__stryker__;

/**
 * What the states hook does is right and no part of a run: no mutant is on meanwhile, and where it
 * comes by for the first time is not noted. The instrumented files keep hold of the one object that
 * they note it in.
 */
function unmutated<T>(work: () => T): T {
  const { activeMutant } = switches;
  switches.mutantCoverage ??= { static: {}, perTest: {} };
  const { static: cameBy } = switches.mutantCoverage;
  const before = new Set(Object.keys(cameBy));
  switches.activeMutant = undefined;
  try {
    return work();
  } finally {
    switches.activeMutant = activeMutant;
    for (const id of Object.keys(cameBy)) {
      if (!before.has(id)) {
        delete cameBy[id];
      }
    }
  }
}

async function main(): Promise<void> {
  const { snapshot, passwords } = workerData as MutantServerData;
  const db = openDatabase(Buffer.from(snapshot));
  const parts = {
    logger: pino({ level: 'silent' }),
    passwords: {
      matches: async (password: string, stored: string | null) =>
        stored !== null && passwords.get(stored) === password,
    },
  };
  const app = createApp(dependenciesOf(db, parts));
  const states = unmutated(() => statesOf(dependenciesOf(db, parts)));

  const { url } = await listen((request, bindings) => app.fetch(request, bindings));
  const hook = createServer(async (incoming, outgoing) => {
    const name = await stateAskedFor(incoming);
    answer(outgoing, () => unmutated(() => states.get(name)?.()));
  });
  hook.listen(0, '127.0.0.1', () => {
    const { port } = hook.address() as AddressInfo;
    tell({ type: 'listening', url, statesUrl: `http://127.0.0.1:${port}/states` });
  });
  parentPort?.on('message', () =>
    tell({ type: 'reached', ids: Object.keys(switches.mutantCoverage?.static ?? {}) }),
  );
}

async function stateAskedFor(incoming: IncomingMessage): Promise<string> {
  const chunks = await incoming.toArray();
  const { state } = JSON.parse(Buffer.concat(chunks).toString()) as { state: string };
  return state;
}

function answer(outgoing: ServerResponse, values: () => unknown): void {
  try {
    const found = values();
    outgoing.writeHead(found === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    outgoing.end(JSON.stringify(found ?? {}));
  } catch {
    outgoing.writeHead(500).end('{}');
  }
}

function tell(message: FromMutantServer): void {
  parentPort?.postMessage(message);
}

await main();
