import type { Histogram } from 'hdr-histogram-js';
import { latencyHistogram, latencyOf, record } from '../samples/latency-histogram.ts';
import type { Sample } from '../samples/sample-reader.ts';

/** The figures of a run so far; latencies in milliseconds. */
export interface FiguresSoFar {
  /** of the load that counts */
  elapsedSeconds: number;
  /** seconds until it begins; 0 once the warm-up is over */
  warmUpSeconds: number;
  /** iterations per second: asked and begun in the latest stretch of which all has come */
  rateAsked: number;
  rateAchieved: number;
  requests: number;
  /** those seen, by kind; what is judged by sample is scaled in the report alone */
  errors: Readonly<Record<string, number>>;
  droppedIterations: number;
  virtualUsers: number;
  /** of requests that got an answer or ran into their timeout; null where none has */
  latency: { p50: number; p95: number; p99: number } | null;
}

/** A stretch of the run. */
export interface LiveBucket {
  second: number;
  rateAsked: number;
  rateAchieved: number;
  dropped: number;
  virtualUsers: number;
  errors: Readonly<Record<string, number>>;
  latency: { p50: number; p95: number; p99: number } | null;
}

interface Bucket {
  asked: number;
  started: number;
  dropped: number;
  users: number;
  errors: Record<string, number>;
  latencies: Histogram | undefined;
  /** of a bucket that gets no more */
  closed?: LiveBucket['latency'];
}

/** k6's error code of a request that ran into its timeout. */
const TIMED_OUT = 1050;
/** Requests of the scripts that are no load: the states hook, and logins before the start. */
const NOT_THE_TARGETS = new Set(['states', 'setup-login']);
/** k6 writes its samples once a second. */
const DELAY_SECONDS = 1.5;
/** A page shows about so many points. */
const MOST_BUCKETS = 400;

/**
 * Gathers what k6 measures into what is shown of a run while it goes on. The report is made by the
 * recorder of the run; these figures are its first sight, over fewer and longer stretches, in bounded
 * memory.
 */
export class LiveFigures {
  readonly seconds: number;
  readonly #journeys: readonly string[];
  readonly #patience: number;
  readonly #warmUpMs: number;
  /** when the figures begin: after the warm-up */
  #start: number | undefined;
  #buckets: Bucket[] = [];
  #open = 0;
  #all = latencyHistogram();
  #errors: Record<string, number> = {};
  #requests = 0;
  #dropped = 0;
  readonly #users = new Map<number, number>();
  #asked = 0;

  /**
   * `journeys` are the scenarios that are no background; a request may end `timeoutSeconds` after it began. What
   * begins in the warm-up before the load is in no figure, as in the report.
   */
  constructor(
    journeys: readonly string[],
    durationSeconds: number,
    timeoutSeconds: number,
    warmUpSeconds = 0,
  ) {
    this.#warmUpMs = 1000 * warmUpSeconds;
    this.seconds = Math.max(1, Math.ceil(durationSeconds / MOST_BUCKETS));
    this.#journeys = journeys;
    this.#patience = Math.ceil((timeoutSeconds + 5) / this.seconds) + 1;
  }

  /** Forgets all, for another run of the same journey such as a step of a search. */
  restart(): void {
    this.#start = undefined;
    this.#buckets = [];
    this.#open = 0;
    this.#all = latencyHistogram();
    this.#errors = {};
    this.#requests = 0;
    this.#dropped = 0;
    this.#users.clear();
  }

  /** Takes the rate that the profile asks at a moment, in milliseconds since 1970. */
  ask(rate: number, now: number): void {
    this.#asked = rate;
    if (this.#start !== undefined && now >= this.#start) {
      this.#bucketAt(now).asked = rate;
    }
  }

  /** Takes a sample of one of the k6 processes. */
  take(sample: Sample, process = 0): void {
    const { metric, at, value, scenario, tags } = sample;
    if (metric === 'journey_start') {
      this.#start ??= value + this.#warmUpMs;
    } else if (metric === 'vus_max') {
      this.#users.set(process, value);
      this.#bucketAt(at).users = this.#virtualUsers();
    } else if (this.#isOfWarmUp(sample)) {
      return;
    } else if (metric === 'dropped_iterations') {
      this.#dropped += value;
      this.#bucketAt(at).dropped += value;
    } else if (metric === 'iteration_duration' && this.#journeys.includes(scenario)) {
      this.#bucketAt(at - value).started += 1;
    } else if (metric === 'wrong_answers') {
      this.#countError(tags.kind ?? 'answer', at, value);
    } else if (metric === 'http_req_duration') {
      this.#takeRequest(sample);
    }
  }

