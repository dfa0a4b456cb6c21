import {
  type EndpointFigures,
  type LoadReport,
  PHASES,
  type Phase,
  type PhaseFigures,
  type TimelineBucket,
} from '../report/load-report.ts';
import { enoughFor } from '../samples/enough-requests.ts';
import { encodeHistogram, histogramOf, latencyOf } from '../samples/latency-histogram.ts';

/** Figures of an endpoint whose requests took these milliseconds. */
export function sampleEndpoint(name: string, latencies: number[], errors = 0): EndpointFigures {
  const histogram = histogramOf(latencies);
  return {
    ...{ name, own: true, requests: latencies.length, unanswered: 0, errors, refused: 0 },
    sample: {
      ...{ judged: latencies.length - errors, of: latencies.length - errors },
      ...{ wrong: 0, estimatedWrong: 0, findsOnePercent: 1 },
    },
    statuses: { 200: latencies.length - errors, 500: errors },
    phases: Object.fromEntries(
      PHASES.map((phase) => [phase, { mean: 1, p95: 2, max: 3 }]),
    ) as Record<Phase, PhaseFigures>,
    enough: enoughFor(latencies.length),
    errorRate: latencies.length === 0 ? 0 : errors / latencies.length,
    latency: latencyOf(histogram),
    histogram: encodeHistogram(histogram),
  };
}

/** A second of a timeline in which requests of one endpoint took these milliseconds. */
export function sampleBucket(
  second: number,
  latencies: number[] = Array.from({ length: 10 }, (_, index) => 10 * (index + 1)),
): TimelineBucket {
  const { requests, histogram, latency } = sampleEndpoint('awaiting-payments', latencies);
  const { p50, p95, p99, max } = latency;
  return {
    ...{ second, rateAsked: 10, rateAchieved: 10, droppedIterations: 0, requests },
    errors: second < 2 ? 1 : 0,
    errorKinds: second < 2 ? { 'status-500': 1 } : {},
    generator: { busy: 0.4, lagMs: 1 },
    latency: { p50, p95, p99, max },
    endpoints: { 'awaiting-payments': { requests, p50, p95, p99, max, histogram } },
  };
}

/** A report of a run of ten seconds, for tests: one breached gate, one kind of error. */
export function sampleReport(changes: Partial<LoadReport> = {}): LoadReport {
  const latencies = Array.from({ length: 100 }, (_, index) => index + 1);
  const endpoints = changes.endpoints ?? [sampleEndpoint('awaiting-payments', latencies, 2)];
  const requests = endpoints.reduce((sum, endpoint) => sum + endpoint.requests, 0);
  const errors = endpoints.reduce((sum, endpoint) => sum + endpoint.errors, 0);
  return {
    schemaVersion: 2,
    journey: 'payment-listing',
    target: 'sample',
    commit: null,
    startedAt: '2026-11-21T09:00:00.000Z',
    endedAt: '2026-11-21T09:00:12.000Z',
    verdict: 'failed',
    reasons: ['awaiting-payments http_req_failed rate must be <= 0.01; it is 0.02'],
    caveats: [],
    partial: null,
    fingerprint: {
      k6Version: 'v2.2.0',
      profile: 'smoke',
      rate: 10,
      durationSeconds: 10,
      warmUpSeconds: 0,
      instances: 1,
      seed: 1,
      machine: {
        ...{ platform: 'linux x64', cpu: 'sample', cores: 2, memoryBytes: 2 ** 33 },
        hostname: 'sample-host',
      },
      rates: { 'payment-listing': 10 },
      mixDigest: 'b'.repeat(64),
      scriptDigest: 'a'.repeat(64),
    },
    totals: {
      ...{ iterations: 100, droppedIterations: 0, requests, errors, errorRate: errors / requests },
      ...{ statesExhausted: 0, tokenFailures: 0, bytesReceived: 900 * requests, bytesSent: 40_000 },
      listed: { payments: 20 * requests, pages: requests, estimate: 20 * requests },
    },
    endpoints,
    gates: [
      {
        ...{ metric: 'http_req_duration{name:awaiting-payments}', endpoint: 'awaiting-payments' },
        ...{ statistic: 'p(99)', operator: '<', limit: 1000, value: 99, ok: true },
        unjudged: null,
      },
      {
        ...{ metric: 'http_req_failed{name:awaiting-payments}', endpoint: 'awaiting-payments' },
        ...{ statistic: 'rate', operator: '<=', limit: 0.01, value: 0.02, ok: false },
        unjudged: null,
      },
    ],
    timeline: {
      bucketSeconds: 1,
      buckets: Array.from({ length: 10 }, (_, second) => sampleBucket(second)),
    },
    errors: [
      { endpoint: 'awaiting-payments', kind: 'status-500', count: 2, seen: 2, example: 'it broke' },
    ],
    generator: {
      ...{ cpuSeconds: 0.2, cpuSecondsPerThousandRequests: 2, virtualUsers: 10 },
      ...{ saturatedSeconds: 0, saturated: false },
    },
    audit: null,
    breakpoint: null,
    ...changes,
  };
}
