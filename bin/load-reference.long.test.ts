import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { k6InTests } from '../load/testing/k6-in-tests.ts';
import { targetFor } from '../server/target.ts';
import { envOfK6 } from './testing/k6.ts';
import { type LoadedReference, loadedReference } from './testing/loaded-reference.ts';
import { runAssay } from './testing/spawn-assay.ts';

const k6 = await k6InTests();

describe.skipIf(!k6)('assay load against the reference server (needs k6)', () => {
  let reference: LoadedReference;
  let folder: string;
  beforeAll(async () => {
    reference = await loadedReference();
    ({ folder } = reference);
  });
  afterAll(() => reference.close());

  it.concurrent('runs both journeys, audits what was booked, and passes', async () => {
    const line =
      'load --target target.json --out out --rate 5 --duration 2s --reference-db reference.db';
    const ended = await runAssay(line.split(' '), { cwd: folder, env: envOfK6(k6) });
    expect(ended).toMatchObject({ code: 0, stderr: '', leftProcess: false });
    for (const journey of ['payment-listing', 'lending']) {
      expect(ended.stdout).toContain(`PASSED  ${journey} on `);
      const page = readFileSync(join(folder, 'out', `load-${journey}.html`), 'utf8');
      expect(page).toContain(journey);
      const file = join(folder, 'out', `load-${journey}.json`);
      const report = JSON.parse(readFileSync(file, 'utf8'));
      expect(report).toMatchObject({ verdict: 'passed', totals: { errors: 0 } });
      expect(report.totals.requests).toBeGreaterThan(5);
    }
    const lending = JSON.parse(readFileSync(join(folder, 'out', 'load-lending.json'), 'utf8'));
    for (const witness of ['ledger', 'applications']) {
      const check = lending.audit.checks.find(({ id }: { id: string }) => id === witness);
      expect(check).toMatchObject({ result: 'passed' });
      expect(check.examined).toBeGreaterThan(0);
    }
    const repeated = lending.endpoints.map(({ name }: { name: string }) => name);
    expect(repeated).toEqual(
      expect.arrayContaining([
        ...['request-loan-repeat', 'update-application-repeat', 'repay-loan-repeat'],
      ]),
    );
  });

  it.concurrent('exits with 1 where a gate is breached', async () => {
    const strict = { ...targetFor(reference.running), load: { thresholds: { '*': { p50: 0 } } } };
    writeFileSync(join(folder, 'strict.json'), JSON.stringify(strict));
    const line = 'load payment-listing --target strict.json --out strict --rate 30 --duration 1s';
    const ended = await runAssay(line.split(' '), { cwd: folder, env: envOfK6(k6) });
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    expect(ended.stdout).toContain('FAILED  payment-listing on ');
  });

  const SHORT = '--target target.json --rate 5 --duration 1s';
  const assay = (line: string) => runAssay(line.split(' '), { cwd: folder, env: envOfK6(k6) });

  it.concurrent('splits a run over k6 processes, and merges what they measured', async () => {
    const ended = await assay(`load payment-listing ${SHORT} --instances 2 --out split`);
    expect(ended).toMatchObject({ code: 0, stderr: '', leftProcess: false });
    const file = join(folder, 'split', 'load-payment-listing.json');
    const report = JSON.parse(readFileSync(file, 'utf8'));
    expect(report).toMatchObject({ verdict: 'passed', fingerprint: { instances: 2 } });
    expect(report.totals.requests).toBeGreaterThan(3);
  });
});
