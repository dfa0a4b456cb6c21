import exec from 'k6/execution';
import { run } from './plan/run.ts';
import { emit } from './record/events.ts';

/** Makes the identifier of this process's run and says what is run; call it once, in `setup`. */
export function announceRun(): string {
  const { journey, journeys, profile, rate, durationSeconds, warmUpSeconds, seed, scriptDigest } =
    run;
  const { executionSegment, executionSegmentSequence } = exec.test.options;
  const runId = crypto.randomUUID();
  emit({
    ...{ event: 'run', runId, journey, journeys, profile, rate, durationSeconds, warmUpSeconds },
    ...{ seed, scriptDigest },
    segment: executionSegment ?? null,
    sequence: executionSegmentSequence ?? null,
  });
  return runId;
}
