import { describe, expect, it } from 'vitest';
import { FAILED, recorder, sample, start } from '../testing/recorded-samples.ts';
import { gatesOf } from './gates.ts';

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
    for (let request = 0; request < 1000; request++) {
      it.take(sample('http_req_duration', 1000, 100.5));
      it.take(sample('http_req_duration', 1000, 10, FAILED));
    }
    it.take(sample('dropped_iterations', 100, 1));
    it.finish();
    expect(gatesOf(thresholds, it.measured()).map(({ ok, value }) => [ok, value])).toEqual([
      [false, 1],
      [false, expect.closeTo(100.5, 0)],
      [true, 0.5],
      [true, 1000],
    ]);
  });

  it('do not take lists of which none was judged in full for empty ones', () => {
    const it = recorder();
    it.take(start());
    it.take(sample('http_req_duration', 100, 5));
    const gate = () => gatesOf({ listed_payments: ['count>0'] }, it.measured())[0];
    expect(gate()).toMatchObject({ ok: true, unjudged: 'no list was drawn to be judged in full' });
    it.take(sample('listed_payments', 200, 0));
    expect(gate()).toMatchObject({ value: 0, ok: false, unjudged: null });
  });

  it('judge no iteration that was dropped while the generator was late itself', () => {
    const it = recorder();
    it.take(start());
    it.take(sample('dropped_iterations', 100, 2));
    it.finish();
    const [gate] = gatesOf(thresholds, { ...it.measured(), dropsAreOurs: true });
    expect(gate).toMatchObject({ value: 2, ok: true, unjudged: expect.stringContaining('late') });
  });

  it('are not judged by percentiles beyond which fewer than ten requests lie', () => {
    const it = recorder();
    it.take(start());
    for (let request = 0; request < 999; request++) {
      it.take(sample('http_req_duration', 1000, 500));
    }
    const p99 = () => gatesOf(thresholds, it.measured())[1];
    expect(p99()).toMatchObject({ ok: true, unjudged: '999 of 1000 requests needed' });
    it.take(sample('http_req_duration', 1000, 500));
    expect(p99()).toMatchObject({ ok: false, unjudged: null });
  });

  it('of time are not judged where the generator was saturated, all others are', () => {
    const it = recorder();
    it.take(start());
    for (let request = 0; request < 1000; request++) {
      it.take(sample('http_req_duration', 1000, 500, FAILED));
    }
    it.take(sample('dropped_iterations', 100, 1));
    const gates = gatesOf(thresholds, { ...it.measured(), saturated: true });
    expect(gates.map(({ ok, unjudged }) => [ok, unjudged !== null])).toEqual([
      [true, true],
      [true, true],
      [false, false],
      [false, false],
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
