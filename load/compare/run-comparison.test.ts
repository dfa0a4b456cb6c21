import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStubTarget } from '../self-check/stub-target.ts';
import { stubTargetAt } from '../self-check/stub-target-at.ts';
import { k6InTests } from '../testing/k6-in-tests.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { compareRuns } from './compare-runs.ts';
import schema from './comparison.schema.json' with { type: 'json' };
import { renderComparisonTerminal } from './comparison-terminal.ts';
import { readRuns } from './read-runs.ts';
import { runAgainst, runRepetitions, writeBaseline } from './run-comparison.ts';
import { writeComparison } from './write-comparison.ts';

const ajv = new Ajv2020({ allowUnionTypes: true });
ajvFormats.default(ajv);
const fits = ajv.compile(schema);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-compare-'));
});
afterAll(() => rm(folder, { recursive: true }));

const passed = (startedAt: string) => sampleReport({ verdict: 'passed', reasons: [], startedAt });
const days = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z', '2026-11-03T00:00:00.000Z'];

describe('what a comparison writes', () => {
  it('is JSON of its published schema and HTML with both sides', async () => {
    const runs = days.map(passed);
    const comparison = compareRuns(runs, runs);
    const files = await writeComparison(join(folder, 'written'), {
      comparison,
      base: runs,
      next: runs,
    });
    const written = JSON.parse(await readFile(files.json, 'utf8'));
    expect(fits(written), JSON.stringify(fits.errors)).toBe(true);
    expect(written.verdict).toBe('same');
    expect(fits({ ...written, verdict: 'better' })).toBe(false);
    expect(await readFile(files.html, 'utf8')).toContain('<h1>Same</h1>');
  });

  it('says on the terminal the verdict first, then each metric with its interval', () => {
    const runs = days.map(passed);
    const text = renderComparisonTerminal(compareRuns(runs, runs));
    expect(text).toMatch(/^SAME {2}payment-listing: sample against sample, 3 pairs of runs\n/);
    expect(text).toMatch(
      /awaiting-payments p50 +│ +50\.0 ms │ +50\.0 ms │ +0\.0% │ +0\.0% to 0\.0% │ same/,
    );
    expect(text).toContain("Holm's correction");
  });
});

