import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Pool } from 'undici';
import { ENDPOINT_NAMES } from '../../contract/endpoint-names.ts';
import { endpoint } from '../../contract/endpoints.ts';
import { createApp } from '../app.ts';
import { openDatabase } from '../database/open.ts';
import { BODY_LIMIT } from '../http/body.ts';
import { dependenciesOf } from '../serve.ts';
import { wrongShape } from './documented-shape.ts';
import { type FuzzRequest, fuzzRequests } from './fuzz-requests.ts';
import { prepareDatabase } from './prepare-database.ts';
import { startProcess } from './server-process.ts';

/** How a fuzz trial goes. */
export interface FuzzOptions {
  requests: number;
  /** Decides all requests. */
  seed: number;
  /** A folder to work in; what is made there is left to whoever gave it. */
  folder: string;
  onProgress?: (done: number, megabytes: number) => void;
}

/** What a fuzz trial found. */
export interface FuzzResult {
  requests: number;
  /** How often each status code was answered. */
  statuses: Record<string, number>;
  /** Memory that the server uses, in MB, after a quarter and at the end. */
  megabytes: { quarter: number; end: number };
  /** What went wrong, with the request; none is right. */
  wrong: string[];
}

const CLIENTS = 16;

/** Requests that are made at once: their seed is the trial's and the number of the batch. */
const BATCH = 1000;

/** A request that is not answered by then hangs, in milliseconds. */
const DEADLINE = 10_000;

/** Growth of the server's memory from a quarter of the requests to their end that is none, in MB. */
export const MOST_GROWTH = 8;

/** More findings than these are of no use. */
const MOST_WRONG = 20;

/**
 * Sends requests that are right but for a few changes, and looks at each answer: in time, no 5xx,
 * and of a documented shape; and at the server's memory.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { requests, seed, folder, onProgress } = options;
  const file = join(folder, 'assay.db');
  const prepared = prepareDatabase(file, 200);
  const server = startProcess(mkdtempSync(join(folder, 'compiled-')));
  const pool = new Pool((await server.serve(file)) ?? '', {
    connections: CLIENTS,
    headersTimeout: DEADLINE,
    bodyTimeout: DEADLINE,
  });
  const arbitrary = fuzzRequests(prepared, extensionRoutes());
  const found: FuzzResult = {
    requests: 0,
    statuses: {},
    megabytes: { quarter: Number.NaN, end: Number.NaN },
    wrong: [],
  };
  while (found.requests < requests && found.wrong.length < MOST_WRONG) {
    const batch = found.requests / BATCH;
    const numRuns = Math.min(BATCH, requests - found.requests);
    const drawn = fc.sample(arbitrary, { seed: seed + batch, numRuns });
    const queue = drawn.values();
    const client = async (): Promise<void> => {
      for (const request of queue) {
        const wrong = await judged(pool, request, found.statuses);
        if (wrong !== null) {
          found.wrong.push(`${wrong}; batch ${batch}: ${described(request)}`);
        }
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    found.requests += numRuns;
    const megabytes = await server.memory();
    if (found.requests * 4 <= requests) {
      found.megabytes.quarter = megabytes;
    }
    found.megabytes.end = megabytes;
    onProgress?.(found.requests, megabytes);
  }
  await pool.destroy();
  await server.kill();
  return found;
}

/** Sends a request; says what is wrong with its answer, or null. */
async function judged(
  pool: Pool,
  { method, path, headers, body }: FuzzRequest,
  statuses: Record<string, number>,
): Promise<string | null> {
  try {
    // undici would close the connection after each GET with a body.
    const kept = method === 'GET' ? { reset: false } : {};
    const answer = await pool.request({ method, path, headers, body, ...kept });
    const text = await answer.body.text();
    const status = answer.statusCode;
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 500) {
      return `answered with ${status}: ${text.slice(0, 200)}`;
    }
    // An answer to HEAD has none.
    if (method === 'HEAD') {
      return null;
    }
    return wrongShape(method, path, { status, type: String(answer.headers['content-type']), text });
  } catch (error) {
    // Whoever sends too much may be cut off before they read why (RFC 9110 15.5.14).
    if ((body?.length ?? 0) > BODY_LIMIT) {
      statuses.cut = (statuses.cut ?? 0) + 1;
      return null;
    }
    return `not answered: ${error instanceof Error ? error.message : error}`;
  }
}

/** The routes that are no endpoints of the specification. */
function extensionRoutes(): { method: string; path: string }[] {
  const db = openDatabase(':memory:');
  const paths = ENDPOINT_NAMES.map((name) =>
    endpoint(name).path.replaceAll(/\{([a-z-]+)\}/g, ':$1'),
  );
  const routes = createApp(dependenciesOf(db))
    .routes.filter(({ method, path }) => method !== 'ALL' && !paths.includes(path))
    .map(({ method, path }) => ({ method, path }));
  db.close();
  return routes;
}

function described({ method, path, headers, body }: FuzzRequest): string {
  const text = body?.toString('latin1').slice(0, 300) ?? '';
  return JSON.stringify({ method, path: path.slice(0, 200), headers, body: text }).slice(0, 1500);
}
