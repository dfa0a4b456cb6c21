import { recording } from '../samples/recording.ts';
import type { Sample } from '../samples/sample-reader.ts';
import { shapeOf } from '../scripts/plan/profiles.ts';

/** When the journey of the samples begins, in milliseconds since 1970. */
export const START = 1_795_000_000_000;

/** A recorder with the one source that it takes samples from. */
export function recorder(durationSeconds = 10, warmUpSeconds = 0) {
  const recorder = recording({
    journeys: ['payment-listing'],
    shape: shapeOf('smoke', 10, durationSeconds),
    ...{ durationSeconds, warmUpSeconds },
    timeoutSeconds: 2,
  });
  return { ...recorder, ...recorder.source() };
}

/** A sample of a good answer, so many milliseconds after the start. */
export function sample(
  metric: string,
  at: number,
  value: number,
  more: Partial<Sample> = {},
): Sample {
  const scenario = 'payment-listing';
  const http = { name: 'awaiting-payments', status: 200, errorCode: 0, expected: true };
  return { metric, at: START + at, value, scenario, ...http, tags: {}, ...more };
}

/** What k6 says when its journey begins. */
export const start = (): Sample => ({ ...sample('journey_start', 0, 0), value: START });
/** What makes a sample one of a failed request. */
export const FAILED = { status: 500, expected: false };
