import {
  createRunner,
  type Runner,
  YOUNG_GENERATION_OF_MANY_MIB,
} from '../../conformance/engine/thread/runner.ts';
import { runSuite } from '../../conformance/run-suite.ts';
import { type Catch, catchesOf } from '../cases/calibration-case.ts';
import type { Mutant } from './mutant.ts';
import { type RunningMutant, startMutant } from './start-mutant.ts';
import { whyNotValid } from './valid-calls.ts';

/**
 * What came of one mutant. `invalid`: a login or a valid call fails, so it does not count.
 * `not reached`: no request of a run comes by its place, so nobody outside can tell it apart.
 */
export type Judged = Mutant & { durationMs: number } & (
    | { verdict: 'not reached' }
    | { verdict: 'invalid'; why: string }
    /** by the first check that failed or warned; the run ends there */
    | { verdict: 'killed'; by: Catch }
    /** `why` where the run was not sound */
    | { verdict: 'survived'; why?: string }
  );

/** How mutants are judged. */
export interface JudgeOptions {
  /** of the instrumented copy */
  folder: string;
  /** ids of the mutants that a run of the suite comes by */
  reached: ReadonlySet<string>;
  /** servers at once */
  workers: number;
  onJudged(judged: Judged): void;
  signal?: AbortSignal;
}

/** How long one run of the suite may take, in milliseconds. */
const RUN_MS = 240_000;

/**
 * The ids of the mutants that a run of the suite comes by; the server has none switched on.
 *
 * @throws Error when the suite blames that server: the copy is not the reference server then
 */
export async function reachedBySuite(folder: string): Promise<Set<string>> {
  const server = await startMutant(folder);
  try {
    const wrong = await whyNotValid(server.target);
    if (wrong !== undefined) {
      throw new Error(`the instrumented server without a mutant: ${wrong}`);
    }
    const { results } = await runSuite({ target: server.target });
    const [first] = catchesOf(results);
    if (first) {
      throw new Error(`${first.check} blames the server without a mutant: ${first.message}`);
    }
    return new Set(await server.reached());
  } finally {
    await server.close();
  }
}

/** Judges mutants, some at once, and tells what came of each as it is known. */
export async function judgeMutants(
  mutants: readonly Mutant[],
  { folder, reached, workers, onJudged, signal }: JudgeOptions,
): Promise<void> {
  const queue = [...mutants];
  const lane = async () => {
    const runner = createRunner({ youngGenerationMib: YOUNG_GENERATION_OF_MANY_MIB });
    try {
      while (!signal?.aborted) {
        const next = queue.shift();
        if (!next) {
          return;
        }
        const start = performance.now();
        const verdict = reached.has(next.id)
          ? await judge(next, folder, runner, signal)
          : ({ verdict: 'not reached' } as const);
        const durationMs = Math.round(performance.now() - start);
        if (!signal?.aborted) {
          onJudged({ ...next, ...verdict, durationMs });
        }
      }
    } finally {
      await runner.close();
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, workers) }, lane));
}

async function judge(mutant: Mutant, folder: string, runner: Runner, signal?: AbortSignal) {
  let server: RunningMutant;
  try {
    server = await startMutant(folder, mutant.id);
  } catch (error) {
    return { verdict: 'invalid', why: String(error) } as const;
  }
  try {
    const why = await whyNotValid(server.target);
    return why === undefined
      ? await runAgainst(server, runner, signal)
      : ({ verdict: 'invalid', why } as const);
  } finally {
    await server.close();
  }
}

async function runAgainst({ target }: RunningMutant, runner: Runner, signal?: AbortSignal) {
  const killed = new AbortController();
  const { results, partialReason } = await runSuite({
    target,
    runner,
    deadlineMs: RUN_MS,
    signal: AbortSignal.any([killed.signal, ...(signal ? [signal] : [])]),
    onResult(result) {
      if (catchesOf([result]).length > 0) {
        killed.abort('the mutant is killed');
      }
    },
  });
  const [by] = catchesOf(results);
  if (by) {
    return { verdict: 'killed', by } as const;
  }
  const error = results.find(({ result }) => result === 'error');
  const why = partialReason ?? (error && `${error.id}: ${error.message}`);
  return { verdict: 'survived', ...(why !== undefined && { why }) } as const;
}
