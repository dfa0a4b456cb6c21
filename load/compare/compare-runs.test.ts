import { describe, expect, it } from 'vitest';
import type { LoadReport } from '../report/load-report.ts';
import { runs } from '../testing/repeated-runs.ts';
import { sampleEndpoint, sampleReport } from '../testing/sample-report.ts';
import { compareRuns } from './compare-runs.ts';

function changed(change: Partial<LoadReport['fingerprint']>): LoadReport {
  const [report] = runs(10) as [LoadReport];
  return { ...report, fingerprint: { ...report.fingerprint, ...change } };
}

const template = runs(10);

describe('the verdict', () => {
  it('is slower or faster where the effect is significant and above the minimum', () => {
    const slower = compareRuns(runs(10, 10.1, 9.9, 10), runs(12, 12.2, 11.9, 12));
    expect(slower.verdict).toBe('slower');
    expect(slower.reasons[0]).toMatch(/^slower: awaiting-payments p50 \+20\.\d%/);
    expect(compareRuns(runs(12, 12.2, 11.9, 12), runs(10, 10.1, 9.9, 10)).verdict).toBe('faster');
  });

  it('is same where an effect is significant and below the minimum', () => {
    const compared = compareRuns(runs(10, 10, 10, 10.01), runs(10.2, 10.2, 10.21, 10.2));
    expect(compared.metrics[0]?.pValue).toBeLessThan(0.05);
    expect(compared.verdict).toBe('same');
  });

  it('is inconclusive where the spread is wide, and where there is one pair', () => {
    expect(compareRuns(runs(10, 14, 9, 12), runs(12, 9, 15, 11)).verdict).toBe('inconclusive');
    const single = compareRuns(runs(10), runs(20));
    expect(single.verdict).toBe('inconclusive');
    expect(single.reasons[0]).toContain('run more repetitions');
  });

  it('judges no percentile that fewer than ten requests lie beyond', () => {
    const few = (latency: number) =>
      sampleReport({
        verdict: 'passed',
        endpoints: [sampleEndpoint('login', Array(300).fill(latency))],
      });
    const { metrics } = compareRuns([few(10), few(10.1)], [few(10), few(10.1)]);
    const verdicts = metrics.map(({ metric, verdict }) => [metric, verdict !== null]);
    expect(verdicts).toEqual([
      ['p50', true],
      ['p95', true],
      ['p99', false],
      ['throughput', true],
    ]);
  });

  it('calls less throughput slower', () => {
    const [report] = template as [LoadReport];
    const half = { ...report, totals: { ...report.totals, requests: report.totals.requests / 2 } };
    const compared = compareRuns([report, report, report], [half, half, half]);
    expect(compared.verdict).toBe('slower');
    expect(compared.reasons[0]).toBe('slower: throughput -50.0%');
  });

  it('names the failed runs of both sides, however fast they were', () => {
    const failed = (reason: string) => (report: LoadReport, index: number) =>
      index > 0
        ? report
        : { ...report, verdict: 'failed' as const, reasons: [reason, 'another reason'] };
    const { verdict, reasons } = compareRuns(
      runs(10, 10).map(failed('the old one was slow')),
      runs(5, 5).map(failed('money was lost')),
    );
    expect(verdict).toBe('faster');
    expect(reasons.slice(1)).toEqual([
      '1 of 2 new runs failed: money was lost',
      '1 of 2 base runs failed: the old one was slow',
    ]);
  });

  it('is inconclusive where no latency was judged, since an open model keeps the throughput', () => {
    const few = (latency: number) =>
      sampleReport({
        verdict: 'passed',
        endpoints: [sampleEndpoint('login', Array(19).fill(latency))],
      });
    const compared = compareRuns([few(10), few(10)], [few(90), few(90)]);
    expect(compared.metrics.at(-1)).toMatchObject({ metric: 'throughput', verdict: 'same' });
    expect(compared.verdict).toBe('inconclusive');
    expect(compared.reasons[0]).toMatch(/^no latency was judged.*longer/);
  });

  it('is slower where throughput was lost, also where no latency was judged', () => {
    const few = (count: number) =>
      sampleReport({
        verdict: 'passed',
        endpoints: [sampleEndpoint('login', Array(count).fill(9))],
      });
    expect(compareRuns([few(18), few(18)], [few(9), few(9)]).verdict).toBe('slower');
    expect(compareRuns([few(9), few(9)], [few(18), few(18)]).verdict).toBe('inconclusive');
  });

  it('names the percentiles that were not judged where all others are the same', () => {
    const [report] = runs(10) as [LoadReport];
    const few = { ...report, endpoints: [sampleEndpoint('login', Array(300).fill(10))] };
    expect(compareRuns([few, few], [few, few]).reasons[0]).toBe(
      'every interval lies within the minimum effect; not judged, for want of requests: login p99',
    );
    expect(compareRuns(runs(10, 10), runs(10, 10)).reasons).toEqual([
      'every interval lies within the minimum effect',
    ]);
  });
});

