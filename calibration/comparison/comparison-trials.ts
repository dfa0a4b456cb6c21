import { once } from 'node:events';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ComparisonVerdict } from '../../load/compare/comparison.ts';
import { runComparison } from '../../load/compare/run-comparison.ts';
import type { K6 } from '../../load/k6/find-k6.ts';
import type { LoadTarget } from '../../load/load-target.ts';
import type { Slowness } from './slowed-server.ts';

/** Two servers whose difference is known. */
export interface Pairing {
  id: string;
  /** what is compared, in words */
  what: string;
  base: Slowness;
  /** null: the base itself, the same process */
  next: Slowness | null;
  /** verdicts that are right */
  right: readonly ComparisonVerdict[];
}

const AS_IT_IS: Slowness = { addedMs: 0, factor: 1 };
/** What a database and a network add to many servers; on it a tenth is 2 ms, not a scheduler's whim. */
const TWENTY_MS: Slowness = { addedMs: 20, factor: 1 };
const EQUAL: readonly ComparisonVerdict[] = ['same', 'inconclusive'];

/** The pairings of a calibration: no difference, where little and where much of the time is noise. */
export const PAIRINGS: readonly Pairing[] = [
  {
    id: 'itself',
    what: 'the reference server with itself',
    ...{ base: AS_IT_IS, next: null, right: EQUAL },
  },
  {
    id: 'itself-at-20-ms',
    what: 'the reference server at 20 ms more an answer with itself',
    ...{ base: TWENTY_MS, next: null, right: EQUAL },
  },
  {
    id: 'slower-by-10%',
    what: 'the same with one whose every answer takes 10% longer',
    ...{ base: TWENTY_MS, next: { ...TWENTY_MS, factor: 1.1 }, right: ['slower'] },
  },
];

/** One comparison, and whether it said what is so. */
export interface ComparisonTrial {
  pairing: string;
  /** from 1; also the seed of its runs */
  number: number;
  verdict: ComparisonVerdict;
  right: boolean;
  /** of the listing's median: next / base - 1 and its 95% interval */
  effect: number;
  interval: [low: number, high: number] | null;
}

export interface TrialOptions {
  k6: K6;
  /** pairs of runs */
  repetitions: number;
  /** iterations per second, and the seconds of each run */
  rate: number;
  durationSeconds: number;
  /** folder of the reports */
  out: string;
  signal?: AbortSignal;
}

/** Starts the servers of a pairing, compares them as `assay load compare` does, and ends them. */
export async function runTrial(
  pairing: Pairing,
  number: number,
  options: TrialOptions,
): Promise<ComparisonTrial> {
  const base = await startSlowed(pairing.base);
  const next = pairing.next === null ? null : await startSlowed(pairing.next);
  try {
    const { comparison } = await runComparison({
      ...options,
      ...{ journey: 'payment-listing', profile: 'smoke', seed: number },
      ...{ base: base.target, next: (next ?? base).target },
    });
    const median = comparison.metrics.find(
      ({ endpoint, metric }) => endpoint === 'awaiting-payments' && metric === 'p50',
    );
    return {
      ...{ pairing: pairing.id, number, verdict: comparison.verdict },
      right: pairing.right.includes(comparison.verdict),
      effect: median?.effect ?? Number.NaN,
      interval: median?.interval ?? null,
    };
  } finally {
    await Promise.all([base.end(), next?.end()]);
  }
}

async function startSlowed(slowness: Slowness) {
  const file = `slowed-server-thread${extname(import.meta.filename)}`;
  const worker = new Worker(join(import.meta.dirname, file), { workerData: slowness });
  const [target] = (await once(worker, 'message')) as [LoadTarget];
  return { target, end: () => worker.terminate() };
}
