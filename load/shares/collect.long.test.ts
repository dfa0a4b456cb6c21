import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { testRunManifest } from '../kubernetes/testrun.ts';
import { startStubTarget } from '../self-check/stub-target.ts';
import { k6InTests } from '../testing/k6-in-tests.ts';
import { buildArchive } from './archive.ts';
import { collectRuns } from './collect.ts';
import { segmentArgs, segmentsOf } from './segments.ts';

const run = promisify(execFile);
const k6 = await k6InTests();

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-collect-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface TestRun {
  spec: { arguments: string; runner: { env: { name: string; value?: string }[] } };
}

describe.skipIf(k6 === null)('with k6 as the operator runs it', () => {
  const RATE = 8;
  const SECONDS = 2;

  /** One pod: the manifest's arguments and environment, filled in as Kubernetes does. */
  async function pod(testRun: TestRun, name: string, share: string[], archive: string) {
    const filled = (text: string) =>
      text.replaceAll('$(POD_NAME)', name).replaceAll('/results/', `${folder}/`);
    const { arguments: args, runner } = testRun.spec;
    const env = runner.env.map(({ name: variable, value = name }) => [variable, filled(value)]);
    await run(
      k6?.path ?? '',
      ['run', '--quiet', ...share, ...filled(args).split(' '), archive, '--tag', 'instance_id=1'],
      { env: { PATH: process.env.PATH, ...Object.fromEntries(env) } },
    );
  }

  it('two pods make one report whose audit holds', { timeout: 90_000 }, async () => {
    const stub = await startStubTarget({ latencyMs: () => 5 });
    try {
      const load = {
        ...stub.target.load,
        thresholds: { '*': { p95: 20_000, p99: 20_000 } },
        virtualUsers: { preAllocated: 40, max: 80 },
      };
      const target = { ...stub.target, load };
      const archive = await buildArchive({
        ...{ journey: 'lending', target, out: join(folder, 'archive'), ...(k6 && { k6 }) },
        ...{ rate: RATE, durationSeconds: SECONDS },
      });
      const yaml = await testRunManifest({
        ...{ archive, name: 'lending', parallelism: 2, resultsClaim: 'load-results' },
      });
      const testRun = parseAllDocuments(yaml).at(-1)?.toJS() as TestRun;
      await Promise.all(
        segmentsOf(2).map((share, index) =>
          pod(testRun, `lending-${index + 1}-abcde`, segmentArgs(share), archive),
        ),
      );
      const report = await collectRuns({ folder, target });
      expect(report).toMatchObject({ verdict: 'passed', reasons: [] });
      expect(Math.abs(report.totals.iterations - RATE * SECONDS)).toBeLessThanOrEqual(2);
      expect(report.audit).toMatchObject({ result: 'passed' });
      const { repayments } = JSON.parse(
        await fetch(String(stub.target.load?.ledgerUrl)).then((answer) => answer.text()),
      ) as { repayments: object[] };
      const ledger = report.audit?.checks.find(({ id }) => id === 'ledger');
      expect(ledger?.examined).toBe(repayments.length);
      const background = ['login', 'refresh'];
      const measured = report.endpoints
        .filter(({ name }) => !background.includes(name))
        .reduce((sum, { requests }) => sum + requests, 0);
      // Beside these the stub has seen the audit's replays only.
      expect(measured).toBe(stub.counts.requests - (replayed(report) ?? 0));
    } finally {
      await stub.close();
    }
  });
});

/** How many keys the audit sent again. */
function replayed({ audit }: Awaited<ReturnType<typeof collectRuns>>): number | undefined {
  return audit?.checks.find(({ id }) => id === 'replay')?.examined;
}
