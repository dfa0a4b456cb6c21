import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoadReport } from '../load/report/load-report.ts';
import { k6InTests } from '../load/testing/k6-in-tests.ts';
import { sampleEndpoint, sampleReport } from '../load/testing/sample-report.ts';
import { leave } from '../load/testing/sample-results.ts';
import { envOfK6 } from './testing/k6.ts';
import { type EndedLine, runLines } from './testing/run-lines.ts';
import { runAssay } from './testing/spawn-assay.ts';

const k6 = await k6InTests();

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-load-compare-'));
  const runs = (factor: number): LoadReport[] =>
    [1, 1.01, 0.99, 1].map((spread, index) =>
      sampleReport({
        ...{ verdict: 'passed', reasons: [], gates: [] },
        startedAt: `2026-11-0${index + 1}T00:00:00.000Z`,
        endpoints: [sampleEndpoint('awaiting-payments', Array(1000).fill(10 * factor * spread))],
      }),
    );
  const other = runs(1).map((run) => ({ ...run, fingerprint: { ...run.fingerprint, rate: 99 } }));
  const failed = (factor: number) =>
    runs(factor).map((run, index) =>
      index === 3 ? { ...run, verdict: 'failed' as const, reasons: ['money was lost'] } : run,
    );
  const files = {
    ...{ base: runs(1), same: runs(1.001), slower: runs(1.2), other },
    ...{ 'same-but-failed': failed(1.001), 'faster-but-failed': failed(0.5) },
  };
  for (const [name, reports] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(reports));
  }
  const user = { email: 'customer@example.com', password: 'a password' };
  const url = 'http://127.0.0.1:9';
  const target = {
    ...{ name: 'nowhere', baseUrl: url, lendingUrl: url, investmentUrl: url },
    users: { customer: user },
    states: {},
  };
  writeFileSync(join(folder, 't.json'), JSON.stringify(target));
  mkdirSync(join(folder, 'results'));
  await leave(join(folder, 'results'), 'pod-1', 0);
  await leave(join(folder, 'results'), 'pod-2', 1);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const REFUSED: [line: string, says: RegExp][] = [
  ['load compare base.json', /BASE and NEW/],
  ['load compare lending --base base.json', /--base and --next/],
  ['load compare base.json none.json', /cannot read none\.json/],
  ['load compare base.json same.json --minimum-effect 2', /above 0 and below 1/],
  [
    'load compare base.json same.json --rate 5 --profile smoke --duration 2s --seed 1 --repetitions 3',
    /--repetitions, --profile, --rate, --duration, --seed.* measured already/,
  ],
  ['load lending --target t.json --minimum-effect 0.1', /--minimum-effect.*--against/],
  ['load lending --target t.json --against a --minimum-effect 1', /above 0 and below 1/],
  [
    'load archive lending --target t.json --namespace a --parallelism 3 --image k6:2 --cpu 2 --memory 1Gi --volume-claim a --results-claim b',
    /--namespace, --parallelism, --image, --cpu, --memory, --volume-claim, --results-claim.*give --kubernetes/,
  ],
  ['load archive lending --target t.json --cpu 2', /^(?!.*--memory).*--cpu.*--kubernetes/],
  ['load collect none --target t.json', /cannot read the folder none/],
  ['load collect . --target t.json', /holds no <pod>\.csv\.gz/],
  ['load collect results', /--target/],
  ['load archive listing --target t.json', /unknown journey 'listing'/],
  ['load --target t.json --against base.json', /name it/],
  ['load lending --target t.json --against a --repetitions 2', /no --repetitions/],
  ['load lending --target t.json --instances 2 --repetitions 2', /cannot be combined/],
  ['load --target t.json --dashboard d.html', /--dashboard is of one run/],
];

const COMPARED = [
  ['same', 0, /^SAME {2}payment-listing/m],
  ['slower', 1, /^SLOWER {2}payment-listing[\s\S]*slower: awaiting-payments p50 \+20\.0%/m],
] as const;

const DESPITE_FAILURE = ['same', 'faster'];

