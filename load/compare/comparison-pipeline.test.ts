import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sampleReport } from '../testing/sample-report.ts';
import type { ComparedMetric, Comparison } from './comparison.ts';
import { comparisonToGithub, renderComparisonJunit } from './comparison-pipeline.ts';

const metric = (
  name: ComparedMetric['metric'],
  verdict: ComparedMetric['verdict'],
): ComparedMetric => ({
  ...{ endpoint: 'login', metric: name, unit: 'ms', base: 100, next: 120, effect: 0.2 },
  ...{ interval: [0.1, 0.3], pValue: 0.001, verdict },
});

const slower: Comparison = {
  schemaVersion: 2,
  journey: 'payment-listing',
  base: { target: 'old', startedAt: ['2026-11-22T09:00:00.000Z'], errorRate: 0 },
  next: { target: 'new <b>', startedAt: ['2026-11-22T09:01:00.000Z'], errorRate: 0 },
  verdict: 'slower',
  reasons: ['login p95 is slower by 20.0%'],
  repetitions: 12,
  minimumEffect: 0.05,
  significance: 0.05,
  fingerprint: sampleReport().fingerprint,
  metrics: [
    metric('p50', 'same'),
    metric('p95', 'slower'),
    metric('p99', 'inconclusive'),
    metric('throughput', null),
  ],
  answers: [],
};

it('fails the metric that is slower, and skips those of which nothing can be said', () => {
  const xml = renderComparisonJunit(slower);
  expect(xml).toMatch(/tests="4" failures="1" errors="0"/);
  expect(xml).toMatch(
    /name="login p95"[^>]*>\s*<failure message="slower: 100 ms became 120 ms \(\+20\.0%\)"/,
  );
  expect(xml).toContain('<skipped message="inconclusive: 100 ms became 120 ms (+20.0%)"');
  expect(xml).toContain('<skipped message="too few requests"');
});

it('tells a GitHub workflow what is slower, with all metrics in the summary', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-compare-github-'));
  try {
    const file = join(folder, 'summary.md');
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file };
    const printed: string[] = [];
    await comparisonToGithub(slower, (line) => printed.push(line), env);
    expect(printed).toEqual([
      '::error title=Assay compare payment-listing::login p95 is slower by 20.0%25',
    ]);
    const summary = await readFile(file, 'utf8');
    expect(summary).toMatch(/^## payment-listing, new &lt;b> against old: slower\n/);
    expect(summary).toContain(
      '| login p95 | 100 ms | 120 ms | +20.0% | +10.0% to +30.0% | slower |',
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('annotates no comparison that is faster or the same', async () => {
  const printed: string[] = [];
  const env = { GITHUB_ACTIONS: 'true' };
  await comparisonToGithub({ ...slower, verdict: 'same' }, (line) => printed.push(line), env);
  expect(printed).toEqual([]);
  await comparisonToGithub({ ...slower, verdict: 'inconclusive' }, (l) => printed.push(l), env);
  expect(printed[0]).toMatch(/^::warning /);
});
