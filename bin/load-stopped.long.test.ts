import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StubTarget, startStubTarget } from '../load/self-check/stub-target.ts';
import { k6InTests } from '../load/testing/k6-in-tests.ts';
import { envOfK6 } from './testing/k6.ts';
import { finish, runAssay, spawnAssay } from './testing/spawn-assay.ts';

const k6 = await k6InTests();

let folder: string;
let stub: StubTarget;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-load-stopped-'));
  stub = await startStubTarget();
  const { baseUrl, lendingUrl, investmentUrl, users, states, load } = stub.target;
  const { customer } = users;
  const target = { name: 'stub', baseUrl, lendingUrl, investmentUrl, users: { customer }, states };
  writeFileSync(join(folder, 'target.json'), JSON.stringify({ ...target, load }));
});
afterEach(async () => {
  await stub.close();
  rmSync(folder, { recursive: true });
});

const start = (line: string) => spawnAssay(line.split(' '), { cwd: folder, env: envOfK6(k6) });
const measured = (requests: number) =>
  vi.waitFor(() => expect(stub.counts.requests).toBeGreaterThan(requests), 30_000);
const reportOf = (journey: string) =>
  JSON.parse(readFileSync(join(folder, 'out', `load-${journey}.json`), 'utf8'));

describe.skipIf(k6 === null)('a load that does not come to its end (needs k6)', () => {
  it('leaves a partial report on Ctrl-C, also of the money, and runs no further journey', async () => {
    const assay = start(
      'load lending payment-listing --target target.json --out out --rate 10 --duration 1h',
    );
    await measured(40);
    // As a terminal does it: the whole group gets it.
    process.kill(-(assay.pid ?? 0), 'SIGINT');
    const { code, stdout, stderr, leftProcess } = await finish(assay);
    expect({ code, stderr, leftProcess }).toEqual({ code: 3, stderr: '', leftProcess: false });
    expect(stdout).toMatch(/INCOMPLETE \(partial\) {2}lending on stub/);
    expect(stdout).toMatch(/SIGINT was received: the figures are of \d+ of 3600 seconds/);
    expect(stdout).not.toContain('payment-listing on stub');
    const report = reportOf('lending');
    expect(report).toMatchObject({ verdict: 'incomplete', partial: { plannedSeconds: 3600 } });
    expect(report.totals.requests).toBeGreaterThan(40);
    expect(report.audit.result).toBe('passed');
  });

  it('fails a target that is killed in the middle, whose lost connections are no fast answers', async () => {
    const assay = start(
      'load payment-listing --target target.json --out out --rate 20 --duration 5s',
    );
    await measured(20);
    await stub.close();
    const { code, stdout } = await finish(assay);
    expect(code).toBe(1);
    expect(stdout).toMatch(/awaiting-payments connection_failures count must be <= 0; it is \d+/);
    const listing = reportOf('payment-listing').endpoints.find(
      ({ name }: { name: string }) => name === 'awaiting-payments',
    );
    expect(listing.unanswered).toBeGreaterThan(5);
    expect(listing.latency.min).toBeGreaterThan(0);
    stub = await startStubTarget();
  });

  it('prints what it has measured where the report cannot be written, and exits with 4', async () => {
    // What cannot be replaced is as good as a disk that is full.
    mkdirSync(join(folder, 'out', 'load-payment-listing.json', 'in the way'), { recursive: true });
    const ended = await runAssay(
      'load payment-listing --target target.json --out out --rate 5 --duration 1s'.split(' '),
      { cwd: folder, env: envOfK6(k6) },
    );
    expect(ended).toMatchObject({ code: 4, leftProcess: false });
    expect(ended.stdout).toContain('PASSED  payment-listing on stub');
    expect(ended.stderr).toMatch(/^assay: cannot write .*load-payment-listing\.json/);
  });
});
