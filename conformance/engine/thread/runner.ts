import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CheckData } from '../../check.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { CheckResult } from '../../result.ts';
import { NOTHING_SHOWN, type ShownByPass } from '../further-pass.ts';
import { createEvidence } from './evidence.ts';
import { WORKER_HEAP_MIB } from './heap-gauge.ts';
import type { FromWorker, Plan, ToWorker } from './messages.ts';

/** What a run tells while it goes on, and how it is stopped. */
export interface RunEvents {
  onResult?(result: CheckResult): void;
  /** told of every value that no artefact may show, before any result that may hold it */
  onSecret?(value: string): void;
  /** stops the run; the reason is said in the results of what did not run */
  signal?: AbortSignal;
}

/** What came of one run. */
export interface RunOutcome {
  results: CheckResult[];
  /** how many requests were sent to the target; 0 where the worker did not come to its end */
  requests: number;
  /** what the run has shown of the target; nothing where the worker did not come to its end */
  shown: ShownByPass;
  /** every value seen that no artefact may show, the target's own included */
  secrets: string[];
  /** why nobody may log in, where the plan asks for that first */
  refused?: string;
  /** mistakes of the harness itself, such as a worker that died; empty in a sound run */
  problems: string[];
}

/** Runs plans, one after the other, in one worker thread that stays warm between them. */
export interface Runner {
  /**
   * Runs a plan. What the target does cannot make it reject: a worker that dies, or is ended since
   * it does not stop when told to, costs the results that it had not given, but for rules that were
   * broken already, and a fresh one runs the next plan.
   */
  run(plan: Plan, events?: RunEvents): Promise<RunOutcome>;
  /** what is said of all checks; rejects where the worker cannot load them */
  checks(): Promise<readonly CheckData[]>;
  /** the secrets of the latest run so far, for a run that does not end */
  secretsSeen(): string[];
  close(): Promise<void>;
}

/** How a runner differs from the usual one; for tests. */
export interface RunnerOptions {
  /** the file that the worker runs */
  entry?: URL;
  /**
   * how much of its heap the worker keeps for what is soon forgotten, in MiB: more saves a third of
   * the processor time where many targets are judged in a row
   */
  youngGenerationMib?: number;
  /** how long a worker may take to tell what was under way when it was stopped, in milliseconds */
  graceMs?: number;
}

/** The entry is TypeScript in a checkout and JavaScript in the published package. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const ENTRY = new URL(`./worker.${extension}`, import.meta.url);

/** Enough for requests that are being aborted; a thread that is busy longer is stuck. */
const GRACE_MS = 500;

/** A worker that runs out of these dies alone; what it has told stays with us. */
const LIMITS = { maxOldGenerationSizeMb: WORKER_HEAP_MIB };
const YOUNG_GENERATION_MIB = 12;

/** For runners that judge one target after the other. */
export const YOUNG_GENERATION_OF_MANY_MIB = 64;

/** Starts the engine: its worker loads the checks while the caller goes on. */
export function createRunner(options: RunnerOptions = {}): Runner {
  const { entry = ENTRY, graceMs = GRACE_MS } = options;
  const resourceLimits = {
    ...LIMITS,
    maxYoungGenerationSizeMb: options.youngGenerationMib ?? YOUNG_GENERATION_MIB,
  };
  const start = () => new Worker(entry, { resourceLimits, execArgv: [], env: keepingCompiled() });
  let worker: Worker | undefined = start();
  const checks = checksOf(worker);
  // Whoever asks hears of it.
  checks.catch(() => {});
  let secrets = new Set<string>();
  let underWay = false;

  return {
    async run(plan, events = {}) {
      if (underWay) {
        throw new Error('a run is under way: runs go one after the other');
      }
      underWay = true;
      secrets = new Set(plan.target.secrets);
      worker ??= start();
      try {
        const { alive, ...outcome } = await runOn(worker, plan, events, secrets, graceMs);
        if (!alive) {
          worker = undefined;
        }
        return outcome;
      } finally {
        underWay = false;
      }
    },
    checks: () => checks,
    secretsSeen: () => [...secrets],
    async close() {
      await worker?.terminate();
      worker = undefined;
    },
  };
}

