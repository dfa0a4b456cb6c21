import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStubTarget } from '../self-check/stub-target.ts';
import { k6InTests } from '../testing/k6-in-tests.ts';
import { sampleReport } from '../testing/sample-report.ts';
import schema from './comparison.schema.json' with { type: 'json' };
import { readRuns } from './read-runs.ts';
import { runAgainst, runComparison } from './run-comparison.ts';

const ajv = new Ajv2020({ allowUnionTypes: true });
ajvFormats.default(ajv);
const fits = ajv.compile(schema);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-compare-'));
});
afterAll(() => rm(folder, { recursive: true }));

const k6 = await k6InTests();

describe.skipIf(k6 === null)('a comparison with k6', () => {
  const settings = {
    ...(k6 && { k6 }),
    ...({ journey: 'payment-listing', profile: 'smoke', rate: 40, durationSeconds: 2 } as const),
  };

  it('interleaves the sides, finds the slower one, and gates a later run on the baseline', {
    timeout: 120_000,
  }, async () => {
    const quick = await startStubTarget({ latencyMs: () => 20 });
    const slow = await startStubTarget({ latencyMs: () => 80 });
    try {
      const leftover = join(folder, 'k6', 'base', '7');
      await mkdir(leftover, { recursive: true });
      await writeFile(
        join(leftover, 'load-payment-listing.json'),
        JSON.stringify(
          sampleReport({ verdict: 'passed', reasons: [], startedAt: '2026-11-01T00:00:00.000Z' }),
        ),
      );
      await writeFile(join(leftover, 'load-lending.json'), '{}');
      const order: string[] = [];
      const compared = await runComparison({
        ...{ ...settings, base: quick.target, next: slow.target, repetitions: 3 },
        out: join(folder, 'k6'),
        onStep: ({ side, repetition }) => order.push(`${repetition} ${side}`),
      });
      expect(order).toEqual([
        ...['0 next', '0 base', '1 base', '1 next'],
        ...['2 next', '2 base', '3 base', '3 next'],
      ]);
      expect(compared.comparison).toMatchObject({ repetitions: 3 });
      await expect(readFile(join(leftover, 'load-lending.json'), 'utf8')).resolves.toBe('{}');
      await rm(join(leftover, 'load-lending.json'));
      expect(await readRuns(join(folder, 'k6', 'base'))).toHaveLength(3);
      expect(compared.comparison.verdict).toBe('slower');
      const [p50] = compared.comparison.metrics.filter(
        ({ endpoint, metric }) => endpoint === 'awaiting-payments' && metric === 'p50',
      );
      expect(p50?.verdict).toBe('slower');
      // 20 and 80 ms, and some of travel: far apart, since a busy machine is a noisy one.
      expect(p50?.effect).toBeGreaterThan(1);
      expect(p50?.effect).toBeLessThan(3.2);
      expect(fits(compared.comparison), JSON.stringify(fits.errors)).toBe(true);

      const against = await runAgainst({
        ...{ k6: k6 ?? undefined, journey: 'payment-listing', baseline: compared.base },
        ...{ target: slow.target, out: join(folder, 'against') },
      });
      expect(against.next).toHaveLength(3);
      expect(against.comparison.verdict).toBe('slower');
    } finally {
      await Promise.all([quick.close(), slow.close()]);
    }
  });
});