describe('what may be compared', () => {
  it.each([
    ['the k6 version is v2.2.0 in one run and v2.3.0', { k6Version: 'v2.3.0' }],
    ['the profile is smoke in one run and average', { profile: 'average' }],
    ['the rate is 10 in one run and 20', { rate: 20 }],
    ['the duration in seconds is 10 in one run and 20', { durationSeconds: 20 }],
    ['the seed is 1 in one run and 2', { seed: 2 }],
    ['the digest of the scripts is a', { scriptDigest: 'b'.repeat(64) }],
  ])('demands equal fingerprints: %s', (message, change) => {
    expect(() => compareRuns(runs(10), [changed(change)])).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) }),
    );
  });

  it('demands the same machine but not the same host name', () => {
    const { machine } = changed({}).fingerprint;
    expect(() => compareRuns(runs(10), [changed({ machine: { ...machine, cores: 8 } })])).toThrow(
      'the number of cores is 2 in one run and 8 in another',
    );
    const renamed = changed({ machine: { ...machine, hostname: 'other' } });
    expect(compareRuns(runs(10), [renamed]).reasons.join()).toContain('sample-host, other');
  });

  it('names every difference at once', () => {
    expect(() => compareRuns(runs(10), [changed({ rate: 20, seed: 2 })])).toThrow(
      /rate is 10.*seed is 1/,
    );
  });

  it('refuses unequal repetitions, no runs, broken and incomplete runs', () => {
    expect(() => compareRuns(runs(10, 10), runs(10))).toThrow('2 repetitions and the new side 1');
    expect(() => compareRuns([], runs(10))).toThrow('there is no run to compare');
    for (const verdict of ['broken', 'incomplete'] as const) {
      const [report] = runs(10) as [LoadReport];
      expect(() => compareRuns(runs(10), [{ ...report, verdict }])).toThrow(`is ${verdict}`);
    }
  });

  it('refuses a part of a run, and takes one whose gates could not be judged', () => {
    const [report] = runs(10) as [LoadReport];
    const partial = { reason: 'SIGINT was received', measuredSeconds: 3, plannedSeconds: 10 };
    expect(() => compareRuns(runs(10), [{ ...report, verdict: 'failed', partial }])).toThrow(
      'is a part of one',
    );
    const open = runs(10, 10, 10).map((it) => ({ ...it, verdict: 'inconclusive' as const }));
    expect(compareRuns(open, open).verdict).toBe('same');
  });

  it('is inconclusive where a generator was saturated, however clear the figures are', () => {
    const fast = runs(5, 5.01, 5.02);
    const busy = fast.map((it) => ({ ...it, generator: { ...it.generator, saturated: true } }));
    expect(compareRuns(runs(10, 10.01, 10.02), fast).verdict).toBe('faster');
    const { verdict, reasons } = compareRuns(runs(10, 10.01, 10.02), [
      ...fast.slice(1),
      ...busy.slice(2),
    ]);
    expect(verdict).toBe('inconclusive');
    expect(reasons[0]).toContain('the generator was saturated in 1 of 6 runs');
  });

  describe('what was answered', () => {
    const listing = (payments: number, bytes: number, latency: number) => {
      const [report] = runs(latency) as [LoadReport];
      const listed = { payments: 1000 * payments, pages: 1000, estimate: 1000 * payments };
      const { totals } = report;
      return { ...report, totals: { ...totals, bytesReceived: bytes * totals.iterations, listed } };
    };
    const sides = (payments: number, bytes: number, latency: number) =>
      Array.from({ length: 4 }, (_, index) =>
        listing(payments + 0.01 * index, bytes + index, latency + 0.001 * index),
      );

    it('makes a side that lists nothing not faster', () => {
      const { verdict, reasons, answers } = compareRuns(sides(20, 9000, 10), sides(0, 200, 2));
      expect(verdict).toBe('inconclusive');
      expect(reasons[0]).toMatch(
        /answers less, so its time says nothing: bytes .* payments per listing -\d+/,
      );
      expect(answers.map((each) => each.verdict)).toEqual(['less', 'less']);
    });

    it('is told of a side that lists nothing where a generator was saturated, too', () => {
      const busy = sides(20, 9000, 10).map((it) => ({
        ...it,
        generator: { ...it.generator, saturated: true },
      }));
      const { verdict, reasons } = compareRuns(busy, sides(0, 200, 2));
      expect(verdict).toBe('inconclusive');
      expect(reasons.join()).toMatch(/generator was saturated.*the new side answers less: bytes/);
    });

    it('makes a side of half the entries neither faster nor the same', () => {
      expect(compareRuns(sides(20, 9000, 10), sides(10, 9000, 10)).verdict).toBe('inconclusive');
      expect(compareRuns(sides(20, 9000, 10), sides(20, 4000, 5)).verdict).toBe('inconclusive');
    });

    it('leaves a slower side slower, and tells what else differs', () => {
      const { verdict, reasons } = compareRuns(sides(20, 9000, 10), sides(10, 9000, 20));
      expect(verdict).toBe('slower');
      expect(reasons.join()).toContain('it answers less: payments per listing -50.0%');
    });

    it('leaves a faster side that answers as much or more faster', () => {
      expect(compareRuns(sides(20, 9000, 10), sides(20, 9000, 5)).verdict).toBe('faster');
      const { verdict, reasons } = compareRuns(sides(20, 9000, 10), sides(20, 12_000, 5));
      expect(verdict).toBe('faster');
      expect(reasons.join()).toContain('answers more: bytes received per iteration');
    });
  });

  it('refuses runs whose k6 and machine nobody knows: all of these would be equal', () => {
    const { machine } = changed({}).fingerprint;
    const unknown = { ...machine, platform: 'unknown', cpu: 'unknown', cores: 0, memoryBytes: 0 };
    for (const change of [{ k6Version: 'unknown' }, { machine: unknown }]) {
      const run = changed(change);
      expect(() => compareRuns([run], [run])).toThrow(
        expect.objectContaining({
          name: 'UsageError',
          message: expect.stringMatching(/unknown.*assay load collect.*look equal/),
        }),
      );
    }
  });

  it('refuses a run of several processes beside that of one, and one that was warmed up', () => {
    const [report] = runs(10) as [LoadReport];
    expect(() => compareRuns([report], [changed({ instances: 2, warmUpSeconds: 5 })])).toThrow(
      /the warm-up in seconds is 0 .*; the number of k6 processes is 1 in one run and 2 in another/,
    );
  });

  it('shows what a target said in a message without what steers a terminal', () => {
    const [report] = runs(10) as [LoadReport];
    const broken = { ...report, verdict: 'broken' as const, reasons: ['\u001b[2Jall is well'] };
    expect(() => compareRuns([report], [broken])).toThrow('is broken: \\u{1b}[2Jall is well');
  });

  it('refuses a minimum effect of nothing', () => {
    expect(() => compareRuns(runs(10), runs(10), { minimumEffect: 0 })).toThrow('above 0');
  });
});
