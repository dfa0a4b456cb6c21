import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import schema from '../report/load-report.schema.json' with { type: 'json' };
import type { AuditReport, Gate, LoadReport } from '../report/load-report.ts';
import { decodeHistogram } from '../samples/latency-histogram.ts';
import { sampleBucket, sampleEndpoint, sampleReport } from '../testing/sample-report.ts';
import { mergeReports } from './merge-reports.ts';

const ajv = new Ajv2020({ allowUnionTypes: true });
ajvFormats.default(ajv);
const fits = ajv.compile(schema);

const LISTING = 'awaiting-payments';

function part(latencies: number[], changes: Partial<LoadReport> = {}): LoadReport {
  const endpoints = [sampleEndpoint(LISTING, latencies)];
  return sampleReport({
    verdict: 'passed',
    reasons: [],
    errors: [],
    gates: [],
    endpoints,
    ...changes,
  });
}

function gate(metric: string, statistic: string, limit: number, value: number | null): Gate {
  return { metric, endpoint: LISTING, statistic, operator: '<', limit, value, ok: true };
}

const P99 = `http_req_duration{name:${LISTING}}`;
const FAILED = `http_req_failed{name:${LISTING}}`;
const upTo = (last: number, from = 1) =>
  Array.from({ length: last - from + 1 }, (_, index) => from + index);

describe('merged reports', () => {
  it('have the percentiles of all requests, not the mean of the parts', () => {
    const merged = mergeReports([part(upTo(900)), part(upTo(1000, 901))]);
    const whole = part(upTo(1000));
    expect(merged.endpoints[0]?.latency).toEqual(whole.endpoints[0]?.latency);
    expect(merged.endpoints[0]?.latency.p50).toBeCloseTo(500, -1);
  });

  it('sum counts, errors, processor time and virtual users', () => {
    const error = { endpoint: LISTING, kind: 'timeout', count: 2, example: null };
    const { totals } = part([1, 2]);
    const merged = mergeReports([
      part([1, 2], { errors: [error], totals: { ...totals, errors: 2, statesExhausted: 3 } }),
      part([1, 2, 3], { errors: [{ ...error, count: 1, example: 'slow' }] }),
    ]);
    expect(merged.totals).toMatchObject({
      requests: 5,
      errors: 2,
      errorRate: 0.4,
      statesExhausted: 3,
    });
    expect(merged.errors).toEqual([{ ...error, count: 3, example: 'slow' }]);
    expect(merged.generator).toEqual({
      ...{ cpuSeconds: 0.4, virtualUsers: 20 },
      cpuSecondsPerThousandRequests: expect.closeTo(80, 6),
    });
    expect(merged.verdict).toBe('incomplete');
  });

  it('sum what was refused', () => {
    const refusing = (refused: number) => {
      const [endpoint] = part([1]).endpoints;
      return part([1], { endpoints: endpoint ? [{ ...endpoint, refused }] : [] });
    };
    expect(mergeReports([refusing(2), refusing(3)]).endpoints[0]).toMatchObject({ refused: 5 });
  });

  it('are of the published schema', () => {
    const merged = mergeReports([part([1, 2]), part([3])]);
    expect(fits(JSON.parse(JSON.stringify(merged))), JSON.stringify(fits.errors)).toBe(true);
  });

  it('add up the timeline, with the percentiles of all requests of each second', () => {
    const timelineOf = (...seconds: number[][]) => ({
      bucketSeconds: 1,
      buckets: seconds.map((latencies, second) => sampleBucket(second, latencies)),
    });
    // The worst of the parts' medians is 950, and their mean 700; the median of all is 500.
    const merged = mergeReports([
      part([1], { timeline: timelineOf(upTo(900), [7]) }),
      part([1], { timeline: timelineOf(upTo(1000, 901)) }),
    ]);
    expect(merged.timeline.buckets).toHaveLength(2);
    const [first, second] = merged.timeline.buckets;
    const { latency } = sampleBucket(0, upTo(1000));
    expect(first).toMatchObject({ latency, requests: 1000 });
    expect(first?.endpoints[LISTING]).toMatchObject({ ...latency, requests: 1000 });
    expect(decodeHistogram(first?.endpoints[LISTING]?.histogram ?? '').totalCount).toBe(1000);
    expect(first?.latency?.p50).toBeCloseTo(500, -1);
    expect(first).toMatchObject({
      rateAsked: 10,
      rateAchieved: 20,
      errorKinds: { 'status-500': 2 },
    });
    expect(second).toMatchObject({ rateAchieved: 10, requests: 1, latency: { max: 7 } });
  });
});

