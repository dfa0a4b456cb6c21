import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runRepetitions } from '../../load/compare/run-comparison.ts';
import type { LoadReport } from '../../load/report/load-report.ts';
import { sampleReport } from '../../load/testing/sample-report.ts';
import { loadAgainst, loadRepeatedly } from './load-repetitions.ts';

// What k6 would measure is not at issue here, so that no k6 is needed.
vi.mock('../../load/compare/run-comparison.ts', async (original) => ({
  ...(await original<typeof import('../../load/compare/run-comparison.ts')>()),
  runRepetitions: vi.fn(),
}));

const target = {
  ...{
    name: 'sample',
    baseUrl: 'http://127.0.0.1:9',
    lendingUrl: '',
    investmentUrl: '',
    timeoutMs: 30_000,
  },
  ...{ users: {}, states: {} },
};

let folder: string;
let said: string[];
let complaints: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-repetitions-'));
  said = [];
  complaints = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const context = () => ({
  ...{ signal: new AbortController().signal, interactive: false, exitWith: () => {} },
  print: (line: string) => said.push(line),
  complain: (line: string) => complaints.push(line),
});

const settings = () => ({ journey: 'payment-listing' as const, target, out: folder });
const passed = sampleReport({ verdict: 'passed', reasons: [] });

/** The exit code of these runs. */
async function repeat(reports: LoadReport[], baseline?: string): Promise<number> {
  vi.mocked(runRepetitions).mockResolvedValue(reports);
  const outcome = await loadRepeatedly(settings(), reports.length, baseline, context());
  expect(outcome.reports).toEqual(reports);
  return outcome.exitCode;
}

describe('repeated runs', () => {
  it('tell what a target said without what steers a terminal', async () => {
    await repeat([sampleReport({ reasons: ['\u001b[2Jit broke', 'twice'] })]);
    expect(said).toEqual([`${passed.startedAt}  failed: \\u{1b}[2Jit broke; twice`]);
  });

  it.each([
    ['broken', 4],
    ['incomplete', 3],
  ] as const)('leave a baseline as it was where one is %s', async (verdict, code) => {
    const file = join(folder, 'baseline.json');
    writeFileSync(file, 'a good one');
    const spoilt = sampleReport({ verdict, reasons: ['states ran dry'] });
    expect(await repeat([passed, spoilt], file)).toBe(code);
    expect(readFileSync(file, 'utf8')).toBe('a good one');
    expect(complaints.join()).toContain(`${file} was not written: the run of`);
    expect(complaints.join()).toContain(`is ${verdict}: states ran dry`);
    expect(said.join()).not.toContain('baseline');
  });

  it('become a baseline where they failed their gates: that is how the target is', async () => {
    const file = join(folder, 'baseline.json');
    expect(await repeat([passed, sampleReport()], file)).toBe(1);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(2);
  });
});

describe('a run against a baseline', () => {
  it.each(['broken', 'incomplete'] as const)(
    'refuses one that holds a run that is %s before it runs anything',
    async (verdict) => {
      const file = join(folder, 'baseline.json');
      writeFileSync(file, JSON.stringify([passed, sampleReport({ verdict })]));
      await expect(loadAgainst(settings(), file, undefined, context())).rejects.toMatchObject({
        name: 'UsageError',
        message: expect.stringContaining(`is ${verdict}`),
      });
      expect(said).toEqual([]);
      expect(existsSync(join(folder, 'warm-up'))).toBe(false);
    },
  );
});
