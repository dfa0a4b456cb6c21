import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { type Dispatcher, Pool } from 'undici';
import type { Report } from '../conformance/report/report.ts';
import { letHashingGiveWay } from '../server/hashing-threads.ts';
import { startServer } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';

/**
 * How much longer `assay certify` of the reference server takes than a bare undici loop that sends the
 * same requests again, at the same concurrency: part of `npm run bench`. Rounds take turns, each on a
 * server of its own. What is sent again is answered as cheaply or more: a key has its answer by then.
 */
const ROUNDS = 3;
const CONCURRENCY = 8;

/** A request as the server got it. */
interface Recorded {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

interface Again {
  url: string;
  requests: Recorded[];
}

/** Sends all requests, so many at once; milliseconds. */
async function sendAgain({ url, requests }: Again): Promise<number> {
  const pool = new Pool(url, { connections: CONCURRENCY });
  const left = requests[Symbol.iterator]();
  const start = performance.now();
  const client = async (): Promise<void> => {
    for (const { method, path, headers, body } of left) {
      const sent = { method: method as Dispatcher.HttpMethod, path, headers, reset: false };
      const answer = await pool.request({ ...sent, body: body === '' ? null : body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
  const taken = performance.now() - start;
  await pool.close();
  return taken;
}

/** What undici writes by itself. */
const OF_THE_CONNECTION = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

/** Certifies a server, then sends the same again: milliseconds of both, and how many requests. */
async function round(): Promise<{ certify: number; bare: number; requests: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-certify-'));
  const recorded: Recorded[] = [];
  const running = await startServer({
    db: join(folder, 'assay.db'),
    logger: pino({ level: 'silent' }),
    control: { secret: 'the states hook of this bench' },
    wrap: (fetch) => (request, bindings) => {
      const { pathname, search } = new URL(request.url);
      const own = [...request.headers].filter(([name]) => !OF_THE_CONNECTION.has(name));
      recorded.push({
        ...{ method: request.method, path: `${pathname}${search}` },
        ...{ headers: Object.fromEntries(own), body: bindings.body?.toString() ?? '' },
      });
      return fetch(request, bindings);
    },
  });
  try {
    const target = join(folder, 'target.json');
    writeFileSync(target, JSON.stringify(targetFor(running)));
    const assay = join(import.meta.dirname, '..', 'bin', 'assay.js');
    const args = ['certify', '--target', target, '--out', join(folder, 'out')];
    const child = spawn(process.execPath, [assay, ...args], { stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    if (code !== 0) {
      throw new Error(`certify ended with ${code}`);
    }
    const report = join(folder, 'out', 'report.json');
    const { durationMs: certify } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    const again: Again = { url: running.url, requests: recorded.splice(0) };
    const worker = new Worker(new URL(import.meta.url), { workerData: again });
    const [bare] = (await once(worker, 'message')) as [number];
    return { certify, bare, requests: again.requests.length };
  } finally {
    await running.close();
    rmSync(folder, { recursive: true });
  }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

if (isMainThread) {
  await letHashingGiveWay();
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    rounds.push(await round());
  }
  const [certify, bare] = (['certify', 'bare'] as const).map((name) =>
    middle(rounds.map((each) => each[name])),
  );
  const ratio = middle(rounds.map((each) => each.certify / each.bare));
  console.log(
    `certify: ${rounds[0]?.requests} requests in ${certify?.toFixed(0)} ms, by a bare undici loop in ${bare?.toFixed(0)} ms: ${ratio.toFixed(2)} times as long`,
  );
} else {
  parentPort?.postMessage(await sendAgain(workerData as Again));
}