describe('gates of merged reports', () => {
  it('are breached by the whole although each instance met its own', () => {
    // Two of 150 requests are slow: beyond the p99 of the whole, and of one part of three only.
    const slow = [...Array(98).fill(10), 500, 500];
    const gates = [gate(P99, 'p(99)', 100, 10)];
    const merged = mergeReports([part(slow, { gates }), part(Array(50).fill(10), { gates })]);
    expect(merged.gates[0]).toMatchObject({ value: expect.closeTo(500, 0), ok: false });
    expect(merged.verdict).toBe('failed');
    expect(merged.reasons[0]).toContain(`${LISTING} http_req_duration p(99) must be < 100`);
  });

  it('are met by the whole although one instance breached its own', () => {
    const gates = [gate(P99, 'p(99)', 100, 500)];
    const [first] = gates as [Gate];
    const breached = part([500], { gates: [{ ...first, ok: false }], verdict: 'failed' });
    const merged = mergeReports([breached, part(Array(999).fill(10), { gates })]);
    expect(merged.gates[0]).toMatchObject({ value: expect.closeTo(10, 0), ok: true });
    expect(merged.verdict).toBe('passed');
  });

  it('weigh rates by requests and sum counts', () => {
    const count: Gate = {
      ...gate('listed_payments', 'count', 0, 3),
      endpoint: null,
      operator: '>',
    };
    const merged = mergeReports([
      part(Array(900).fill(1), { gates: [gate(FAILED, 'rate', 0.05, 0), count] }),
      part(Array(100).fill(1), {
        gates: [gate(FAILED, 'rate', 0.05, 0.2), { ...count, value: 4 }],
      }),
    ]);
    expect(merged.gates[0]).toMatchObject({ value: expect.closeTo(0.02, 10), ok: true });
    expect(merged.gates[1]).toMatchObject({ value: 7, ok: true });
  });
});

describe('the audit of a merged report', () => {
  const audited = (result: AuditReport['result']): AuditReport => ({
    result,
    checks: [{ id: 'ledger', result, message: '5 rows', examined: 5, violations: [] }],
  });

  it('is that of the whole, and takes part in its verdict', () => {
    const parts = [part([1]), part([1])];
    expect(mergeReports(parts)).toMatchObject({ audit: null, verdict: 'passed' });
    for (const [result, verdict] of [
      ['passed', 'passed'],
      ['failed', 'failed'],
      ['inconclusive', 'incomplete'],
    ] as const) {
      expect(mergeReports(parts, audited(result))).toMatchObject({ audit: { result }, verdict });
    }
  });
});

describe('what may be merged', () => {
  it('are parts of one run only', () => {
    const other = part([1]);
    expect(() => mergeReports([])).toThrow('no report');
    expect(() =>
      mergeReports([part([1]), { ...other, fingerprint: { ...other.fingerprint, seed: 2 } }]),
    ).toThrow('the seed is 1 in one run and 2');
  });

  it('stays broken where scripts threw, but not where one share was empty', () => {
    const threw = part([1], { verdict: 'broken', reasons: ['3 iterations threw: oops'] });
    expect(mergeReports([part([1]), threw])).toMatchObject({ verdict: 'broken' });
    const empty = part([], { verdict: 'broken', reasons: ['nothing was measured'] });
    expect(mergeReports([part([1]), empty])).toMatchObject({ verdict: 'passed', reasons: [] });
  });
});
