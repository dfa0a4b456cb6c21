import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../contract/errors.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { loadToGithub } from './load-github.ts';
import { renderLoadJunit } from './load-junit.ts';

const HOSTILE = '::error::x ]]> <b>\u001b[2J | `c`';

describe('a run as JUnit', () => {
  it('has a case for each gate, and fails those that were breached', () => {
    const xml = renderLoadJunit(sampleReport());
    expect(xml).toContain('<testsuite name="load.payment-listing"');
    expect(xml).toMatch(/tests="3" failures="1" errors="0"/);
    expect(xml).toContain('name="awaiting-payments latency p(99) &lt; 1,000 ms"');
    expect(xml).toContain('<failure message="is 2.00%; expected &lt;= 1.00%"');
  });

  it('fails the run itself where no gate and no audit tells why', () => {
    const gates = sampleReport().gates.map((gate) => ({ ...gate, ok: true }));
    const xml = renderLoadJunit(sampleReport({ gates, reasons: ['something else'] }));
    expect(xml).toMatch(/name="run"[^>]*>\s*<failure message="something else"/);
  });

  it('is an error where the run broke, and skipped where states ran dry', () => {
    const reasons = ['states ran dry 7 times'];
    const broken = renderLoadJunit(sampleReport({ verdict: 'broken', reasons, gates: [] }));
    expect(broken).toContain('<error message="states ran dry 7 times"');
    const incomplete = renderLoadJunit(sampleReport({ verdict: 'incomplete', reasons, gates: [] }));
    expect(incomplete).toContain('<skipped message="incomplete: states ran dry 7 times"');
  });

  it('has a case for each check of the audit', () => {
    const check = { id: 'sums', message: 'what was repaid', examined: 2 } as const;
    const failed = { ...check, result: 'failed' as const, violations: ['one <too> many'] };
    const open = {
      ...check,
      id: 'ledger' as const,
      result: 'inconclusive' as const,
      violations: [],
    };
    const audit = {
      result: 'failed' as const,
      compared: [],
      notAudited: [],
      checks: [failed, open],
    };
    const xml = renderLoadJunit(sampleReport({ audit }));
    expect(xml).toMatch(/name="audit sums"[^>]*>\s*<failure message="what was repaid"/);
    expect(xml).toContain('one &lt;too&gt; many');
    expect(xml).toContain('<skipped message="inconclusive: what was repaid"');
  });

  it('stays XML whatever the target is called', () => {
    const xml = renderLoadJunit(sampleReport({ target: HOSTILE, reasons: [HOSTILE], gates: [] }));
    expect(xml).not.toContain('<b>');
    expect(xml).not.toContain('\u001b');
  });
});

describe('a run in a GitHub workflow', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-load-github-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is told as annotations and in the summary of the step', async () => {
    const file = join(folder, 'summary.md');
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file };
    const printed: string[] = [];
    const report = sampleReport({ target: HOSTILE });
    await loadToGithub(report, (line) => printed.push(line), env);
    expect(printed).toEqual([`::error title=Assay load payment-listing::${report.reasons[0]}`]);
    const summary = await readFile(file, 'utf8');
    expect(summary).toMatch(/^## Load payment-listing on .*: failed\n/);
    expect(summary).toContain('1 of 2 gates met');
    expect(summary).toMatch(/\| awaiting-payments failed requests \| 2\.00% \| &lt;= 1\.00% \|/);
    expect(summary).toMatch(
      /\| awaiting-payments \| 100 \| 50\.0 \| 95\.0&#42; \| 99\.0&#42; \| 2\.00% \|/,
    );
    expect(summary).not.toContain('<b>');
  });

  it('warns where the run was incomplete, and elsewhere says nothing', async () => {
    const printed: string[] = [];
    const print = (line: string) => printed.push(line);
    const report = sampleReport({ verdict: 'incomplete', reasons: ['states ran dry'] });
    await loadToGithub(report, print, {});
    expect(printed).toEqual([]);
    await loadToGithub(report, print, { GITHUB_ACTIONS: 'true' });
    expect(printed).toEqual(['::warning title=Assay load payment-listing::states ran dry']);
  });

  it('is unavailable where the summary cannot be written', async () => {
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: folder };
    await expect(loadToGithub(sampleReport(), () => {}, env)).rejects.toThrow(UnavailableError);
  });
});
