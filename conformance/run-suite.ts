import { UsageError } from '../contract/errors.ts';
import { DEFAULT_SEED } from '../contract/register/version.ts';
import type { Target } from '../target/target.ts';
import type { CheckData } from './check.ts';
import { silentHost } from './doctor/silent-host.ts';
import { createRunner, type Runner } from './engine/thread/runner.ts';
import { givenTokens } from './http/token-of.ts';
import { recordTraffic, type TrafficChannel } from './http/traffic.ts';
import type { CheckResult } from './result.ts';
import { type FurtherPasses, furtherPasses, repeatedChecks } from './thorough.ts';

/** How a run of the suite goes. */
export interface SuiteOptions {
  target: Target;
  /** what to run; everything when absent */
  selected?: readonly CheckData[];
  /** stops at the first must that fails */
  bail?: boolean;
  /** of what the suite generates, a whole number; default: that of the register's version */
  seed?: number;
  /**
   * goes on by one seed after the other until so many requests were sent in all, or the deadline is
   * near
   */
  requests?: number;
  /** where every exchange is recorded */
  traffic?: TrafficChannel;
  /** the whole run, in milliseconds */
  deadlineMs?: number;
  /** stops the run from outside; its reason is a clause such as `Ctrl-C` */
  signal?: AbortSignal;
  onResult?(result: CheckResult): void;
  /** told of every value seen that no artefact may show, before any result that may hold it */
  onSecret?(value: string): void;
  /** told of every pass after the first: its seed, and the requests of all */
  onPass?(seed: number, requests: number): void;
  /** first tries whether anybody may log in */
  firstLogin?: boolean;
  /** a runner kept warm between runs; one is started and closed when absent */
  runner?: Runner;
}

/** What a run of the suite gave. */
export interface SuiteRun {
  /** one for each selected check, also when the run was stopped, and for what they build on */
  results: CheckResult[];
  secrets: string[];
  seed: number;
  /** passes over what is drawn by a seed: 1, or more where the run went on */
  passes: number;
  /** sent to the target in all */
  requests: number;
  startedAt: Date;
  finishedAt: Date;
  /** why the run ended early, as a clause */
  partialReason?: string;
  /** where the target answered no more at the end: which request, and what came of it */
  unreachable?: string;
}

/** What the requests are for that are sent after a run in which connections failed. */
const STILL_THERE = 'whether the target is still there';

/** How long a stopped run may take to give the results of what was under way, in milliseconds. */
const GRACE_MS = 5_000;

/**
 * Runs checks against a target and gives a result for each of them, whatever happens. Where
 * connections failed, the target is asked once more at the end whether it is still there.
 *
 * @throws UsageError where nobody may log in, if that is tried first
 */
export async function runSuite(options: SuiteOptions): Promise<SuiteRun> {
  const { target, seed = DEFAULT_SEED, traffic } = options;
  const stop = new AbortController();
  const deadline = options.deadlineMs
    ? setTimeout(() => stop.abort(`the deadline of ${options.deadlineMs} ms`), options.deadlineMs)
    : undefined;
  const onStop = () => stop.abort(String(options.signal?.reason ?? 'a signal'));
  if (options.signal?.aborted) {
    onStop();
  }
  options.signal?.addEventListener('abort', onStop, { once: true });

  const startedAt = new Date();
  const seen = new Map<string, CheckResult>();
  const runner = options.runner ?? createRunner();
  const deadlineAt = options.deadlineMs ? Date.now() + options.deadlineMs : undefined;
  try {
    const selected = options.selected ?? (await runner.checks());
    const run = runner.run(
      {
        target,
        select: selected.map(({ id }) => id),
        seed,
        ...(options.firstLogin && { firstLogin: true }),
        ...(deadlineAt !== undefined && { deadlineAt }),
        ...(traffic && { traffic }),
      },
      {
        signal: stop.signal,
        ...(options.onSecret && { onSecret: options.onSecret }),
        onResult(result) {
          seen.set(result.id, result);
          options.onResult?.(result);
          if (options.bail && result.result === 'fail') {
            stop.abort(`the failure of ${result.id}`);
          }
        },
      },
    );
    const outcome = await Promise.race([run, graceAfter(stop.signal)]);
    if (outcome?.refused !== undefined) {
      throw new UsageError(outcome.refused);
    }
    for (const result of outcome?.results ?? []) {
      seen.set(result.id, result);
    }
    let further: FurtherPasses = { passes: 0, requests: 0, secrets: [] };
    if (options.requests !== undefined && outcome && outcome.problems.length === 0) {
      const left = options.requests - outcome.requests;
      further = await furtherPasses(
        runner,
        {
          ...{
            target,
            checks: repeatedChecks(selected, await runner.checks(), target),
            seed,
            shown: outcome.shown,
            results: seen,
          },
          ...(traffic && { traffic }),
        },
        { requests: left, pass: outcome.requests, ...(deadlineAt !== undefined && { deadlineAt }) },
        stop.signal,
        options.onPass && ((by, sent) => options.onPass?.(by, outcome.requests + sent)),
      );
    }
    const record = traffic && recordTraffic(traffic);
    const after: string[] = [];
    const unreachable = await silentHost(target, [...seen.values()], stop.signal, (exchange) => {
      after.push(...givenTokens(exchange));
      record?.(exchange, STILL_THERE);
    });
    const reason = stop.signal.aborted ? String(stop.signal.reason) : undefined;
    const problem = outcome?.problems[0];
    return {
      results: complete(selected, seen, reason, problem),
      secrets: [...(outcome?.secrets ?? runner.secretsSeen()), ...further.secrets, ...after],
      seed,
      passes: 1 + further.passes,
      requests: (outcome?.requests ?? 0) + further.requests,
      startedAt,
      finishedAt: new Date(),
      ...(reason !== undefined && { partialReason: reason }),
      ...(unreachable !== undefined && { unreachable }),
    };
  } finally {
    clearTimeout(deadline);
    options.signal?.removeEventListener('abort', onStop);
    if (!options.runner) {
      await runner.close();
    }
  }
}

/** Resolves a while after the signal, for a worker that does not answer any more. */
function graceAfter(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const start = () => setTimeout(() => resolve(undefined), GRACE_MS).unref();
    if (signal.aborted) {
      start();
    } else {
      signal.addEventListener('abort', start, { once: true });
    }
  });
}

/** Adds a result for every check that gave none, so that none is silently missing. */
function complete(
  selected: readonly CheckData[],
  seen: ReadonlyMap<string, CheckResult>,
  reason: string | undefined,
  problem: string | undefined,
): CheckResult[] {
  const silent = selected.filter(({ id }) => !seen.has(id));
  return [
    ...seen.values(),
    ...silent.map(({ id, title, requirements, level, endpoint }) => ({
      id,
      title,
      requirements,
      level,
      ...(endpoint && { endpoint }),
      result: reason === undefined ? ('error' as const) : ('not tested' as const),
      message:
        reason === undefined
          ? `The harness gave no result${problem ? `: ${problem}` : ''}.`
          : `Not run: ${reason}.`,
      observations: [],
      exchanges: [],
      durationMs: 0,
    })),
  ];
}
