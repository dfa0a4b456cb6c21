import { describe, expect, it } from 'vitest';
import { gatesOf } from '../run/gates.ts';
import { shapeOf } from '../scripts/plan/profiles.ts';
import { decodeHistogram } from './latency-histogram.ts';
import { recording } from './recording.ts';
import type { Sample } from './sample-reader.ts';

const START = 1_795_000_000_000;

function recorder(durationSeconds = 10) {
  return recording({
    journey: 'payment-listing',
    shape: shapeOf('smoke', 10, durationSeconds),
    durationSeconds,
    timeoutSeconds: 2,
  });
}

function sample(metric: string, at: number, value: number, more: Partial<Sample> = {}): Sample {
  const scenario = 'payment-listing';
  const http = { name: 'awaiting-payments', status: 200, errorCode: 0, expected: true };
  return { metric, at: START + at, value, scenario, ...http, tags: {}, ...more };
}

const start = (): Sample => ({ ...sample('journey_start', 0, 0), value: START });
const FAILED = { status: 500, expected: false };

describe('a recording', () => {
  it('puts a request into the second in which it was sent', () => {
    const it = recorder();
    it.take(start());
    it.take(sample('http_req_duration', 2100, 1500));
    it.finish();
    expect(it.timeline().buckets.map(({ requests }) => requests)).toEqual([1, 0, 0].slice(0, 1));
    expect(it.timeline().buckets[0]?.latency?.max).toBe(1500);
  });

  it('keeps samples that come before the start is known', () => {
    const it = recorder();
    it.take(sample('http_req_duration', 1100, 50));
    it.take(start());
    it.finish();
    expect(it.timeline().buckets[1]?.requests).toBe(1);
    expect(it.totals().requests).toBe(1);
  });

  it('counts failures with their latency and their kind', () => {
    const it = recorder();
    it.take(start());
    it.take(sample('http_req_duration', 100, 10));
    it.take(sample('http_req_duration', 200, 10, FAILED));
    it.take(sample('http_req_duration', 300, 10, { status: 0, errorCode: 1050, expected: false }));
    it.take(sample('http_req_duration', 400, 10, { status: 0, errorCode: 1212, expected: false }));
    it.take(
      sample('wrong_answers', 400, 1, { tags: { endpoint: 'awaiting-payments', kind: 'schema' } }),
    );
    it.finish();
    expect(it.errorCounts().map(({ kind, count }) => [kind, count])).toEqual([
      ['status-500', 1],
      ['timeout', 1],
      ['connection', 1],
      ['schema', 1],
    ]);
    expect(it.endpoints()[0]).toMatchObject({ requests: 4, errors: 4, errorRate: 1 });
  });

  it('leaves out the states hook and refused tokens, but not a refused login', () => {
    const it = recorder();
    const refused = { status: 401, expected: false };
    it.take(start());
    it.take(sample('http_req_duration', 100, 10, { name: 'states' }));
    it.take(sample('http_req_duration', 100, 10, { name: 'setup-login' }));
    it.take(sample('http_req_duration', 100, 10, refused));
    it.take(sample('token_failures', 100, 1));
    it.take(sample('http_req_duration', 100, 10, { ...refused, name: 'login' }));
    it.finish();
    expect(it.totals()).toMatchObject({ requests: 1, errors: 1, tokenFailures: 1 });
  });

  it('takes iterations of the background for no load', () => {
    const it = recorder();
    it.take(start());
    it.take(sample('iteration_duration', 1500, 1400));
    it.take(sample('iteration_duration', 1500, 100, { scenario: 'sessions' }));
    it.finish();
    expect(it.totals().iterations).toBe(1);
    expect(it.timeline().buckets[0]?.rateAchieved).toBe(1);
  });

  it('forgets single latencies of seconds long past, and keeps their percentiles and histogram', () => {
    const it = recorder(100);
    it.take(start());
    for (let second = 0; second < 60; second++) {
      for (let request = 1; request <= 100; request++) {
        it.take(sample('http_req_duration', second * 1000 + 500, request));
      }
    }
    it.finish();
    const { buckets } = it.timeline();
    expect(buckets).toHaveLength(60);
    expect(buckets[3]?.latency).toEqual({ p50: 50, p95: 95, p99: 99, max: 100 });
    const second = buckets[3]?.endpoints['awaiting-payments'];
    expect(decodeHistogram(second?.histogram ?? '').getValueAtPercentile(95)).toBeCloseTo(
      95_000,
      -2,
    );
    expect(decodeHistogram(it.endpoints()[0]?.histogram ?? '').totalCount).toBe(6000);
  });

  it('tells refusals that are no errors from errors', () => {
    const it = recorder();
    it.take(start());
    it.take(sample('http_req_duration', 100, 10));
    it.take(sample('http_req_duration', 200, 10, { status: 404, expected: true }));
    it.take(sample('http_req_duration', 300, 10, { status: 404, expected: false }));
    it.finish();
    expect(it.endpoints()[0]).toMatchObject({ requests: 3, errors: 1, refused: 1 });
  });

  it('gives no percentile above the longest latency, nor a gate', () => {
    const it = recorder();
    it.take(start());
    it.take(sample('http_req_duration', 500, 25.341));
    it.finish();
    const { latency } = it.endpoints()[0] ?? {};
    expect(latency).toMatchObject({ p50: 25.341, p99: 25.341, p999: 25.341, max: 25.341 });
    const metric = 'http_req_duration{name:awaiting-payments}';
    expect(gatesOf({ [metric]: ['p(99)<100'] }, it.measured())[0]?.value).toBe(25.341);
  });

  it('makes the buckets of a long run longer', () => {
    expect(recorder(7200).timeline().bucketSeconds).toBe(4);
  });
});

describe('gates', () => {
  const NAME = 'awaiting-payments';
  const thresholds = {
    dropped_iterations: ['count==0'],
    [`http_req_duration{name:${NAME}}`]: ['p(99)<100'],
    [`http_req_failed{name:${NAME}}`]: ['rate<=0.5'],
    [`http_reqs{name:${NAME},expected_response:true}`]: ['count>=2'],
  };

  it('are held against latency, errors, counts and dropped iterations', () => {
    const it = recorder();
    it.take(start());
    it.take(sample('http_req_duration', 100, 100.5));
    it.take(sample('http_req_duration', 100, 10, FAILED));
    it.take(sample('dropped_iterations', 100, 1));
    it.finish();
    expect(gatesOf(thresholds, it.measured()).map(({ ok, value }) => [ok, value])).toEqual([
      [false, 1],
      [false, expect.closeTo(100.5, 0)],
      [true, 0.5],
      [false, 1],
    ]);
  });

  it('do not pass an empty run', () => {
    const it = recorder();
    it.finish();
    const breached = gatesOf(thresholds, it.measured()).filter(({ ok }) => !ok);
    expect(breached.map(({ metric }) => metric)).toEqual([
      `http_reqs{name:${NAME},expected_response:true}`,
    ]);
  });
});
