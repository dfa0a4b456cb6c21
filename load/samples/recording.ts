import type { Histogram } from 'hdr-histogram-js';
import type { EndpointFigures, LoadTotals, Timeline } from '../report/load-report.ts';
import type { Measured } from '../run/gates.ts';
import { rateAt, type Shape } from '../scripts/plan/profiles.ts';
import { encodeHistogram, latencyHistogram, latencyOf, record } from './latency-histogram.ts';
import type { Sample } from './sample-reader.ts';
import { type Bucket, closeBucket, emptyBucket, latencyOfBucket } from './timeline-bucket.ts';

/** k6's error code of a request that ran into its timeout. */
const TIMED_OUT = 1050;
/** Requests of the scripts that are no load: the states hook, and logins before the start. */
const NOT_THE_TARGETS = new Set(['states', 'setup-login']);
/** A timeline has at most about this many buckets; a longer run gets longer ones. */
const MOST_BUCKETS = 1800;

interface Endpoint {
  /** without a good status */
  failed: number;
  /** of a good status with a wrong content */
  wrong: number;
  /** refused, as they may be */
  refused: number;
  histogram: Histogram;
}

/** How far a run is. */
export interface Snapshot {
  elapsedSeconds: number;
  requests: number;
  errors: number;
  /** requests answered per second and their p95 in milliseconds, in the last full second */
  requestsPerSecond: number;
  p95: number | null;
}

export interface RecordingOptions {
  /** the scenario of the journey; others are background */
  journey: string;
  shape: Shape;
  durationSeconds: number;
  /** a request may end so many seconds after it began, so long a bucket stays open */
  timeoutSeconds: number;
}

