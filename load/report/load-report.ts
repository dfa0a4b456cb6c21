import type { Journey } from '../scripts/plan/journey.ts';

export { JOURNEYS, type Journey } from '../scripts/plan/journey.ts';

/**
 * How a run ended. `passed`: every gate met. `failed`: a gate breached, or money lost or doubled.
 * `incomplete`: gates met on what was measured, but states ran dry or tokens died, so less was
 * measured than asked. `broken`: k6, a script or the target did not work; the figures mean nothing.
 */
export type LoadVerdict = 'passed' | 'failed' | 'incomplete' | 'broken';

/** The exit code of each verdict. */
export const EXIT_CODE: Readonly<Record<LoadVerdict, 0 | 1 | 3 | 4>> = {
  passed: 0,
  failed: 1,
  incomplete: 3,
  broken: 4,
};

/**
 * `load-<journey>.json`: all that a run found. Its published schema is
 * `load/report/load-report.schema.json`. Times are milliseconds unless the name says otherwise.
 */
export interface LoadReport {
  schemaVersion: 1;
  journey: Journey;
  /** the name of the target file */
  target: string;
  /** ISO 8601, UTC */
  startedAt: string;
  endedAt: string;
  verdict: LoadVerdict;
  /** why the verdict is not `passed`, one sentence each */
  reasons: string[];
  fingerprint: LoadFingerprint;
  /** null for a whole run, as a merged one is */
  share: Share | null;
  totals: LoadTotals;
  endpoints: EndpointFigures[];
  gates: Gate[];
  timeline: Timeline;
  errors: ErrorKind[];
  generator: GeneratorCost;
  /** null where the journey moves no money, and in the report of a share: the whole is audited */
  audit: AuditReport | null;
  /** null unless the profile is `breakpoint` */
  breakpoint: BreakpointReport | null;
}

/** The part of a run that one of several k6 processes took. */
export interface Share {
  /** as k6's `--execution-segment`, such as `0:1/2` */
  segment: string;
  /** the bounds of all shares, such as `0,1/2,1`; null where k6 was not told */
  sequence: string | null;
}

/** What must be equal for two runs to be compared. */
export interface LoadFingerprint {
  k6Version: string;
  profile: string;
  /** iterations per second: the level of the profile, which it may exceed or reach in stages */
  rate: number;
  durationSeconds: number;
  seed: number;
  machine: { platform: string; cpu: string; cores: number; memoryBytes: number; hostname: string };
  /** SHA-256 over the scripts, in hexadecimal */
  scriptDigest: string;
}

export interface LoadTotals {
  iterations: number;
  /** iterations that the open model asked for and no free virtual user could start */
  droppedIterations: number;
  /** answers measured: those of the states hook and those lost to a dead token are not among them */
  requests: number;
  errors: number;
  /** errors per request, 0 to 1 */
  errorRate: number;
  /** iterations given up because no state was left; not the target's errors */
  statesExhausted: number;
  /** requests refused for a token that should have been alive; not the target's errors */
  tokenFailures: number;
}

/** Latencies in milliseconds, from sending the first byte to receiving the last. */
export interface Latency {
  min: number;
  mean: number;
  p50: number;
  p90: number;
  p95: number;
  p99: number;
  p999: number;
  max: number;
}

export interface EndpointFigures {
  /** an endpoint's name, or that name and `-repeat` for repeated and concurrent idempotency keys */
  name: string;
  requests: number;
  errors: number;
  errorRate: number;
  /** answers of 4xx that are no errors: a repeated key, a page on which nothing may be */
  refused: number;
  latency: Latency;
  /** HDR histogram V2, compressed, base64, microseconds, 3 significant digits; can be merged */
  histogram: string;
}

/** One threshold and what came of it. */
export interface Gate {
  /** the k6 metric, such as `http_req_duration{name:login}` */
  metric: string;
  /** null for a gate over the whole run */
  endpoint: string | null;
  /** such as `p(99)`, `rate`, `count` */
  statistic: string;
  operator: '<' | '<=' | '>' | '>=' | '==';
  limit: number;
  /** null where nothing was measured */
  value: number | null;
  ok: boolean;
}

/**
 * What happened when; requests, iterations and latencies are in the bucket in which they
 * started, errors in the one in which they came.
 */
export interface Timeline {
  bucketSeconds: number;
  buckets: TimelineBucket[];
}

export interface TimelineBucket {
  /** start of the bucket in seconds since the start of the load */
  second: number;
  /** iterations per second: asked by the profile, and started */
  rateAsked: number;
  rateAchieved: number;
  droppedIterations: number;
  requests: number;
  errors: number;
  /** errors of the bucket by kind */
  errorKinds: Record<string, number>;
  /** over all endpoints; null where no request started */
  latency: BucketLatency | null;
  /** the same by endpoint, with a histogram as in `EndpointFigures`, from which buckets are merged */
  endpoints: Record<string, BucketLatency & { requests: number; histogram: string }>;
}

export interface BucketLatency {
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** Errors of one kind at one endpoint. */
export interface ErrorKind {
  endpoint: string;
  /**
   * `connection`, `timeout`, `status-<code>`, `answer` (the cheap check), `schema` (the full check)
   */
  kind: string;
  count: number;
  /** one of them in words, or null */
  example: string | null;
}

/** What producing the load cost. */
export interface GeneratorCost {
  /** processor time of k6; null where the system does not tell (only Linux does) */
  cpuSeconds: number | null;
  cpuSecondsPerThousandRequests: number | null;
  /** virtual users k6 had made at most */
  virtualUsers: number;
}

export type AuditResult = 'passed' | 'failed' | 'inconclusive';

/** What became of every acknowledged repayment and every key. */
export interface AuditReport {
  result: AuditResult;
  checks: AuditCheck[];
}

export interface AuditCheck {
  id: 'replay' | 'concurrent-keys' | 'sums' | 'ledger' | 'applications';
  result: AuditResult;
  message: string;
  examined: number;
  violations: string[];
}

/** The search for the highest rate that meets the gates. */
export interface BreakpointReport {
  /** iterations per second; 0 when even the lowest rate tried breached a gate */
  highestRate: number;
  /** the lowest rate that breached a gate; null when none did, so the limit lies above */
  lowestFailingRate: number | null;
  steps: { rate: number; ok: boolean; breached: string[]; p99: number | null }[];
}
