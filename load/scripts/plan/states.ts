import http from 'k6/http';
import { statesExhausted } from '../record/counters.ts';
import { sayProblem } from '../record/problems.ts';
import { pooled, run } from './run.ts';

interface Pooled {
  state: string;
  index: number;
  values: object;
}

/** Where each pool begins in the shared list, and its length. */
const pools: Record<string, { start: number; length: number }> = {};
for (let at = 0; at < pooled.length; at++) {
  const { state } = pooled[at] as Pooled;
  const pool = pools[state] ?? { start: at, length: 0 };
  pool.length++;
  pools[state] = pool;
}

/** How many values the target file gives for a state. */
export function poolSize(state: string): number {
  return pools[state]?.length ?? 0;
}

/**
 * The values of a state: the one of that index in the target file's pool, else one from the hook.
 * Indexes that are unique in the whole test (iterations, virtual users) never share a value, also
 * over several k6 processes. Null when there is none left: counted apart, said, and no error of the
 * target.
 */
export function takeState<T>(state: string, index: number): T | null {
  const pool = pools[state];
  if (pool !== undefined && index < pool.length) {
    return (pooled[pool.start + index] as Pooled).values as T;
  }
  const fromHook = askHook(state);
  if (typeof fromHook !== 'string') {
    return fromHook as T;
  }
  statesExhausted.add(1, { state });
  sayProblem('states', state, fromHook);
  return null;
}

function askHook(state: string): object | string {
  if (run.statesUrl === null) {
    return `no ${state} is left in the target file, and there is no hook`;
  }
  const answer = http.post(run.statesUrl, JSON.stringify({ state }), {
    headers: { 'Content-Type': 'application/json', ...run.statesHeaders },
    timeout: run.timeoutMs,
    tags: { name: 'states' },
  });
  if (answer.status === 200) {
    try {
      return JSON.parse(String(answer.body)) as object;
    } catch {
      return `the states hook answered ${state} with no JSON`;
    }
  }
  if (answer.status === 404) {
    return `the states hook cannot provide another ${state}`;
  }
  return `the states hook failed for ${state}: ${answer.status || answer.error}`;
}
