import { createRunner, YOUNG_GENERATION_OF_MANY_MIB } from '../conformance/engine/thread/runner.ts';
import { runCaseNamed } from './cases/all-cases.ts';
import type { CaseName, CaseOutcome } from './cases/calibration-case.ts';

/** From the process that runs the lanes. */
export interface ToLane {
  next: CaseName;
  seed: number;
  suiteSeed: number;
  combinations: number;
  requests?: number;
}

/** To the process that runs the lanes. */
export type FromLane = { type: 'ready' } | { type: 'outcome'; outcome: CaseOutcome };

/** Cases after which the lane takes a fresh engine, so that nothing of theirs lives on. */
const UPSETTING = ['hostile'];

/**
 * A lane: a process of its own that runs the cases it is sent, one after the other. It ends when
 * the channel to its parent closes.
 */
async function runLane(): Promise<void> {
  let runner = createRunner({ youngGenerationMib: YOUNG_GENERATION_OF_MANY_MIB });
  const tell = (message: FromLane) => process.send?.(message);
  process.on('message', async ({ next, ...settings }: ToLane) => {
    const outcome = await runCaseNamed(next, { runner, ...settings });
    if (UPSETTING.includes(next.kind)) {
      await runner.close();
      runner = createRunner({ youngGenerationMib: YOUNG_GENERATION_OF_MANY_MIB });
    }
    tell({ type: 'outcome', outcome });
  });
  process.on('disconnect', () => process.exit(0));
  tell({ type: 'ready' });
}

await runLane();
