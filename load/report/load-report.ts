import type { Journey } from '../scripts/plan/journey.ts';
import type { AuditReport } from './audit-report.ts';

export { JOURNEYS, type Journey } from '../scripts/plan/journey.ts';
export type { AuditCheck, AuditReport, AuditResult } from './audit-report.ts';

/**
 * How a run ended. `passed`: every gate met. `failed`: a gate breached, or money lost or doubled.
 * `incomplete`: gates met on what was measured, but states ran dry or tokens died, so less was
 * measured than asked, or the run was ended early. `inconclusive`: no latency could be judged, for want
 * of requests or since the generator was saturated. `broken`: k6, a script or the target did not work;
 * the figures mean nothing.
 */
export type LoadVerdict = 'passed' | 'failed' | 'incomplete' | 'inconclusive' | 'broken';

/** The exit code of each verdict. */
export const EXIT_CODE: Readonly<Record<LoadVerdict, 0 | 1 | 3 | 4>> = {
  passed: 0,
  failed: 1,
  incomplete: 3,
  inconclusive: 3,
  broken: 4,
};

/**
 * `load-<journey>.json`: all that a run found. Its published schema is
 * `load/report/load-report.schema.json`. Times are milliseconds unless the name says otherwise.
 */
export interface LoadReport {
  schemaVersion: 2;
  journey: Journey;
  /** the name of the target file */
  target: string;
  /** what of the target was measured, as the caller names it; null where nobody told */
  commit: string | null;
  /** ISO 8601, UTC */
  startedAt: string;
  endedAt: string;
  verdict: LoadVerdict;
  /** why the verdict is not `passed`, one sentence each */
  reasons: string[];
  /** what the verdict does not cover, one sentence each: samples, percentiles of few, what no audit saw */
  caveats: string[];
  /** null for a run that went on to its end */
  partial: EarlyEnd | null;
  fingerprint: LoadFingerprint;
  totals: LoadTotals;
  endpoints: EndpointFigures[];
  gates: Gate[];
  timeline: Timeline;
  errors: ErrorKind[];
  generator: GeneratorCost;
  /** null where the journey moves no money */
  audit: AuditReport | null;
  /** null unless the profile is `breakpoint` */
  breakpoint: BreakpointReport | null;
}

/** A run that was ended before its time. */
export interface EarlyEnd {
  /** what ended it */
  reason: string;
  /** seconds of load that were measured, of those planned */
  measuredSeconds: number;
  plannedSeconds: number;
}

/** What must be equal for two runs to be compared. */
export interface LoadFingerprint {
  k6Version: string;
  profile: string;
  /** iterations per second: the level of the profile, which it may exceed or reach in stages */
  rate: number;
  durationSeconds: number;
  /** seconds of load before those, which are in no figure */
  warmUpSeconds: number;
  /** k6 processes that shared the load */
  instances: number;
  seed: number;
  machine: { platform: string; cpu: string; cores: number; memoryBytes: number; hostname: string };
  /** iterations per second of each journey */
  rates: Record<string, number>;
  /** SHA-256 over the mix of requests and over the scripts, in hexadecimal */
  mixDigest: string;
  scriptDigest: string;
}

export interface LoadTotals {
  iterations: number;
  /** iterations that the open model asked for and no free virtual user could start */
  droppedIterations: number;
  /** requests measured: those to the states hook and those lost to a dead token are not among them */
  requests: number;
  /** wrong contents among them are scaled from those judged in full */
  errors: number;
  /** errors per request, 0 to 1 */
  errorRate: number;
  /** iterations given up because no state was left; not the target's errors */
  statesExhausted: number;
  /** requests refused for a token that should have been alive; not the target's errors */
  tokenFailures: number;
  /** bytes that the journey's iterations received and sent, headers included */
  bytesReceived: number;
  bytesSent: number;
  /** payments on the pages that were judged in full, those pages, and payments on all pages by these */
  listed: { payments: number; pages: number; estimate: number };
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
  /** asked by the journey; false for the logins and refreshes beside it */
  own: boolean;
  requests: number;
  /** requests whose connection failed: these have no latency and are in no percentile */
  unanswered: number;
  /** wrong contents among them are scaled from those judged in full */
  errors: number;
  errorRate: number;
  /** answers that refuse and are no errors, by a 4xx or FAILED: a repeated key, an empty page */
  refused: number;
  /** good answers that were judged in full */
  sample: AnswerSample;
  /** answers by their HTTP status */
  statuses: Record<string, number>;
  /** where the time of a request went */
  phases: Record<Phase, PhaseFigures>;
  /** of requests that were answered; one that ran into its timeout counts as long as that is */
  latency: Latency;
  /** the percentiles beyond which ten requests or more lie; the others are anecdotes and gate nothing */
  enough: PercentileName[];
  /** HDR histogram V2, compressed, base64, microseconds, 3 significant digits; can be merged */
  histogram: string;
}

export type PercentileName = 'p50' | 'p90' | 'p95' | 'p99' | 'p999';

/**
 * Answers judged in full, drawn at random, each with the same chance. All others are looked at for their
 * status alone, those of a listing also for the words that every good one has.
 */
export interface AnswerSample {
  judged: number;
  /** good answers they were drawn from */
  of: number;
  /** wrong ones among those judged, and what that makes of all */
  wrong: number;
  estimatedWrong: number;
  /** the chance, 0 to 1, that a fault in 1% of these answers was found */
  findsOnePercent: number;
}

export const PHASES = [
  'blocked',
  'connecting',
  'tls_handshaking',
  'sending',
  'waiting',
  'receiving',
] as const;

/** A part of a request's time, as k6 names it; `blocked`, `connecting` and TLS come before its latency. */
export type Phase = (typeof PHASES)[number];

/** Milliseconds of a phase over all answered requests. */
export interface PhaseFigures {
  mean: number;
  p95: number;
  max: number;
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
  /** false where it was breached */
  ok: boolean;
  /** why it was not judged, and so is not breached; null where it was */
  unjudged: string | null;
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
  generator: GeneratorMoment;
  /** over the endpoints of the journey; null where none of its requests started */
  latency: BucketLatency | null;
  /** the same by endpoint, with a histogram as in `EndpointFigures`, from which buckets are merged */
  endpoints: Record<string, BucketLatency & { requests: number; histogram: string }>;
}

/** How the machine of k6 fared; null where nobody told. */
export interface GeneratorMoment {
  /** the share of its processors that was busy, with whatever, 0 to 1 */
  busy: number | null;
  /** how late k6 woke up at half of the time, in milliseconds, by what it noted every 100 ms */
  lagMs: number | null;
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
  /** scaled where only a sample was judged; `seen` is what the scripts saw */
  count: number;
  seen: number;
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
  /** seconds of the timeline in which it was too busy to measure, and the run inconclusive for it */
  saturatedSeconds: number;
  saturated: boolean;
}

/** The search for the highest rate that meets the gates. */
export interface BreakpointReport {
  /** iterations per second; 0 when even the lowest rate tried breached a gate */
  highestRate: number;
  /** the lowest rate that breached a gate; null when none did, so the limit lies above */
  lowestFailingRate: number | null;
  steps: { rate: number; ok: boolean; breached: string[]; p99: number | null }[];
}
