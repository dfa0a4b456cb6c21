import type { Runner } from '../conformance/engine/runner.ts';
import { runSuite } from '../conformance/run-suite.ts';
import type { Fault } from './faults/fault.ts';
import { type FaultVerdict, judgeFault } from './judge.ts';
import { startWrapped } from './wrapped-server.ts';

/** What came of running the whole suite against one faulty server. */
export interface FaultRun extends FaultVerdict {
  id: string;
  durationMs: number;
  /** mistakes of the fault's own layers, which make it a broken fault */
  brokenLayers: string[];
}

/**
 * Starts a server with the fault, runs every check against it by the engine that `assay certify`
 * uses, and judges what came. The runner is kept warm between runs by the caller.
 */
export async function runFault(
  fault: Fault,
  runner: Runner,
  signal?: AbortSignal,
): Promise<FaultRun> {
  const start = performance.now();
  const server = await startWrapped(fault);
  try {
    const { results } = await runSuite({
      target: server.target,
      runner,
      ...(signal && { signal }),
    });
    return {
      id: fault.id,
      ...judgeFault(fault, results),
      brokenLayers: [...new Set(server.problems)],
      durationMs: Math.round(performance.now() - start),
    };
  } finally {
    await server.close();
  }
}