describe('where runs are read from', () => {
  it('reads a report, a baseline of several, and a folder, in the order of the runs', async () => {
    const [first, second, third] = days.map(passed) as [
      ReturnType<typeof passed>,
      ReturnType<typeof passed>,
      ReturnType<typeof passed>,
    ];
    const single = join(folder, 'single.json');
    await writeFile(single, JSON.stringify(first));
    expect((await readRuns(single)).map(({ startedAt }) => startedAt)).toEqual([days[0]]);

    const baseline = join(folder, 'baseline.json');
    await writeBaseline(baseline, [third, first, second]);
    expect((await readRuns(baseline)).map(({ startedAt }) => startedAt)).toEqual(days);

    for (const [place, report] of [
      ['1', second],
      ['2', first],
    ] as const) {
      await mkdir(join(folder, 'runs', place), { recursive: true });
      await writeFile(
        join(folder, 'runs', place, 'load-payment-listing.json'),
        JSON.stringify(report),
      );
    }
    const read = await readRuns(join(folder, 'runs'));
    expect(read.map(({ startedAt }) => startedAt)).toEqual(days.slice(0, 2));
  });

  it('writes no baseline of a saturated generator, whose latencies are its own', async () => {
    const [run] = days.map(passed);
    const generator = run && { ...run.generator, saturated: true };
    const file = join(folder, 'saturated.json');
    const writing = writeBaseline(file, [
      { ...passed(days[0] ?? ''), ...(generator && { generator }) },
    ]);
    await expect(writing).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining('tells of a saturated generator'),
    });
  });

  it('compares a baseline as it does the reports it was made of', async () => {
    const runs = days.map(passed);
    const file = join(folder, 'same.json');
    await writeBaseline(file, runs);
    expect(compareRuns(await readRuns(file), runs)).toEqual(compareRuns(runs, runs));
  });

  it.each([
    ['{"verdict":"passed"}', "its content must have required property 'schemaVersion'"],
    ['[{"schemaVersion":1}]', 'is no report of assay load'],
    [JSON.stringify({ ...sampleReport(), endpoints: 'none' }), '/endpoints must be array'],
    [JSON.stringify([sampleReport(), { ...sampleReport(), totals: {} }]), '/1/totals must have'],
    ['[]', 'holds an empty list'],
    ['nonsense', 'cannot read'],
  ])('refuses %s', async (content, message) => {
    const file = join(folder, `wrong-${content.length}.json`);
    await writeFile(file, content);
    await expect(readRuns(file)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining(message),
    });
  });

  it('refuses a path where nothing is', async () => {
    await expect(readRuns(join(folder, 'nowhere'))).rejects.toThrow('cannot read');
  });

  const leave = async (place: string, report = sampleReport()) => {
    await mkdir(place, { recursive: true });
    const file = join(place, 'load-payment-listing.json');
    await writeFile(file, JSON.stringify(report));
    return file;
  };

  it('leaves out warm-ups and the parts of a merged run', async () => {
    const place = join(folder, 'warm-up', 'segment-1', 'series');
    await leave(join(place, 'base', '1'), passed(days[1] ?? ''));
    await leave(join(place, 'warm-up', 'base'), passed(days[0] ?? ''));
    await leave(join(place, 'base', '1', 'segment-1'), passed(days[2] ?? ''));
    // What lies above the folder asked for does not count: who names a warm-up wants it read.
    expect((await readRuns(place)).map(({ startedAt }) => startedAt)).toEqual([days[1]]);
    expect(await readRuns(join(place, 'warm-up'))).toHaveLength(1);
  });

  it('says so where a folder holds nothing else', async () => {
    await leave(join(folder, 'parts', 'segment-1'));
    await expect(readRuns(join(folder, 'parts'))).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining('beside those of warm-ups and segments'),
    });
  });
});

describe('a run against a baseline', () => {
  it('is refused for other options before anything is run, also the warm-up', async () => {
    const steps: unknown[] = [];
    const running = runAgainst({
      ...{ journey: 'payment-listing', baseline: days.map(passed), out: join(folder, 'against') },
      ...{ target: stubTargetAt('http://127.0.0.1:9'), rate: 77, instances: 2 },
      k6: { path: 'no-such-k6', version: 'v2.2.0', source: 'path' },
      onStep: (step) => steps.push(step),
    });
    await expect(running).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(/the rate is 10 in one run and 77 .* k6 processes is 1 .* 2/),
    });
    expect(steps).toEqual([]);
  });
});

const k6 = await k6InTests();

describe.skipIf(k6 === null)('runs with k6', () => {
  const settings = {
    ...(k6 && { k6 }),
    ...({ journey: 'payment-listing', profile: 'smoke', rate: 40, durationSeconds: 2 } as const),
  };

  it('answers no offer of a pool in two repetitions', { timeout: 60_000 }, async () => {
    const stub = await startStubTarget();
    try {
      const offers = Array.from({ length: 60 }, (_, index) => ({
        applicationId: `offer-${index}`,
      }));
      const target = {
        ...stub.target,
        states: { ...stub.target.states, pools: { 'offer-sent': offers } },
      };
      const reports = await runRepetitions({
        ...{ ...settings, journey: 'lending', rate: 5, durationSeconds: 1 },
        ...{ target, repetitions: 2, out: join(folder, 'pools') },
      });
      expect(reports.map(({ totals }) => totals.statesExhausted)).toEqual([0, 0]);
      expect(stub.counts.answered.size).toBeGreaterThan(12);
      const keys = [...stub.counts.answered.values()].map(({ size }) => size);
      expect(Math.max(...keys)).toBe(1);
    } finally {
      await stub.close();
    }
  });
});
