import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { sampleEndpoint, sampleReport } from '../testing/sample-report.ts';
import schema from './trend.schema.json' with { type: 'json' };
import { trendOf } from './trend.ts';
import { renderTrendHtml } from './trend-page.ts';
import { renderTrendTerminal } from './trend-terminal.ts';

const ajv = new Ajv2020({ allowUnionTypes: true });
ajvFormats.default(ajv);
const fits = ajv.compile(schema);

/** Repetitions of a commit, of that median latency. */
const runs = (commit: string | null, day: number, latency: number, count = 4) =>
  Array.from({ length: count }, (_, index) =>
    sampleReport({
      ...{ commit, verdict: 'passed', reasons: [] },
      startedAt: `2026-11-0${day}T0${index}:00:00.000Z`,
      endpoints: [
        sampleEndpoint('awaiting-payments', Array(1000).fill(latency + index / 1000)),
        { ...sampleEndpoint('login', [300]), own: false },
      ],
    }),
  );

const reports = [...runs('bbb', 2, 20), ...runs('aaa', 1, 10), ...runs('ccc', 3, 20)];

describe('the trend of many runs', () => {
  it('goes commit by commit, oldest first, with the verdict against the one before', () => {
    const [listing] = trendOf(reports).journeys;
    expect(listing?.points.map(({ commit, runs: many }) => [commit, many])).toEqual([
      ['aaa', 4],
      ['bbb', 4],
      ['ccc', 4],
    ]);
    expect(listing?.points.map(({ change }) => change?.verdict)).toEqual([
      undefined,
      'slower',
      'same',
    ]);
    const [first] = listing?.points ?? [];
    expect(first?.endpoints).toEqual([
      {
        ...{ name: 'awaiting-payments', requests: 4000, errors: 0 },
        ...{ p50: expect.closeTo(10, 1), p95: expect.closeTo(10, 1), p99: expect.closeTo(10, 1) },
      },
    ]);
  });

  it('says why two commits are not compared, and shows no percentile of too few requests', () => {
    const few = sampleReport({ commit: 'ddd', startedAt: '2026-11-04T00:00:00.000Z' });
    const other = { ...few, fingerprint: { ...few.fingerprint, rate: 99 } };
    const point = trendOf([...runs('aaa', 1, 10), other]).journeys[0]?.points[1];
    expect(point?.change).toMatchObject({
      verdict: 'not compared',
      reason: expect.stringContaining('the rate is 10 in one run and 99 in another'),
    });
    expect(point?.endpoints[0]).toMatchObject({ p95: null, p99: null });
  });

  it('takes the day where no commit is known, and each journey for itself', () => {
    const lending = runs(null, 1, 5).map((it) => ({ ...it, journey: 'lending' }));
    const { journeys } = trendOf([...lending, ...runs(null, 1, 5), ...runs(null, 2, 5)]);
    expect(journeys.map(({ journey, points }) => [journey, points.length])).toEqual([
      ['lending', 1],
      ['payment-listing', 2],
    ]);
  });

  it('is of the published schema', () => {
    expect(fits(JSON.parse(JSON.stringify(trendOf(reports)))), JSON.stringify(fits.errors)).toBe(
      true,
    );
    expect(fits({ schemaVersion: 1 })).toBe(false);
  });

  it('is shown as a table, and as a page that runs nothing', () => {
    const trend = trendOf([...reports, ...runs('<b>\u001b[2J', 4, 20)]);
    const text = renderTrendTerminal(trend);
    expect(text).toMatch(/│ bbb +│ 4 passed │ +4,000 │ +20\.0 │ +20\.0 │ +20\.0 │ +0 │ slower/);
    expect(text).not.toContain('\u001b');
    const page = renderTrendHtml(trend);
    expect(page).toContain('slower');
    expect(page).not.toContain('<b>');
    expect(page).not.toContain('<script');
  });
});
