import type { Measured } from '../judge/gates.ts';
import type { EndpointFigures, LoadTotals, Phase, Timeline } from '../report/load-report.ts';
import type { Shape } from '../scripts/plan/profiles.ts';
import {
  type EndpointRecord,
  endpointRecord,
  errorsOf,
  figuresOf,
  recordPhase,
  scaleOf,
  wrongOf,
} from './endpoint-record.ts';
import { errorKinds } from './error-kinds.ts';
import { record } from './latency-histogram.ts';
import type { Sample } from './sample-reader.ts';
import { type SampleSource, sampleSource } from './sample-source.ts';
import { type Bucket, latencyOfBucket, timelineOf } from './timeline-bucket.ts';
import { timelineBuckets } from './timeline-buckets.ts';

/** k6's error code of a request that ran into its timeout. */
const TIMED_OUT = 1050;
/** Requests of the scripts that are no load: the states hook, and logins before the start. */
const NOT_THE_TARGETS = new Set(['states', 'setup-login']);
const PHASE_PREFIX = 'http_req_';

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
  /** the scenarios of the journeys; others are background */
  journeys: readonly string[];
  shape: Shape;
  durationSeconds: number;
  /** seconds of load at the beginning that are in no figure; default 0 */
  warmUpSeconds?: number;
  /** a request may end so many seconds after it began, so long a bucket stays open */
  timeoutSeconds: number;
}

/**
 * Gathers k6's samples into histograms and a timeline, in bounded memory. Several k6 processes that
 * share one load have a source each, and what they measured is one from the start. Second 0 of each is
 * when its own journey began: clocks of machines differ.
 */
