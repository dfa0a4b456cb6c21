import { BACKGROUND, ENDPOINTS, OCCASIONAL } from './endpoints.ts';
import { type BuiltIn, isBuiltIn } from './journey.ts';
import { DEFAULT_MIX, type Mix } from './mix.ts';

/**
 * Gates of one endpoint: latencies in milliseconds, the share of requests without a good status (0
 * to 1), failed connections at most, good answers at least, and wrong contents of good answers at most.
 */
export interface Gates {
  p50?: number;
  p95?: number;
  p99?: number;
  errorRate?: number;
  connectionFailures?: number;
  minCount?: number;
  wrongAnswers?: number;
}

/** Login hashes a password on purpose slowly, so it is allowed more. */
const DEFAULTS: Record<string, Gates> = {
  '*': {
    ...{ p95: 500, p99: 1000, errorRate: 0.01, connectionFailures: 0 },
    ...{ minCount: 1, wrongAnswers: 0 },
  },
  login: { p95: 1000, p99: 2000 },
};

/** Names that the `thresholds` of a target file may use for a journey of the kit. */
export function gatedEndpoints(journey: BuiltIn): string[] {
  return [...ENDPOINTS[journey], ...OCCASIONAL[journey], ...BACKGROUND];
}

/**
 * The gates of a journey, written as k6's thresholds are: per endpoint latency percentiles, error rate and
 * counts, over the whole run no dropped iteration. Where nothing was answered there is no latency to be
 * breached, so counts are gated too: http_reqs counts the answers with a good status. Of a journey of
 * one's own, the endpoints are those that were `measured`.
 */
export function thresholdsOf(
  journeys: readonly string[],
  overrides: Record<string, Gates> = {},
  { measured = [], mix = DEFAULT_MIX }: { measured?: readonly string[]; mix?: Mix } = {},
): Record<string, string[]> {
  const thresholds: Record<string, string[]> = { dropped_iterations: ['count==0'] };
  const known = journeys.filter(isBuiltIn);
  // What a mix asks for now and then, a short run may do without.
  const shares: Record<string, number> = mix.lending.requests;
  const always = [...known.flatMap((name) => ENDPOINTS[name]), ...BACKGROUND].filter(
    (name) => (shares[name] ?? 1) >= 1,
  );
  const own = journeys.length > known.length ? measured : [];
  for (const endpoint of new Set([...known.flatMap(gatedEndpoints), ...own, ...BACKGROUND])) {
    const gates: Gates = {
      ...DEFAULTS['*'],
      ...DEFAULTS[endpoint],
      ...overrides['*'],
      ...overrides[endpoint],
    };
    const latency = [
      gates.p50 !== undefined && `p(50)<${gates.p50}`,
      gates.p95 !== undefined && `p(95)<${gates.p95}`,
      gates.p99 !== undefined && `p(99)<${gates.p99}`,
    ].filter((expression) => expression !== false);
    thresholds[`http_req_duration{name:${endpoint}}`] = latency;
    thresholds[`http_req_failed{name:${endpoint}}`] = [`rate<=${gates.errorRate}`];
    thresholds[`connection_failures{name:${endpoint}}`] = [`count<=${gates.connectionFailures}`];
    thresholds[`wrong_answers{endpoint:${endpoint}}`] = [`count<=${gates.wrongAnswers}`];
    if (always.includes(endpoint) || overrides[endpoint]?.minCount !== undefined) {
      thresholds[`http_reqs{name:${endpoint},expected_response:true}`] = [
        `count>=${gates.minCount}`,
      ];
    }
  }
  if (known.includes('payment-listing')) {
    thresholds.listed_payments = ['count>0'];
  }
  return thresholds;
}
