import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { endpoint, pathOf } from '../../contract/endpoints.ts';
import { createSchema } from '../database/open.ts';
import { type Prepared, prepareDatabase } from '../trials/prepare-database.ts';
import { contender } from './contender.ts';
import { keptConnection } from './kept-connection.ts';
import { type Spread, spreadOf } from './spread.ts';

export interface CommitsOptions {
  rounds: number;
  /** Of both in each round. */
  effects: number;
  folder: string;
}

/** Requests at the same time. */
const CLIENTS = 32;

/** Rounds before those that are measured: V8 compiles beside the first 10,000 requests. */
const WARMING_UP = 8;

/**
 * How many request-loan the server makes durable in a second, for 32 clients, and how many commits
 * of one row better-sqlite3 makes one after the other, at the same durability on the same disk.
 */
export async function compareCommits(
  options: CommitsOptions,
): Promise<Record<'ours' | 'bare', Spread>> {
  const { rounds, effects, folder } = options;
  const file = join(folder, 'commits.db');
  const prepared = prepareDatabase(file, 0);
  const one = await contender('ours', { db: file });
  const next = requestsOf(prepared, one.url);
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => keptConnection(one.url)));
  const request = async (): Promise<void> => {
    let left = effects;
    await Promise.all(
      clients.map(async ({ send }) => {
        while (left-- > 0) {
          const status = await send(next());
          if (status !== 200) {
            throw new Error(`answered with ${status}`);
          }
        }
      }),
    );
  };

  const db = new Database(join(folder, 'commits-of-bare.db'));
  createSchema(db);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  const insert = db.prepare("INSERT INTO settings VALUES (?, 'a row')");
  const commit = (): void => {
    for (let left = effects; left > 0; left--) {
      insert.run(randomUUID());
    }
  };

  const speeds = { ours: [] as number[], bare: [] as number[] };
  try {
    for (let round = 0; round < WARMING_UP; round++) {
      await request();
    }
    // The first round only warms them up.
    for (let round = 0; round <= rounds; round++) {
      for (const [name, work] of [
        ['ours', request],
        ['bare', commit],
      ] as const) {
        const start = performance.now();
        await work();
        if (round > 0) {
          speeds[name].push((effects * 1000) / (performance.now() - start));
        }
      }
    }
  } finally {
    for (const { close } of clients) {
      close();
    }
    one.stop();
    db.close();
  }
  return { ours: spreadOf(speeds.ours), bare: spreadOf(speeds.bare) };
}

/** Makes requests for loans as they go over the wire, each under a key of its own. */
function requestsOf({ token, request }: Prepared, url: string): () => string {
  const { method, headers } = endpoint('request-loan');
  const fixed = headers
    .filter(({ name }) => !['X-Auth-Token', 'x-idempotency-key'].includes(name))
    .map(({ name, example }) => `${name}: ${example}`);
  const head = [
    `${method} ${pathOf('request-loan')} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    ...fixed,
    `X-Auth-Token: ${token}`,
  ].join('\r\n');
  return () => {
    const key = randomUUID();
    const body = JSON.stringify({ ...request, lastName: key });
    const length = Buffer.byteLength(body);
    return `${head}\r\nx-idempotency-key: ${key}\r\nContent-Length: ${length}\r\n\r\n${body}`;
  };
}
