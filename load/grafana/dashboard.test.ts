import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import dashboard from './assay-load.json' with { type: 'json' };

/** Metrics of k6 itself that the dashboard shows, without the prefix and the suffix of Prometheus. */
const OF_K6 = [
  ...['iterations', 'dropped_iterations', 'vus', 'vus_max', 'data_received', 'data_sent'],
  ...['http_reqs', 'http_req_duration', 'http_req_blocked', 'http_req_connecting'],
  ...['http_req_tls_handshaking', 'http_req_sending', 'http_req_waiting', 'http_req_receiving'],
];

const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

describe('the dashboard of Grafana', () => {
  it('shows metrics that k6 sends or that our scripts make, and no others', async () => {
    const counters = join(import.meta.dirname, '..', 'scripts', 'record', 'counters.ts');
    const text = await readFile(counters, 'utf8');
    const ours = [...text.matchAll(/new (Counter|Trend|Gauge)\('(\w+)'/g)].map(
      ([, kind, name]) =>
        `k6_${name}${kind === 'Counter' ? '_total' : kind === 'Trend' ? '_seconds' : ''}`,
    );
    const known = new Set([
      ...ours,
      ...OF_K6.flatMap((name) => [`k6_${name}`, `k6_${name}_total`, `k6_${name}_seconds`]),
    ]);
    const shown = expressions.flatMap((expr) => expr.match(/k6_\w+/g) ?? []);
    expect(shown.filter((name) => !known.has(name))).toEqual([]);
    for (const metric of ['k6_generator_lag_seconds', 'k6_judged_answers_total']) {
      expect(shown).toContain(metric);
    }
  });

  it('adds up all k6 processes before it takes a percentile', () => {
    const quantiles = expressions.filter((expr) => expr.includes('histogram_quantile'));
    expect(quantiles.length).toBeGreaterThan(4);
    for (const expr of quantiles) {
      expect(expr).toMatch(/^histogram_quantile\([\d.]+, sum by \(\w+\) \(rate\(/);
    }
  });

  it('asks whatever Prometheus its reader chooses, and overlaps nowhere', () => {
    expect(JSON.stringify(dashboard)).not.toMatch(/https?:/);
    const places = dashboard.panels.map(({ gridPos: { x, y, w, h } }) => ({ x, y, w, h }));
    for (const [index, a] of places.entries()) {
      expect(a.x + a.w).toBeLessThanOrEqual(24);
      for (const b of places.slice(index + 1)) {
        const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
        expect(apart).toBe(true);
      }
    }
    const chosen = dashboard.templating.list[0]?.name;
    const asked = dashboard.panels.map(({ datasource }) => datasource.uid);
    expect(new Set(asked)).toEqual(new Set([`\${${chosen}}`]));
  });

  it('is the only file beside its test', async () => {
    expect(await readdir(import.meta.dirname)).toEqual(['assay-load.json', 'dashboard.test.ts']);
  });
});
