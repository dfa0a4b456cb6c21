import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Vitest } from 'vitest/node';
import type { CheckResult } from '../result.ts';
import type { FromWorker, Plan, ToWorker } from './channel.ts';
import { ENTRY, startVitest } from './vitest-worker.ts';

/** What a run tells while it goes on, and how it is stopped. */
export interface RunEvents {
  onResult?(result: CheckResult): void;
  /** stops the run; the reason is said in the results of what did not run */
  signal?: AbortSignal;
}

/** What came of one run. */
export interface RunOutcome {
  results: CheckResult[];
  /** every value seen that no artefact may show, the target's own included */
  secrets: string[];
  /** mistakes of the harness itself, such as a worker that died; empty in a sound run */
  problems: string[];
}

/** Runs plans, one after the other, in one vitest instance that stays warm between them. */
export interface Runner {
  run(plan: Plan, events?: RunEvents): Promise<RunOutcome>;
  /** the secrets of the latest run so far, for a run that does not end */
  secretsSeen(): string[];
  close(): Promise<void>;
}

/** How long the last messages of a worker may take after vitest has ended, in milliseconds. */
const LAST_WORDS_MS = 2_000;

/** Starts the engine: about a second, once per process. */
export async function createRunner(): Promise<Runner> {
  const channelName = `assay-${randomUUID()}`;
  const vitest = await startVitest(channelName);
  let secrets = new Set<string>();
  return {
    run(plan, events = {}) {
      secrets = new Set(plan.target.secrets);
      return runOnce(vitest, channelName, plan, events, secrets);
    },
    secretsSeen: () => [...secrets],
    close: () => vitest.close(),
  };
}

async function runOnce(
  vitest: Vitest,
  channelName: string,
  plan: Plan,
  events: RunEvents,
  secrets: Set<string>,
): Promise<RunOutcome> {
  const results = new Map<string, CheckResult>();
  const channel = new BroadcastChannel(channelName);
  const post = (message: ToWorker) => channel.postMessage(message);
  const stop = () => post({ type: 'stop', reason: String(events.signal?.reason) });
  const finished = Promise.withResolvers<void>();
  channel.onmessage = (event) => {
    const message = (event as unknown as { data: FromWorker }).data;
    if (message.type === 'ready') {
      post({ type: 'plan', plan });
      if (events.signal?.aborted) stop();
    } else if (message.type === 'secret') secrets.add(message.value);
    else if (message.type === 'done') finished.resolve();
    else {
      results.set(message.result.id, message.result);
      events.onResult?.(message.result);
    }
  };
  events.signal?.addEventListener('abort', stop, { once: true });
  vitest.config.maxConcurrency = Math.max(plan.target.concurrency, 1);
  try {
    const specifications = await vitest.globTestSpecifications([ENTRY]);
    const { unhandledErrors } = await vitest.runTestSpecifications(specifications, true);
    // The channel keeps its order, so after `done` nothing is missing; a dead worker says nothing.
    await Promise.race([finished.promise, setTimeout(LAST_WORDS_MS, undefined, { ref: false })]);
    const problems = unhandledErrors.map((error) =>
      error instanceof Error ? error.message : String((error as { message?: unknown }).message),
    );
    return { results: [...results.values()], secrets: [...secrets], problems };
  } finally {
    events.signal?.removeEventListener('abort', stop);
    channel.close();
  }
}
