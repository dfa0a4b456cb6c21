import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answered, unsent } from '../testing/sample-repayment.ts';
import { type Left, leave, listed, logged, RUN, START } from '../testing/sample-results.ts';
import { collectRuns } from './collect.ts';
import { segmentsOf } from './segments.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-collect-'));
});
afterEach(() => rm(folder, { recursive: true }));

const TARGET = {
  ...{
    name: 'sample',
    baseUrl: 'http://127.0.0.1:9',
    lendingUrl: '',
    investmentUrl: '',
    timeoutMs: 30_000,
  },
  ...{ users: {}, states: {} },
};

const left = (name: string, share: number, changes?: Partial<Left>) =>
  leave(folder, name, share, changes);
const upTo = (last: number, from = 1) =>
  Array.from({ length: last - from + 1 }, (_, index) => from + index);
const collected = () => collectRuns({ folder, target: TARGET });

describe('what the processes of one run left', () => {
  it('becomes one report with the percentiles of all samples', async () => {
    await left('pod-1', 0, { csv: gzipSync(listed(upTo(90))) });
    await left('pod-2', 1, { csv: gzipSync(listed(upTo(100, 91))) });
    const report = await collected();
    expect(report).toMatchObject({ verdict: 'passed', reasons: [], target: 'sample' });
    const listing = report.endpoints.find(({ name }) => name === 'awaiting-payments');
    expect(listing).toMatchObject({ requests: 100, errors: 0 });
    expect(listing?.latency.p50).toBeCloseTo(50, 0);
    expect(report.startedAt).toBe(new Date(START).toISOString());
    expect(report.fingerprint.machine.hostname).toBe('pod-1, pod-2');
  });

  it('is audited together: two processes with one record between them lost money', async () => {
    const lending = (share: number, ...amounts: number[]) =>
      logged(
        { ...RUN, journey: 'lending', ...segmentsOf(2)[share] },
        ...amounts.map((amount) => answered(unsent(amount), { recordId: `record-${amount}` })),
        { event: 'end' },
      );
    await left('pod-1', 0, { console: lending(0, 3, 4) });
    await left('pod-2', 1, { console: lending(1, 4, 5) });
    const { audit, verdict } = await collectRuns({
      ...{ folder, target: { ...TARGET, users: { customer: { email: 'a', password: 'b' } } } },
    });
    expect(verdict).toBe('failed');
    expect(audit?.checks.find(({ id }) => id === 'sums')).toMatchObject({
      result: 'failed',
      violations: ['2 keys were answered with the same record record-4'],
    });
  });

  it('may be that of a single process', async () => {
    await left('pod', 2);
    expect(await collected()).toMatchObject({ verdict: 'passed', totals: { requests: 5 } });
  });

  it('is broken where scripts threw, with what they threw', async () => {
    const log = `${JSON.stringify({ level: 'error', msg: 'Error: oops', hint: 'script exception' })}\n`;
    await left('pod-1', 0, { log });
    await left('pod-2', 1);
    const report = await collected();
    expect(report).toMatchObject({
      verdict: 'broken',
      reasons: ['1 iterations threw: Error: oops'],
    });
  });

  it('is broken where a process was killed, whose samples break off', async () => {
    const whole = gzipSync(listed(upTo(1000)));
    const [, second] = segmentsOf(2);
    const console = logged({ ...RUN, ...second });
    await left('pod-1', 0);
    await left('pod-2', 1, { csv: whole.subarray(0, whole.length / 2), console });
    const { verdict, reasons, totals } = await collected();
    expect(verdict).toBe('broken');
    expect(reasons.join()).toContain('k6 was ended before it had measured all');
    expect(totals.requests).toBeGreaterThan(100);
  });

  it('is read up to the last whole line, wherever its samples break off', async () => {
    const csv = listed([3, 1, 2]);
    const whole = gzipSync(csv);
    const times = csv.match(/(?<=,)\d{16}(?=,)/g)?.map((time) => Number(time) / 1000) ?? [];
    const console = logged({ ...RUN });
    for (let cut = 0; cut <= whole.length; cut++) {
      await left('pod', 2, { csv: whole.subarray(0, cut), console });
      const { endpoints, timeline, startedAt, endedAt } = await collected();
      const names = endpoints.map(({ name }) => name);
      expect(['awaiting-payments', 'login', 'refresh']).toEqual(expect.arrayContaining(names));
      expect(JSON.stringify(timeline)).not.toContain('NaN');
      const counted = timeline.buckets.reduce((sum, { requests }) => sum + requests, 0);
      expect(counted).toBe(endpoints.reduce((sum, { requests }) => sum + requests, 0));
      if (counted === 0) {
        continue;
      }
      expect(Date.parse(startedAt)).toBe(Math.floor(Math.min(...times)));
      expect(Date.parse(endedAt)).toBeLessThanOrEqual(Math.max(...times));
    }
  });

  it('has the times of the processes that measured something', async () => {
    await left('pod-1', 0, { csv: Buffer.alloc(0) });
    await left('pod-2', 1);
    const { startedAt, endedAt, totals } = await collected();
    expect(totals.requests).toBe(5);
    expect(startedAt).toBe(new Date(START).toISOString());
    expect(endedAt).toBe(new Date(START + 600).toISOString());
  });

  it('has the times of its files where none measured anything', async () => {
    const begun = Date.now();
    await left('pod-1', 0, { csv: gzipSync('') });
    await left('pod-2', 1, { csv: gzipSync('') });
    const { verdict, startedAt } = await collected();
    expect(verdict).toBe('broken');
    // File systems keep times less finely than the clock.
    expect(Date.parse(startedAt)).toBeGreaterThan(begun - 5000);
  });

  it('is broken where the samples break off although k6 ended: they were not copied whole', async () => {
    const whole = gzipSync(listed(upTo(1000)));
    await left('pod-1', 0);
    await left('pod-2', 1, { csv: whole.subarray(0, whole.length / 2) });
    const { verdict, reasons } = await collected();
    expect(verdict).toBe('broken');
    expect(reasons.join()).toContain('its samples are not whole');
  });

  it.each<[string, () => Promise<void>, RegExp]>([
    ['nothing', async () => {}, /holds no <pod>\.csv\.gz/],
    ['one share of two', () => left('pod-1', 0), /shares 0:1\/2, 1\/2:1 lacks 1\/2:1/],
    [
      'a share twice',
      async () => {
        for (const [share, name] of ['a', 'b', 'c'].entries()) {
          await left(name, share % 2);
        }
      },
      /share 0:1\/2 is there 2 times: a, c/,
    ],
    [
      'a share of another run',
      async () => {
        await left('a', 2);
        await left('b', 1);
      },
      /(is|are) (not )?of (another|one) run/,
    ],
    [
      'no console output',
      () => left('a', 2, { console: '' }),
      /a\.console does not tell what was run/,
    ],
    [
      'no samples',
      () => left('a', 2, { csv: Buffer.from('not gzip') }),
      /cannot read .*a\.csv\.gz/,
    ],
  ])('is refused where the folder holds %s', async (_what, prepare, message) => {
    await prepare();
    await expect(collected()).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(message),
    });
  });

  it('is refused where a log is missing, and where there is no folder', async () => {
    await left('a', 2);
    await rm(join(folder, 'a.log'));
    await expect(collected()).rejects.toThrow(/cannot read .*a\.log/);
    await expect(collectRuns({ folder: join(folder, 'none'), target: TARGET })).rejects.toThrow(
      'cannot read the folder',
    );
  });
});