/**
 * The environment of the worker, which keeps what it compiles where this thread does: in a folder for
 * this version of Node, which the worker names by itself.
 */
function keepingCompiled(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  return folder ? { ...process.env, NODE_COMPILE_CACHE: dirname(folder) } : process.env;
}

/** What a worker says of its checks when it has loaded them. */
async function checksOf(worker: Worker): Promise<readonly CheckData[]> {
  const told = Promise.withResolvers<readonly CheckData[]>();
  const onMessage = (messages: FromWorker[]) => {
    for (const message of messages) {
      if (message.type === 'checks') {
        told.resolve(message.checks);
      }
    }
  };
  const onExit = () => told.reject(new Error('the worker ended before it had loaded the checks'));
  worker.on('message', onMessage).on('error', told.reject).on('exit', onExit);
  try {
    return await told.promise;
  } finally {
    worker.off('message', onMessage).off('error', told.reject).off('exit', onExit);
  }
}

async function runOn(
  worker: Worker,
  plan: Plan,
  { onResult, onSecret, signal }: RunEvents,
  secrets: Set<string>,
  graceMs: number,
): Promise<RunOutcome & { alive: boolean }> {
  const results = new Map<string, CheckResult>();
  const breaches = new Map<string, CheckResult>();
  const problems: string[] = [];
  let done: Pick<RunOutcome, 'requests' | 'shown'> = { requests: 0, shown: NOTHING_SHOWN };
  let refused: string | undefined;
  const exchanges = new Map<number, Exchange>();
  const evidence = createEvidence();
  const ended = Promise.withResolvers<boolean>();
  let grace: NodeJS.Timeout | undefined;

  const tell = (result: CheckResult) => {
    results.set(result.id, result);
    onResult?.(result);
  };
  const onMessage = (messages: FromWorker[]) => messages.forEach(hear);
  const hear = (message: FromWorker) => {
    if (message.type === 'secret') {
      secrets.add(message.value);
      onSecret?.(message.value);
    } else if (message.type === 'exchange') {
      exchanges.set(message.number, message.exchange);
    } else if (message.type === 'refused') {
      refused = message.message;
    } else if (message.type === 'problem') {
      problems.push(message.message);
    } else if (message.type === 'done') {
      const { type: _, ...run } = message;
      done = run;
      ended.resolve(true);
    } else if (message.type !== 'checks') {
      const own = message.exchanges.flatMap((number) => exchanges.get(number) ?? []);
      const result = { ...message.result, exchanges: evidence.of(own) };
      if (message.type === 'breach') {
        breaches.set(result.id, result);
      } else {
        tell(result);
      }
    }
  };
  const onError = (error: Error & { code?: string }) =>
    problems.push(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? 'the target’s answers took more memory than a run may have'
        : error.message,
    );
  const onExit = () => {
    if (problems.length === 0) {
      problems.push('the worker ended too early');
    }
    ended.resolve(false);
  };
  const stop = () => {
    worker.postMessage({ type: 'stop', reason: String(signal?.reason) } satisfies ToWorker);
    grace = setTimeout(() => void worker.terminate(), graceMs);
  };

  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    worker.postMessage({ type: 'plan', plan } satisfies ToWorker);
    if (signal?.aborted) {
      stop();
    }
    const alive = await ended.promise;
    for (const [id, breach] of breaches) {
      if (plan.select.includes(id) && !results.has(id)) {
        tell(breach);
      }
    }
    return {
      ...{ results: [...results.values()], ...done, secrets: [...secrets], problems, alive },
      ...(refused !== undefined && { refused }),
    };
  } finally {
    clearTimeout(grace);
    signal?.removeEventListener('abort', stop);
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  }
}