  /** The run as a whole, up to now. */
  soFar(now: number): FiguresSoFar {
    const since = this.#start === undefined ? 0 : (now - this.#start) / 1000;
    const elapsedSeconds = Math.max(0, since);
    const latest = this.#buckets[this.#told(elapsedSeconds) - 1];
    return {
      elapsedSeconds,
      warmUpSeconds: Math.max(0, -since),
      rateAsked: latest?.asked ?? this.#asked,
      rateAchieved: (latest?.started ?? 0) / this.seconds,
      requests: this.#requests,
      errors: this.#errors,
      droppedIterations: this.#dropped,
      virtualUsers: this.#virtualUsers(),
      latency: percentilesOf(this.#all),
    };
  }

  /** The course of the run, without the stretch of which not all has come. */
  course(now: number): LiveBucket[] {
    const told = this.#told(this.soFar(now).elapsedSeconds);
    return this.#buckets.slice(0, told).map((bucket, index) => ({
      second: index * this.seconds,
      rateAsked: bucket.asked,
      rateAchieved: bucket.started / this.seconds,
      dropped: bucket.dropped,
      virtualUsers: bucket.users,
      errors: bucket.errors,
      latency: bucket.closed === undefined ? percentilesOf(bucket.latencies) : bucket.closed,
    }));
  }

  /** Whether what a sample is about began before the figures do. */
  #isOfWarmUp({ metric, at, value }: Sample): boolean {
    const begun = metric.endsWith('_duration') ? at - value : at;
    return this.#warmUpMs > 0 && begun < (this.#start ?? Number.POSITIVE_INFINITY);
  }

  /** How many stretches are over, and what k6 wrote of them has come. */
  #told(elapsedSeconds: number): number {
    return Math.max(0, Math.floor((elapsedSeconds - DELAY_SECONDS) / this.seconds));
  }

  #takeRequest({ name, at, value, status, errorCode, expected }: Sample): void {
    // A refused token is no answer of the load; only login takes none.
    if (NOT_THE_TARGETS.has(name) || (status === 401 && name !== 'login')) {
      return;
    }
    this.#requests += 1;
    const timedOut = errorCode === TIMED_OUT;
    // No answer is no fast one: k6 gives a refused connection 0 ms.
    if (status > 0 || timedOut) {
      record(this.#all, value);
      const bucket = this.#bucketAt(at - value);
      if (bucket.closed === undefined) {
        bucket.latencies ??= latencyHistogram();
        record(bucket.latencies, value);
      }
    }
    if (!expected) {
      const lost = timedOut ? 'timeout' : 'connection';
      this.#countError(status === 0 ? lost : `status-${status}`, at, 1);
    }
  }

  #countError(kind: string, at: number, count: number): void {
    this.#errors[kind] = (this.#errors[kind] ?? 0) + count;
    const { errors } = this.#bucketAt(at);
    errors[kind] = (errors[kind] ?? 0) + count;
  }

  #virtualUsers(): number {
    return [...this.#users.values()].reduce((sum, users) => sum + users, 0);
  }

  #bucketAt(at: number): Bucket {
    const second = (at - (this.#start ?? at)) / 1000;
    const index = Math.max(0, Math.floor(second / this.seconds));
    while (this.#buckets.length <= index) {
      const { asked = this.#asked, users = 0 } = this.#buckets.at(-1) ?? {};
      this.#buckets.push({
        asked,
        users,
        started: 0,
        dropped: 0,
        errors: {},
        latencies: undefined,
      });
    }
    for (; this.#open < index - this.#patience; this.#open++) {
      const bucket = this.#buckets[this.#open] as Bucket;
      bucket.closed = percentilesOf(bucket.latencies);
      bucket.latencies = undefined;
    }
    return this.#buckets[index] as Bucket;
  }
}

function percentilesOf(histogram: Histogram | undefined): LiveBucket['latency'] {
  if (histogram === undefined || histogram.totalCount === 0) {
    return null;
  }
  const { p50, p95, p99 } = latencyOf(histogram);
  return { p50, p95, p99 };
}
