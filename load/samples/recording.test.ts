import { describe, expect, it } from 'vitest';
import { gatesOf } from '../judge/gates.ts';
import { FAILED, recorder, START, sample, start } from '../testing/recorded-samples.ts';
import { decodeHistogram } from './latency-histogram.ts';

describe('a recording', () => {
  it('puts a request into the second in which it was sent', () => {
    const it = recorder();
    it.take(start());
    it.take(sample('http_req_duration', 2100, 1500));
    it.finish();
    expect(it.timeline().buckets.map(({ requests }) => requests)).toEqual([1]);
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
    it.take(sample('http_req_duration', 400, 0, { status: 0, errorCode: 1212, expected: false }));
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

  it('has a failed connection in no percentile, which k6 calls an answer of 0 ms', () => {
    const it = recorder();
    it.take(start());
    const lost = { status: 0, errorCode: 1212, expected: false };
    for (let request = 0; request < 90; request++) {
      it.take(sample('http_req_duration', 500, 0, lost));
    }
    for (let request = 0; request < 10; request++) {
      it.take(sample('http_req_duration', 900, 300));
    }
    it.finish();
    const [figures] = it.endpoints();
    expect(figures).toMatchObject({ requests: 100, unanswered: 90, errors: 90, errorRate: 0.9 });
    expect(figures?.latency.min).toBeCloseTo(300, -1);
    expect(it.timeline().buckets[0]).toMatchObject({ requests: 100, latency: { p50: 300 } });
    const metric = 'connection_failures{name:awaiting-payments}';
    expect(gatesOf({ [metric]: ['count<=0'] }, it.measured())[0]).toMatchObject({
      ...{ value: 90, ok: false },
    });
  });

  it('takes a request that ran into its timeout for one that lasted as long', () => {
    const it = recorder();
    it.take(start());
    it.take(
      sample('http_req_duration', 2100, 2000, { status: 0, errorCode: 1050, expected: false }),
    );
    it.finish();
    expect(it.endpoints()[0]).toMatchObject({ unanswered: 0, latency: { max: 2000 } });
  });

  it('scales what is wrong in a sample to all answers, and says what was seen', () => {
    const it = recorder();
    it.take(start());
    for (let request = 0; request < 2000; request++) {
      it.take(sample('http_req_duration', 500, 10));
    }
    const tags = { endpoint: 'awaiting-payments' };
    it.take(sample('judged_answers', 500, 100, { tags }));
    it.take(sample('wrong_answers', 500, 1, { tags: { ...tags, kind: 'content', drawn: 'true' } }));
    it.take(sample('wrong_answers', 500, 3, { tags: { ...tags, kind: 'answer' } }));
    for (let page = 0; page < 100; page++) {
      it.take(sample('listed_payments', 500, 7));
    }
    it.finish();
    // 3 are wrong at a look, so the 100 were drawn from 1,997.
    expect(it.endpoints()[0]?.sample).toMatchObject({
      ...{ judged: 100, of: 1997, wrong: 1, estimatedWrong: 20 },
    });
    expect(it.endpoints()[0]?.errors).toBe(23);
    expect(it.errorCounts()).toEqual([
      { endpoint: 'awaiting-payments', kind: 'content', count: 20, seen: 1 },
      { endpoint: 'awaiting-payments', kind: 'answer', count: 3, seen: 3 },
    ]);
    expect(it.totals().listed).toEqual({ payments: 700, pages: 100, estimate: 13_979 });
  });

  it('counts FAILED of a good status as refused, and as no good answer', () => {
    const it = recorder();
    it.take(start());
    it.take(sample('http_req_duration', 100, 10));
    it.take(sample('http_req_duration', 200, 10));
    it.take(sample('refused_answers', 200, 1, { tags: { endpoint: 'awaiting-payments' } }));
    it.finish();
    expect(it.endpoints()[0]).toMatchObject({ requests: 2, errors: 0, refused: 1 });
    const metric = 'http_reqs{name:awaiting-payments,expected_response:true}';
    expect(gatesOf({ [metric]: ['count>=2'] }, it.measured())[0]).toMatchObject({
      ...{ value: 1, ok: false },
    });
  });

  it('leaves out what was begun in the warm-up, and says how much that was', () => {
    const it = recorder(10, 2);
    it.take(start());
    it.take(sample('http_req_duration', 1500, 900));
    it.take(sample('http_req_duration', 2100, 900));
    it.take(sample('dropped_iterations', 1000, 1));
    it.take(sample('http_req_duration', 2600, 100));
    it.finish();
    expect(it.totals()).toMatchObject({ requests: 1, droppedIterations: 0 });
    expect(it.leftOut()).toBe(2);
    expect(it.timeline().buckets[0]).toMatchObject({ second: 0, requests: 1 });
  });

  it('is one of several processes, each from its own start on', () => {
    const it = recorder();
    const other = it.source();
    it.take(start());
    other.take({ ...sample('journey_start', 0, 0), value: START + 60_000 });
    it.take(sample('http_req_duration', 1500, 10));
    other.take(sample('http_req_duration', 61_500, 30));
    it.take(sample('vus_max', 100, 5));
    other.take(sample('vus_max', 100, 6));
    it.finish();
    expect(it.timeline().buckets).toHaveLength(2);
    expect(it.timeline().buckets[1]).toMatchObject({ requests: 2, latency: { max: 30 } });
    expect(it.virtualUsers()).toBe(11);
  });

  it('keeps how busy the machine of k6 was, and how late k6 woke up', () => {
    const it = recorder();
    it.take(start());
    for (const lag of [1, 1, 2, 2, 90]) {
      it.take(sample('generator_lag', 500, lag));
    }
    it.takeBusy(START + 600, 0.9);
    it.finish();
    expect(it.timeline().buckets[0]?.generator).toEqual({ busy: 0.9, lagMs: 2 });
  });

  it('counts a lag for as long as it took: k6 that is stopped most of the time notes few', () => {
    const it = recorder();
    it.take(start());
    for (const lag of [1, 1, 300, 1]) {
      it.take(sample('generator_lag', 900, lag));
    }
    it.finish();
    expect(it.timeline().buckets[0]?.generator.lagMs).toBe(300);
  });

  it('takes k6 for late in every second that it slept through', () => {
    const it = recorder();
    it.take(start());
    it.take(sample('generator_lag', 3500, 2600));
    it.finish();
    const lags = it.timeline().buckets.map(({ generator }) => generator.lagMs);
    expect(lags).toEqual([null, 2600, 2600, 2600]);
  });

  it('tells since when nothing is answered', () => {
    const it = recorder();
    it.take(start());
    const lost = { status: 0, errorCode: 1212, expected: false };
    expect(it.unansweredSince()).toBeNull();
    it.take(sample('http_req_duration', 1000, 0, lost));
    it.take(sample('http_req_duration', 2000, 0, lost));
    expect(it.unansweredSince()).toBe(START + 1000);
    it.take(sample('http_req_duration', 3000, 10, FAILED));
    expect(it.unansweredSince()).toBeNull();
  });

  it('makes the buckets of a long run longer', () => {
    expect(recorder(7200).timeline().bucketSeconds).toBe(4);
  });
});
