import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StubTarget, startStubTarget } from '../load/self-check/stub-target.ts';
import { k6InTests } from '../load/testing/k6-in-tests.ts';
import { sampleEndpoint, sampleReport } from '../load/testing/sample-report.ts';
import { createLogger } from '../server/logger.ts';
import { type Running, startServer } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';
import { type FullDisk, fullDisk } from './testing/full-disk.ts';
import { envOfK6, LOAD_OF_BUSY_MACHINE } from './testing/k6.ts';
import { type Finished, finish, lineOf, runAssay, spawnAssay } from './testing/spawn-assay.ts';

const k6 = await k6InTests();

/** Only root may mount; elsewhere, as in CI, these tests are skipped, and the list of tests says so. */
const mayMount = (() => {
  const disk = fullDisk();
  disk?.remove();
  return disk !== null;
})();

let folder: string;
let stub: StubTarget;
let running: Running;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-load-full-disk-'));
  stub = await startStubTarget();
  const { baseUrl, lendingUrl, investmentUrl, users, states } = stub.target;
  const target = { name: 'stub', baseUrl, lendingUrl, investmentUrl, states };
  writeFileSync(
    join(folder, 'target.json'),
    JSON.stringify({ ...target, users: { customer: users.customer }, load: LOAD_OF_BUSY_MACHINE }),
  );
  running = await startServer({
    db: ':memory:',
    control: { secret: 'the states hook of this test' },
    logger: createLogger('silent'),
  });
  writeFileSync(join(folder, 'reference.json'), JSON.stringify(targetFor(running)));
  const endpoints = [sampleEndpoint('awaiting-payments', Array(1000).fill(10))];
  const runs = [1, 2, 3].map((day) =>
    sampleReport({
      ...{ verdict: 'passed', reasons: [], gates: [], endpoints },
      startedAt: `2026-11-0${day}T00:00:00.000Z`,
    }),
  );
  writeFileSync(join(folder, 'runs.json'), JSON.stringify(runs));
});
afterAll(async () => {
  await Promise.all([stub.close(), running.close()]);
  rmSync(folder, { recursive: true });
});

describe.skipIf(!mayMount)('a disk that is full (needs root, to mount one)', () => {
  let disk: FullDisk;
  beforeEach(() => {
    // Enough for the beginning of each report, and for no whole one.
    disk = fullDisk(8 * 1024) as FullDisk;
  });
  afterEach(() => disk.remove());

  const env = () => envOfK6(k6);
  const run = (line: string) => runAssay([...line.split(' ')], { cwd: folder, env: env() });
  const LOAD = 'load payment-listing --target target.json --rate 5 --duration 1s';

  /** Told what was measured, which file could not be written and why, and nothing is there by half. */
  const expectTold = (ended: Finished, told: RegExp, file: string) => {
    expect(ended).toMatchObject({ code: 4, signal: null, leftProcess: false });
    expect(ended.stdout).toMatch(told);
    expect(ended.stderr).toMatch(new RegExp(`^assay: cannot write .*${file}: ENOSPC$`, 'm'));
    expect(ended.stderr).not.toContain('internal error');
    expect(
      readdirSync(disk.folder, { recursive: true, withFileTypes: true }).filter(isFile),
    ).toEqual([]);
  };
  const isFile = (entry: { isFile(): boolean }) => entry.isFile();

  it.skipIf(k6 === null)('lets a load tell its figures (needs k6)', async () => {
    const ended = await run(`${LOAD} --out ${disk.folder}`);
    expectTold(
      ended,
      /PASSED {2}payment-listing on stub[\s\S]*awaiting-payments[\s\S]*Gates:/,
      'load-payment-listing.json',
    );
  });

  it.skipIf(k6 === null)('lets one that is stopped tell them (needs k6)', async () => {
    const line = `load payment-listing --target target.json --out ${disk.folder} --duration 1h`;
    const before = stub.counts.requests;
    const load = spawnAssay(line.split(' '), { cwd: folder, env: env() });
    await vi.waitFor(() => expect(stub.counts.requests).toBeGreaterThan(before + 10), 60_000);
    load.kill('SIGINT');
    const told = /INCOMPLETE \(partial\) {2}payment-listing[\s\S]*Gates:/;
    expectTold(await finish(load), told, 'load-payment-listing.json');
  });

  it.skipIf(k6 === null)('lets repeated runs tell those of the last one (needs k6)', async () => {
    const ended = await run(`${LOAD} --out ${disk.folder} --repetitions 2`);
    expectTold(ended, /warm-up, base[\s\S]*PASSED {2}payment-listing/, 'load-payment-listing.json');
  });

  it('lets a comparison tell its verdict', async () => {
    const ended = await run(`load compare runs.json runs.json --out ${disk.folder}`);
    expect(ended).toMatchObject({ code: 4, signal: null });
    expect(ended.stdout).toMatch(/payment-listing[\s\S]*awaiting-payments/);
    expect(ended.stderr).toMatch(/^assay: cannot write .*comparison\.\w+: ENOSPC$/m);
    // What came before the disk was full is whole.
    for (const file of readdirSync(disk.folder)) {
      expect(file).toBe('comparison.json');
    }
  });

  it('lets certify tell its verdict', async () => {
    const chosen = '--endpoint fetch-organisation-preference --allow-incomplete';
    const ended = await run(`certify --target reference.json --out ${disk.folder} ${chosen}`);
    expectTold(ended, /INCOMPLETE[\s\S]*fetch-organisation-preference/i, 'report.json');
  });

  it('lets a proxy tell what passed by when it is stopped', async () => {
    const line = `proxy --target target.json --out ${disk.folder}`;
    const proxy = spawnAssay(line.split(' '), { cwd: folder });
    const [url] = (await lineOf(proxy, /stands for/)).split(' ');
    const answer = await fetch(`${url}/api/v6/services/securitymanagement/login`, {
      method: 'PUT',
    });
    await answer.text();
    proxy.kill('SIGTERM');
    const ended = await finish(proxy);
    expectTold(ended, /1 exchange/, 'proxy.json');
  });

  it.skipIf(k6 === null)('is said where the temporary files of a run do not fit', async () => {
    const full = fullDisk() as FullDisk;
    try {
      const ended = await runAssay(`${LOAD} --out out`.split(' '), {
        cwd: folder,
        env: { ...env(), TMPDIR: full.folder },
      });
      expect(ended.code).toBe(4);
      expect(ended.stderr).toMatch(
        /cannot write the temporary files of a run into .*: the disk is full/,
      );
      expect(readdirSync(full.folder)).toEqual([]);
    } finally {
      full.remove();
    }
  });
});
