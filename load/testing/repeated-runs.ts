import type { LoadReport } from '../report/load-report.ts';
import { sampleEndpoint, sampleReport } from './sample-report.ts';

/** Repetitions in which all requests of an endpoint take so many milliseconds. */
export function runs(...latencies: number[]): LoadReport[] {
  return latencies.map((latency) =>
    sampleReport({
      verdict: 'passed',
      reasons: [],
      endpoints: [sampleEndpoint('awaiting-payments', Array(1000).fill(latency))],
    }),
  );
}