/** The lines that need no k6, which run in one process: that takes its time to start. */
const LINES = {
  compared: (next: string) => `load compare base.json ${next}.json --out compared-${next}`,
  failed: (verdict: string) =>
    `load compare base.json ${verdict}-but-failed.json --out failed-${verdict}`,
  baseFailed: 'load compare same-but-failed.json base.json --out base-failed',
  unlike: 'load compare base.json other.json --out refused',
  collect: 'load collect results --target t.json --out collected',
};

const all = [
  ...COMPARED.map(([next]) => LINES.compared(next)),
  ...DESPITE_FAILURE.map(LINES.failed),
  ...[LINES.baseFailed, LINES.unlike, LINES.collect],
  ...REFUSED.map(([line]) => line),
];
let ends: EndedLine[];
beforeAll(async () => {
  const lines = all.map((line) => ({ args: line.split(' '), folder, env: {} }));
  const ended = await runLines(lines);
  expect(ended).toMatchObject({ stderr: '', leftProcess: false });
  ends = ended.lines;
});

/** How one of these lines ended. */
const endOf = (line: string): EndedLine => {
  const ended = ends[all.indexOf(line)];
  if (ended === undefined) {
    throw new Error(`${line} was not run`);
  }
  return ended;
};

describe('assay load compare', () => {
  it.each(COMPARED)('says %s with exit code %i and writes the comparison', (next, code, says) => {
    const ended = endOf(LINES.compared(next));
    expect(ended).toMatchObject({ code, stderr: '' });
    expect(ended.stdout).toMatch(says);
    const written = readFileSync(join(folder, `compared-${next}`, 'comparison.json'), 'utf8');
    expect(JSON.parse(written)).toMatchObject({ verdict: next, repetitions: 4 });
  });

  it.each(DESPITE_FAILURE)('passes no version that failed, were it %s', (verdict) => {
    const ended = endOf(LINES.failed(verdict));
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    expect(ended.stdout).toMatch(new RegExp(`^${verdict}  payment-listing`, 'im'));
    expect(ended.stdout).toContain('1 of 4 new runs failed: money was lost');
    const page = readFileSync(join(folder, `failed-${verdict}`, 'comparison.html'), 'utf8');
    expect(page).toContain('1 of 4 new runs failed: money was lost');
  });

  it('lets a base that failed stand against a version that does not', () => {
    const ended = endOf(LINES.baseFailed);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('1 of 4 base runs failed: money was lost');
  });

  it('refuses what was not measured alike, naming the difference', () => {
    const ended = endOf(LINES.unlike);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/the rate is 10 in one run and 99 in another/);
  });

  it.each(REFUSED)('refuses %s', (line, says) => {
    const ended = endOf(line);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(says);
  });
});

describe('assay load collect', () => {
  it('makes one report of what two pods left', () => {
    const ended = endOf(LINES.collect);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^PASSED {2}payment-listing on nowhere/m);
    const file = join(folder, 'collected', 'load-payment-listing.json');
    const report = JSON.parse(readFileSync(file, 'utf8'));
    expect(report).toMatchObject({ verdict: 'passed', totals: { requests: 10 } });
    expect(readFileSync(file.replace(/json$/, 'html'), 'utf8')).toContain('Passed');
  });
});

describe.skipIf(!k6)('assay load archive (needs k6)', () => {
  it('writes an archive and manifests that only their owner may read', async () => {
    const line =
      'load archive payment-listing --target t.json --out archive --kubernetes listing --parallelism 3';
    const ended = await runAssay(line.split(' '), { cwd: folder, env: envOfK6(k6) });
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stderr).toMatch(/^warning: reached from this machine alone.*baseUrl \(http:/);
    expect(ended.stdout).toContain('pinned by tag, which can be moved: grafana/k6:');
    for (const name of ['load-payment-listing.tar', 'load-payment-listing.yaml']) {
      expect(statSync(join(folder, 'archive', name)).mode & 0o777).toBe(0o600);
    }
    const manifests = readFileSync(join(folder, 'archive/load-payment-listing.yaml'), 'utf8');
    expect(manifests).toMatch(/kind: TestRun[\s\S]*parallelism: 3/);
  });
});
