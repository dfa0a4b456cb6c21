import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base, Faker } from '@faker-js/faker';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Report } from '../conformance/report/report.ts';
import { createLogger } from '../server/logger.ts';
import { rememberingPasswords } from '../server/passwords.ts';
import { type Running, startServer } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';
import { type DyingProxy, startDyingProxy } from './testing/dying-proxy.ts';
import { runAssay } from './testing/spawn-assay.ts';

/**
 * Kills three times of each kind, in CI twice, while one endpoint is tested, which alone would end with 0.
 * `ASSAY_KILLS=20` tests everything, and ends by deadline half as often. `ASSAY_SEED` chooses other
 * moments: `ASSAY_KILLS=20 npm run test:long -- bin/killed-targets`.
 */
const KILLS = Number(process.env.ASSAY_KILLS ?? (inject('form') === 'long' ? 3 : 2));
const WHOLE = process.env.ASSAY_KILLS !== undefined;
const SEED = Number(process.env.ASSAY_SEED ?? 20261122);
const TIMES = WHOLE ? Math.ceil(KILLS / 2) : KILLS;

/** How long a run may take whose target hangs, in seconds. */
const DEADLINE = 4;

const random = new Faker({ locale: base, seed: SEED });
let folder: string;
let running: Running;
/** how many requests a run makes of the target and of its hook, when nobody dies */
let usual: { target: number; hook: number };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-killed-'));
  running = await startServer({
    db: ':memory:',
    control: { secret: 'the states hook of this test' },
    logger: createLogger('silent'),
    passwords: rememberingPasswords(),
  });
  const whole = await certify('nobody dies', {});
  expect({ code: whole.code, error: whole.report.counts.error }).toEqual({ code: 0, error: 0 });
  usual = { target: whole.target.requests(), hook: whole.hook.requests() };
}, 120_000);

afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

type Death = Parameters<typeof startDyingProxy>[1];

/** Certifies the server, each of whose two ports is behind a proxy that may die. */
async function certify(name: string, deaths: { target?: Death; hook?: Death }, deadline = 300) {
  const file = join(folder, `${name}.json`);
  const out = join(folder, name);
  const target = await startDyingProxy(running.url, deaths.target);
  const hook = await startDyingProxy(running.controlUrl ?? '', deaths.hook);
  try {
    const behind = { ...running, url: target.url, controlUrl: hook.url };
    writeFileSync(file, JSON.stringify({ ...targetFor(behind), timeoutMs: 60_000 }));
    const ended = await runAssay(
      [
        ...['certify', '--target', file, '--out', out, '--allow-incomplete'],
        ...['--deadline', String(deadline)],
        ...(WHOLE ? [] : ['--endpoint', 'portfolios']),
      ],
      { cwd: folder },
    );
    const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
    return { ...ended, report, target, hook };
  } finally {
    await Promise.all([target, hook].map((proxy: DyingProxy) => proxy.close()));
  }
}

/** Moments spread over a run, each at a random place of its part. */
function moments(count: number, requests: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const part = (requests * 0.95) / count;
    return 1 + Math.floor(index * part + random.number.float({ min: 0, max: part }));
  });
}

/** Tries some moments: at once in the short form, where a run waits more than it works. */
async function atEach(all: number[], attempt: (at: number) => Promise<void>): Promise<void> {
  if (!WHOLE) {
    await Promise.all(all.map(attempt));
    return;
  }
  for (const at of all) {
    await attempt(at);
  }
}

const timeout = KILLS * 60_000;

describe(`a run with --allow-incomplete (seed ${SEED})`, { timeout }, () => {
  it(`ends with 4 and incomplete where the target is killed, at ${KILLS} moments`, async () => {
    await atEach(moments(KILLS, usual.target), async (at) => {
      const { code, report, stderr } = await certify(`target ${at}`, { target: { at } });
      const { verdict, exitCode, reasons } = report;
      expect({ at, code, exitCode, verdict }).toEqual({
        ...{ at, code: 4, exitCode: 4 },
        verdict: 'incomplete',
      });
      expect(reasons[0]).toMatch(/answered no more at the end of the run|Not one request/);
      expect(stderr).toContain(reasons[0]);
    });
  });

  it(`ends with 3 and incomplete where the states hook is killed, at ${KILLS} moments`, async () => {
    await atEach(moments(KILLS, usual.hook), async (at) => {
      const { code, report } = await certify(`hook ${at}`, { hook: { at } });
      const { verdict, exitCode, reasons } = report;
      expect({ at, code, exitCode, verdict }).toEqual({
        ...{ at, code: 3, exitCode: 3 },
        verdict: 'incomplete',
      });
      expect(reasons.join(' ')).toMatch(/The states hook gave no answer/);
    });
  });

  it(`ends with 3 and incomplete where the deadline passes, at ${TIMES} moments`, async () => {
    await atEach(moments(TIMES, usual.target), async (at) => {
      const hangs = { target: { at, how: 'hangs' } } as const;
      const { code, report } = await certify(`deadline ${at}`, hangs, DEADLINE);
      const { verdict, exitCode, partial } = report;
      expect({ at, code, exitCode, verdict, partial }).toEqual({
        ...{ at, code: 3, exitCode: 3 },
        ...{ verdict: 'incomplete', partial: true },
      });
    });
  });
});
