import { randomUUID } from 'node:crypto';
import type { Vitest } from 'vitest/node';
import type { FromWorker, Plan, ToWorker } from '../conformance/engine/channel.ts';
import type { RunEvents, Runner, RunOutcome } from '../conformance/engine/runner.ts';
import { ENTRY, startVitest } from '../conformance/engine/vitest-worker.ts';
import type { CheckResult } from '../conformance/result.ts';

/** Runs in one worker before it is replaced by a fresh one, so that nothing piles up in it. */
const SERIES_LENGTH = 60;

/** A plan that is asked for, and how to tell what came of it. */
interface Order {
  plan: Plan;
  events: RunEvents;
  results: Map<string, CheckResult>;
  secrets: Set<string>;
  resolve(outcome: RunOutcome): void;
}

/**
 * A Runner for many runs in a row. It is the engine of `assay certify`, file for file, except that
 * one vitest run goes through that file many times in one worker: starting a worker for each run
 * would take longer than most runs do.
 */
export async function createSeriesRunner(): Promise<Runner> {
  const channelName = `assay-series-${randomUUID()}`;
  const vitest = await startVitest(channelName);
  const channel = new BroadcastChannel(channelName);
  const post = (message: ToWorker) => channel.postMessage(message);
  let waiting: Order | undefined;
  let current: Order | undefined;
  let idle = false;
  let closed = false;
  let series: Promise<void> | undefined;
  let latest = new Set<string>();

  const next = () => {
    if (closed) post({ type: 'plan', plan: NOTHING });
    else if (waiting) {
      [current, waiting, idle] = [waiting, undefined, false];
      post({ type: 'plan', plan: current.plan });
      if (current.events.signal?.aborted) stop();
    } else idle = true;
  };
  const stop = () => post({ type: 'stop', reason: String(current?.events.signal?.reason) });
  const finish = (problems: string[]) => {
    const order = current ?? waiting;
    if (order === undefined) return;
    [current, waiting] = [undefined, undefined];
    order.events.signal?.removeEventListener('abort', stop);
    order.resolve({ results: [...order.results.values()], secrets: [...order.secrets], problems });
  };

  channel.onmessage = (event) => {
    const message = (event as unknown as { data: FromWorker }).data;
    if (message.type === 'ready') next();
    else if (message.type === 'done') finish([]);
    else if (message.type === 'secret') current?.secrets.add(message.value);
    else {
      current?.results.set(message.result.id, message.result);
      current?.events.onResult?.(message.result);
    }
  };

  const startSeries = () => {
    series = runSeries(vitest).then((problems) => {
      idle = false;
      series = undefined;
      // A worker that died in the midst of a run never says `done`; a plan in waiting goes on.
      if (current) finish(problems.length > 0 ? problems : ['the worker ended too early']);
      else if (waiting && !closed) startSeries();
    });
  };

  return {
    run(plan, events = {}) {
      if (waiting || current) throw new Error('a run is under way: runs go one after the other');
      const { promise, resolve } = Promise.withResolvers<RunOutcome>();
      const secrets = new Set(plan.target.secrets);
      latest = secrets;
      waiting = { plan, events, results: new Map(), secrets, resolve };
      events.signal?.addEventListener('abort', stop, { once: true });
      vitest.config.maxConcurrency = Math.max(plan.target.concurrency, 1);
      if (idle) next();
      else if (!series) startSeries();
      return promise;
    },
    secretsSeen: () => [...latest],
    async close() {
      closed = true;
      if (idle) next();
      await vitest.cancelCurrentRun('test-failure');
      await series;
      channel.close();
      await vitest.close();
    },
  };
}

/** What is sent to a worker that is to end. */
const NOTHING: Plan = {
  select: [],
  target: {
    name: 'none',
    baseUrl: 'http://127.0.0.1:9',
    lendingUrl: 'http://127.0.0.1:9',
    investmentUrl: 'http://127.0.0.1:9',
    headers: {},
    timeoutMs: 1,
    concurrency: 1,
    users: {},
    capabilities: [],
    states: { pools: {} },
    secrets: [],
  },
};

async function runSeries(vitest: Vitest): Promise<string[]> {
  const [specification] = await vitest.globTestSpecifications([ENTRY]);
  if (!specification) return [`${ENTRY} is not there`];
  const { project } = specification;
  const series = Array.from({ length: SERIES_LENGTH }, () => project.createSpecification(ENTRY));
  const { unhandledErrors } = await vitest.runTestSpecifications(series, true);
  return unhandledErrors.map((error) => (error instanceof Error ? error.message : String(error)));
}