export function recording(options: RecordingOptions) {
  const { journeys, shape, durationSeconds, warmUpSeconds = 0, timeoutSeconds } = options;
  const buckets = timelineBuckets(durationSeconds, timeoutSeconds);
  const endpoints = new Map<string, EndpointRecord>();
  const kinds = errorKinds();
  const totals = { iterations: 0, dropped: 0, exhausted: 0, tokens: 0, received: 0, sent: 0 };
  const listed = { payments: 0, pages: 0 };
  const sources: SampleSource[] = [];
  let earliest: number | null = null;
  let silentSince: number | null = null;
  let leftOut = 0;

  const endpointOf = (name: string): EndpointRecord => {
    const known = endpoints.get(name);
    if (known) {
      return known;
    }
    const made = endpointRecord();
    endpoints.set(name, made);
    return made;
  };

  const takeRequest = (sample: Sample, begun: Bucket, bucketOfEnd: () => Bucket): void => {
    const { name, value, status, errorCode, expected, at } = sample;
    const endpoint = endpointOf(name);
    const timedOut = errorCode === TIMED_OUT;
    endpoint.requests++;
    begun.requests++;
    if (status > 0) {
      endpoint.statuses[status] = (endpoint.statuses[status] ?? 0) + 1;
      silentSince = null;
    } else {
      silentSince ??= at;
    }
    // No answer is no fast one: k6 gives a refused connection 0 ms.
    if (status > 0 || timedOut) {
      record(endpoint.histogram, value);
      const list = begun.latencies.get(name);
      if (list) {
        list.push(value);
      } else {
        begun.latencies.set(name, [value]);
      }
    } else {
      endpoint.unanswered++;
    }
    if (expected && status >= 400) {
      endpoint.refused++;
    }
    if (!expected) {
      endpoint.failed++;
      const lost = timedOut ? 'timeout' : 'connection';
      kinds.take(
        { endpoint: name, kind: status === 0 ? lost : `status-${status}` },
        bucketOfEnd(),
        1,
      );
    }
  };

  const takeCounter = ({ metric, value, scenario, tags }: Sample, bucket: Bucket): void => {
    const { endpoint = '', kind = 'answer' } = tags;
    const ofJourney = journeys.includes(scenario);
    switch (metric) {
      case 'wrong_answers': {
        const drawn = tags.drawn === 'true';
        endpointOf(endpoint)[drawn ? 'wrongDrawn' : 'wrong'] += value;
        kinds.take({ endpoint, kind, drawn }, bucket, value);
        break;
      }
      case 'judged_answers':
        endpointOf(endpoint).drawn += value;
        break;
      case 'refused_answers':
        endpointOf(endpoint).refused += value;
        break;
      case 'listed_payments':
        listed.payments += value;
        listed.pages++;
        break;
      case 'data_received':
        totals.received += ofJourney ? value : 0;
        break;
      case 'data_sent':
        totals.sent += ofJourney ? value : 0;
        break;
      case 'dropped_iterations':
        totals.dropped += value;
        bucket.dropped += value;
        break;
      case 'token_failures':
        totals.tokens += value;
        break;
      case 'states_exhausted':
        totals.exhausted += value;
        break;
    }
  };

  /** `start` is when the figures begin: after the warm-up. */
  const take = (sample: Sample, start: number): void => {
    const { metric, at, value, scenario, name } = sample;
    const lasts = metric === 'http_req_duration' || metric === 'iteration_duration';
    const begunAt = lasts ? at - value : at;
    const second = (moment: number) => (moment - start) / 1000;
    if (warmUpSeconds > 0 && begunAt < start) {
      leftOut += metric === 'http_req_duration' && !NOT_THE_TARGETS.has(name) ? 1 : 0;
      return;
    }
    if (metric === 'iteration_duration') {
      if (journeys.includes(scenario)) {
        totals.iterations++;
        buckets.at(second(begunAt)).started++;
      }
      return;
    }
    if (metric === 'generator_lag') {
      // A generator that slept through three seconds was late in all of them.
      const late = new Set([buckets.at(second(at))]);
      for (let before = at; before > at - value; before -= 1000 * buckets.seconds) {
        late.add(buckets.at(second(before)));
      }
      for (const bucket of late) {
        bucket.lags.push(value);
      }
      return;
    }
    if (!metric.startsWith(PHASE_PREFIX)) {
      takeCounter(sample, buckets.at(second(at)));
      return;
    }
    // A refused token is counted by token_failures; only login takes none.
    if (NOT_THE_TARGETS.has(name) || (sample.status === 401 && name !== 'login')) {
      return;
    }
    if (metric === 'http_req_duration') {
      takeRequest(sample, buckets.at(second(begunAt)), () => buckets.at(second(at)));
    } else if (sample.status > 0) {
      recordPhase(endpointOf(name), metric.slice(PHASE_PREFIX.length) as Phase, value);
    }
  };

  const requests = () => sumOf([...endpoints.values()].map((it) => it.requests));
  const errors = () => sumOf([...endpoints.values()].map(errorsOf));

  return {
    /** Call once for each k6 process. */
    source(): Pick<SampleSource, 'take'> {
      const source = sampleSource({
        take: (sample, begun) => take(sample, begun + 1000 * warmUpSeconds),
        onBegin: (at) => {
          const start = at + 1000 * warmUpSeconds;
          earliest = Math.min(earliest ?? start, start);
        },
      });
      sources.push(source);
      return { take: source.take };
    },

    /** How busy the machine of k6 was in the time before `at`, a share from 0 to 1. */
    takeBusy(at: number, busy: number): void {
      if (earliest !== null && at >= earliest) {
        buckets.at((at - earliest) / 1000).busy.push(busy);
      }
    },

    /** Call when all k6 processes have ended, before the figures are read. */
    finish(): void {
      for (const source of sources) {
        source.finish();
      }
      buckets.close();
    },

    snapshot(now: number): Snapshot {
      const recent = [...(buckets.lastFull()?.latencies.values() ?? [])].flat();
      return {
        elapsedSeconds: earliest === null ? 0 : Math.max(0, (now - earliest) / 1000),
        requests: requests(),
        errors: errors(),
        requestsPerSecond: recent.length / buckets.seconds,
        p95: recent.length > 0 ? latencyOfBucket(recent).p95 : null,
      };
    },

    /** Since when no request was answered, in milliseconds since 1970; null where the last one was. */
    unansweredSince: () => silentSince,

    /** Requests of the warm-up, which are in no figure. */
    leftOut: () => leftOut,

    virtualUsers: () => sumOf(sources.map((source) => source.virtualUsers())),

    /** What gates are held against. */
    measured(): Measured {
      return {
        droppedIterations: totals.dropped,
        listedPayments: listed.payments,
        listedPages: listed.pages,
        endpoints: new Map(
          [...endpoints].map(([name, it]) => [
            name,
            {
              ...{ requests: it.requests, failed: it.failed, unanswered: it.unanswered },
              ...{ refused: it.refused, wrong: wrongOf(it), histogram: it.histogram },
            },
          ]),
        ),
      };
    },

    totals(): LoadTotals {
      const count = requests();
      const ofListing = endpoints.get('awaiting-payments');
      return {
        iterations: totals.iterations,
        droppedIterations: totals.dropped,
        requests: count,
        errors: errors(),
        errorRate: count === 0 ? 0 : Math.min(1, errors() / count),
        statesExhausted: totals.exhausted,
        tokenFailures: totals.tokens,
        bytesReceived: totals.received,
        bytesSent: totals.sent,
        listed: {
          ...listed,
          estimate: Math.round(listed.payments * (ofListing ? scaleOf(ofListing) : 1)),
        },
      };
    },

    endpoints(): EndpointFigures[] {
      return [...endpoints].map(([name, it]) => figuresOf(name, it));
    },

    errorCounts: () => kinds.counts((endpoint) => scaleOf(endpointOf(endpoint))),

    timeline: (): Timeline => timelineOf(buckets.all(), buckets.seconds, shape),
  };
}

/** What gathers the samples of a run. */
export type Recorder = ReturnType<typeof recording>;

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