/** Gathers k6's samples into histograms and a timeline, in bounded memory. */
export function recording(options: RecordingOptions) {
  const bucketSeconds = Math.max(1, Math.ceil(options.durationSeconds / MOST_BUCKETS));
  const endpoints = new Map<string, Endpoint>();
  const buckets: Bucket[] = [];
  const errorKinds = new Map<string, number>();
  const totals = { iterations: 0, dropped: 0, exhausted: 0, tokens: 0, virtualUsers: 0, listed: 0 };
  /** samples that came before the journey's start was known */
  let early: Sample[] = [];
  let start: number | null = null;
  let firstOpen = 0;

  const bucketAt = (at: number): Bucket => {
    const index = Math.max(0, Math.floor((at - (start ?? at)) / 1000 / bucketSeconds));
    while (buckets.length <= index) {
      buckets.push(emptyBucket());
    }
    const patience = Math.ceil((options.timeoutSeconds + 5) / bucketSeconds) + 1;
    for (; firstOpen < index - patience; firstOpen++) {
      closeBucket(buckets[firstOpen]);
    }
    return buckets[index] as Bucket;
  };
  const endpointOf = (name: string): Endpoint => {
    const known = endpoints.get(name);
    if (known) {
      return known;
    }
    const made = { failed: 0, wrong: 0, refused: 0, histogram: latencyHistogram() };
    endpoints.set(name, made);
    return made;
  };

  const countError = (endpoint: string, kind: string, at: number, count: number): void => {
    const id = `${endpoint} ${kind}`;
    errorKinds.set(id, (errorKinds.get(id) ?? 0) + count);
    const bucket = bucketAt(at);
    bucket.errors += count;
    bucket.errorKinds[kind] = (bucket.errorKinds[kind] ?? 0) + count;
  };

  const takeRequest = ({ name, at, value, status, errorCode, expected }: Sample): void => {
    if (NOT_THE_TARGETS.has(name)) {
      return;
    }
    // A refused token is counted by token_failures; only login takes none.
    if (status === 401 && name !== 'login') {
      return;
    }
    const endpoint = endpointOf(name);
    record(endpoint.histogram, value);
    const { latencies } = bucketAt(at - value);
    const list = latencies.get(name);
    if (list) {
      list.push(value);
    } else {
      latencies.set(name, [value]);
    }
    if (expected && status >= 400) {
      endpoint.refused++;
    }
    if (expected) {
      return;
    }
    endpoint.failed++;
    const lost = errorCode === TIMED_OUT ? 'timeout' : 'connection';
    countError(name, status === 0 ? lost : `status-${status}`, at, 1);
  };

  const take = (sample: Sample): void => {
    const { metric, at, value, scenario, tags } = sample;
    switch (metric) {
      case 'http_req_duration':
        takeRequest(sample);
        break;
      case 'wrong_answers': {
        const { endpoint = '', kind = 'answer' } = tags;
        endpointOf(endpoint).wrong += value;
        countError(endpoint, kind, at, value);
        break;
      }
      case 'listed_payments':
        totals.listed += value;
        break;
      case 'iteration_duration':
        if (scenario !== options.journey) {
          break;
        }
        totals.iterations++;
        bucketAt(at - value).started++;
        break;
      case 'dropped_iterations':
        totals.dropped += value;
        bucketAt(at).dropped += value;
        break;
      case 'token_failures':
        totals.tokens += value;
        break;
      case 'states_exhausted':
        totals.exhausted += value;
        break;
      case 'vus_max':
        totals.virtualUsers = Math.max(totals.virtualUsers, value);
        break;
    }
  };

  const begin = (at: number): void => {
    start = at;
    const waiting = early;
    early = [];
    for (const sample of waiting) {
      take(sample);
    }
  };

  return {
    /** Takes one sample, in the order of k6's output. */
    take(sample: Sample): void {
      if (sample.metric === 'journey_start') {
        if (start === null) {
          begin(sample.value);
        }
      } else if (start === null) {
        early.push(sample);
      } else {
        take(sample);
      }
    },

    /** Call when k6 has ended, before the figures are read. */
    finish(): void {
      if (start === null) {
        begin(Math.min(...early.map((sample) => sample.at), Date.now()));
      }
      for (const bucket of buckets) {
        closeBucket(bucket);
      }
    },

    snapshot(now: number): Snapshot {
      const last = buckets.at(-2);
      const recent = [...(last?.latencies.values() ?? [])].flat();
      return {
        elapsedSeconds: start === null ? 0 : Math.max(0, (now - start) / 1000),
        requests: sumOf([...endpoints.values()].map((it) => it.histogram.totalCount)),
        errors: sumOf([...endpoints.values()].map((it) => it.failed + it.wrong)),
        requestsPerSecond: recent.length / bucketSeconds,
        p95: recent.length > 0 ? latencyOfBucket(recent).p95 : null,
      };
    },

    virtualUsers: () => totals.virtualUsers,

    /** What gates are held against. */
    measured(): Measured {
      return {
        droppedIterations: totals.dropped,
        listedPayments: totals.listed,
        endpoints: new Map(
          [...endpoints].map(([name, { failed, wrong, histogram }]) => [
            name,
            { failed, wrong, requests: histogram.totalCount, histogram },
          ]),
        ),
      };
    },

    totals(): LoadTotals {
      const requests = sumOf([...endpoints.values()].map((it) => it.histogram.totalCount));
      const errors = sumOf([...endpoints.values()].map((it) => it.failed + it.wrong));
      return {
        iterations: totals.iterations,
        droppedIterations: totals.dropped,
        requests,
        errors,
        errorRate: requests === 0 ? 0 : errors / requests,
        statesExhausted: totals.exhausted,
        tokenFailures: totals.tokens,
      };
    },

    endpoints(): EndpointFigures[] {
      return [...endpoints].map(([name, { failed, wrong, refused, histogram }]) => ({
        name,
        requests: histogram.totalCount,
        refused,
        errors: failed + wrong,
        errorRate: histogram.totalCount === 0 ? 0 : (failed + wrong) / histogram.totalCount,
        latency: latencyOf(histogram),
        histogram: encodeHistogram(histogram),
      }));
    },

    errorCounts(): { endpoint: string; kind: string; count: number }[] {
      return [...errorKinds].map(([id, count]) => {
        const space = id.lastIndexOf(' ');
        return { endpoint: id.slice(0, space), kind: id.slice(space + 1), count };
      });
    },

    timeline(): Timeline {
      return {
        bucketSeconds,
        buckets: buckets.map((bucket, index) => {
          const { latency, endpoints: byEndpoint, requests } = closeBucket(bucket);
          const second = index * bucketSeconds;
          return {
            second,
            rateAsked: round(averageRate(options.shape, second, bucketSeconds)),
            rateAchieved: round(bucket.started / bucketSeconds),
            droppedIterations: bucket.dropped,
            requests,
            errors: bucket.errors,
            errorKinds: bucket.errorKinds,
            latency,
            endpoints: byEndpoint,
          };
        }),
      };
    },
  };
}

/** The mean rate asked over a bucket, from its middle tenths. */
function averageRate(shape: Shape, second: number, seconds: number): number {
  const parts = 10;
  const rates = Array.from({ length: parts }, (_, part) =>
    rateAt(shape, second + ((part + 0.5) / parts) * seconds),
  );
  return sumOf(rates) / parts;
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function round(rate: number): number {
  return Math.round(rate * 100) / 100;
}
