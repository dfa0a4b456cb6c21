import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { k6InTests } from '../load/testing/k6-in-tests.ts';
import { envOfK6 } from './testing/k6.ts';
import { type LoadedReference, loadedReference } from './testing/loaded-reference.ts';
import { runAssay } from './testing/spawn-assay.ts';

const k6 = await k6InTests();
const LOAD = join(import.meta.dirname, '..', 'load');

/** The journey that the documentation shows, with the kit of this checkout. */
const page = readFileSync(join(LOAD, 'OWN-JOURNEY.md'), 'utf8');
const [, shown = ''] = /<!-- journey:start -->\s*```ts\n([\s\S]*?)```/.exec(page) ?? [];
const KIT = './node_modules/assay/dist/load/scripts/journey-kit.js';

it('the journey of the documentation has fewer than 60 lines, and imports nothing but the kit', () => {
  expect(shown.split('\n').length).toBeLessThan(60);
  expect(shown.match(/from '[^']+'/g)).toEqual([`from '${KIT}'`]);
});

describe.skipIf(!k6)('a journey of one’s own (needs k6)', () => {
  let reference: LoadedReference;
  beforeAll(async () => {
    reference = await loadedReference();
    const here = pathToFileURL(join(LOAD, 'scripts', 'journey-kit.ts')).href;
    writeFileSync(join(reference.folder, 'portfolios.ts'), shown.replace(KIT, here));
  });
  afterAll(() => reference.close());

  it('is measured, gated and reported as any other, at once with one of the kit', async () => {
    const line =
      'load ./portfolios.ts:8+payment-listing:4 --target target.json --out out --duration 2s';
    const ended = await runAssay(line.split(' '), { cwd: reference.folder, env: envOfK6(k6) });
    expect(ended).toMatchObject({ code: 0, stderr: '', leftProcess: false });
    const file = join(reference.folder, 'out', 'load-portfolios+payment-listing.json');
    const report = JSON.parse(readFileSync(file, 'utf8'));
    expect(report).toMatchObject({
      ...{ journey: 'portfolios+payment-listing', verdict: 'passed', totals: { errors: 0 } },
      fingerprint: { rate: 12, rates: { portfolios: 8, 'payment-listing': 4 } },
    });
    const portfolios = report.endpoints.find(({ name }: { name: string }) => name === 'portfolios');
    expect(portfolios.requests).toBeGreaterThanOrEqual(15);
    expect(portfolios.sample.judged).toBe(portfolios.requests);
    const gates = report.gates.filter(
      ({ endpoint }: { endpoint: string }) => endpoint === 'portfolios',
    );
    expect(gates.length).toBeGreaterThan(4);
  });
});
