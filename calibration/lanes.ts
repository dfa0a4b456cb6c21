import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type CaseName, type CaseOutcome, lostCase } from './cases/calibration-case.ts';
import type { FromLane, ToLane } from './lane.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const entry = fileURLToPath(new URL(`./lane.${extension}`, import.meta.url));

/** How long one case may take before its lane is given up, in milliseconds: a slow one that limits the rate takes 150 s. */
const CASE_TIMEOUT_MS = 240_000;

/** How long each request of a case may take that goes on for many: as in one pass of 2,500. */
const REQUEST_TIMEOUT_MS = CASE_TIMEOUT_MS / 2_500;

/** How the cases are run. */
export interface LanesOptions {
  workers: number;
  seed: number;
  suiteSeed: number;
  combinations: number;
  requests?: number;
  onOutcome(outcome: CaseOutcome): void;
  signal?: AbortSignal;
}

/**
 * Runs cases in processes of their own, as many at once as there are workers, and resolves when
 * all have an outcome or the signal stops them. A lane that dies or does not answer costs its case
 * a problem and is replaced.
 */
export async function runInLanes(cases: readonly CaseName[], options: LanesOptions): Promise<void> {
  const queue = [...cases];
  const count = Math.min(options.workers, queue.length);
  await Promise.all(Array.from({ length: count }, () => runLane(queue, options)));
}

async function runLane(queue: CaseName[], options: LanesOptions): Promise<void> {
  let lane: ChildProcess | undefined;
  const stop = () => lane?.kill();
  options.signal?.addEventListener('abort', stop, { once: true });
  try {
    while (!options.signal?.aborted) {
      const next = queue.shift();
      if (!next) {
        return;
      }
      const start = performance.now();
      try {
        lane ??= await startLane();
        options.onOutcome(await runOn(lane, next, options));
      } catch (error) {
        lane?.kill('SIGKILL');
        lane = undefined;
        if (!options.signal?.aborted) {
          const problem = error instanceof Error ? error.message : String(error);
          options.onOutcome(lostCase(next, problem, start));
        }
      }
    }
  } finally {
    options.signal?.removeEventListener('abort', stop);
    lane?.disconnect();
  }
}

async function startLane(): Promise<ChildProcess> {
  const lane = fork(entry, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  await answerOf(lane, (message) => (message.type === 'ready' ? message : undefined));
  return lane;
}

async function runOn(
  lane: ChildProcess,
  next: CaseName,
  { seed, suiteSeed, combinations, requests }: LanesOptions,
): Promise<CaseOutcome> {
  const message: ToLane = {
    ...{ next, seed, suiteSeed, combinations },
    ...(requests !== undefined && { requests }),
  };
  lane.send(message);
  const timeoutMs = Math.max(CASE_TIMEOUT_MS, (requests ?? 0) * REQUEST_TIMEOUT_MS);
  return answerOf(
    lane,
    (answer) => (answer.type === 'outcome' ? answer.outcome : undefined),
    timeoutMs,
  );
}

/** What a lane says next that is wanted; rejects when it dies or says nothing for too long. */
function answerOf<T>(
  lane: ChildProcess,
  wanted: (message: FromLane) => T | undefined,
  timeoutMs = CASE_TIMEOUT_MS,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(
      () => done(() => reject(new Error(`no outcome within ${timeoutMs} ms`))),
      timeoutMs,
    );
    const onMessage = (message: FromLane) => {
      const value = wanted(message);
      if (value !== undefined) {
        done(() => resolve(value));
      }
    };
    const onExit = (code: number | null) =>
      done(() => reject(new Error(`the process that ran it ended with ${code ?? 'a signal'}`)));
    const done = (settle: () => void) => {
      clearTimeout(timeout);
      lane.off('message', onMessage);
      lane.off('exit', onExit);
      settle();
    };
    lane.on('message', onMessage);
    lane.once('exit', onExit);
  });
}
