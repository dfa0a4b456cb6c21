import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../contract/errors.ts';
import type { K6 } from '../k6/find-k6.ts';
import type { LoadSettings, LoadTarget } from '../load-target.ts';
import reportSchema from '../report/load-report.schema.json' with { type: 'json' };
import type { Journey } from '../report/load-report.ts';
import { decodeHistogram } from '../samples/latency-histogram.ts';
import { type Planted, startStubTarget } from '../self-check/stub-target.ts';
import { k6InTests } from '../testing/k6-in-tests.ts';
import { type LoadOptions, type LoadProgress, runLoad } from './run-load.ts';

const k6 = await k6InTests();
const out = await mkdtemp(join(tmpdir(), 'assay-run-load-'));
afterAll(() => rm(out, { recursive: true, force: true }));

/** These tests are about what a run finds, not how fast this machine is. */
const PATIENT: LoadSettings = {
  thresholds: { '*': { p95: 20_000, p99: 20_000 } },
  virtualUsers: { preAllocated: 60, max: 100 },
};

type Changes = Partial<LoadOptions> & { load?: LoadSettings; states?: LoadTarget['states'] };

async function load(journey: Journey, planted: Planted = {}, changes: Changes = {}) {
  const stub = await startStubTarget(planted);
  const { load: settings, states = stub.target.states, ...options } = changes;
  const target = { ...stub.target, states, load: { ...stub.target.load, ...PATIENT, ...settings } };
  const folder = await mkdtemp(join(out, 'run-'));
  try {
    const result = await runLoad({
      ...{ journey, target, rate: 20, durationSeconds: 2, out: folder, k6: k6 as K6 },
      ...options,
    });
    return { ...result, counts: stub.counts, folder };
  } finally {
    await stub.close();
  }
}

describe.skipIf(k6 === null).concurrent('a run against the stub (needs k6)', () => {
  it.each(['payment-listing', 'lending'] as const)(
    'passes %s and writes a valid report',
    async (journey) => {
      const progress: LoadProgress[] = [];
      const onProgress = (step: LoadProgress) => progress.push(step);
      const { report, exitCode, file, folder } = await load(journey, {}, { onProgress });

      expect(report.reasons).toEqual([]);
      expect([report.verdict, exitCode]).toEqual(['passed', 0]);
      expect(await readdir(folder)).toEqual([`load-${journey}.json`]);
      const written = JSON.parse(await readFile(file, 'utf8'));
      const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
      addFormats.default(ajv);
      ajv.validate(reportSchema, written);
      expect(ajv.errors).toBeNull();
      expect(progress.some((step) => step.phase === 'load' && step.requests > 0)).toBe(true);
    },
  );

  it('counts in histogram, timeline and totals what the target was asked', async () => {
    const { report, counts } = await load('payment-listing');
    const listing = report.endpoints.find(({ name }) => name === 'awaiting-payments');
    expect(listing?.requests).toBe(counts.requests);
    expect(decodeHistogram(listing?.histogram ?? '').totalCount).toBe(counts.requests);
    expect(report.totals.iterations).toBe(counts.requests);
    const { buckets } = report.timeline;
    expect(buckets.reduce((sum, bucket) => sum + bucket.requests, 0)).toBe(report.totals.requests);
    expect(buckets.slice(0, 2).map((bucket) => bucket.rateAsked)).toEqual([20, 20]);
    const { bucketSeconds } = report.timeline;
    const started = buckets.reduce((sum, it) => sum + it.rateAchieved * bucketSeconds, 0);
    expect(started).toBeCloseTo(report.totals.iterations);
  });

  it('fails with exit code 1 when a gate of the target file is breached', async () => {
    const thresholds = { 'awaiting-payments': { p50: 0.001 } };
    const { report, exitCode } = await load('payment-listing', {}, { load: { thresholds } });
    expect([report.verdict, exitCode]).toEqual(['failed', 1]);
    expect(report.reasons.join()).toContain(
      'awaiting-payments http_req_duration p(50) must be < 0.001',
    );
  });

  it('fails a target that lists nothing', async () => {
    const { report } = await load('payment-listing', { emptyListing: true });
    expect(report.verdict).toBe('failed');
    expect(report.reasons).toEqual(['listed_payments count must be > 0; it is 0']);
  });

  it('says that states ran dry and does not count it as errors of the target', async () => {
    const { report, exitCode } = await load('lending', { statesLeft: 12 });
    expect(report.reasons).toHaveLength(1);
    expect([report.verdict, exitCode]).toEqual(['incomplete', 3]);
    expect(report.reasons.join()).toMatch(/states ran dry \d+ times.*cannot provide another/);
    expect(report.totals.statesExhausted).toBeGreaterThan(0);
    expect(report.totals.errors).toBe(0);
  });

  it('blames nobody when the states were missing from the start', async () => {
    const pools = { 'loan-product': [{ loanProductId: 'p', currencyCode: 'NGN' }] };
    const { report, exitCode } = await load('lending', {}, { states: { pools } });
    expect([report.verdict, exitCode]).toEqual(['incomplete', 3]);
    expect(report.reasons.join()).toContain('repay-loan http_reqs count must be >= 1; it is 0');
  });

  it('writes its report when the ledger cannot be read afterwards', async () => {
    const ledger = () => Promise.reject(new UnavailableError('the ledger is locked'));
    const { report, exitCode, file } = await load('lending', {}, { ledger });
    expect([report.verdict, exitCode]).toEqual(['incomplete', 3]);
    expect(report.reasons).toEqual([
      expect.stringMatching(/^the audit is inconclusive: .*the ledger is locked/),
    ]);
    expect(JSON.parse(await readFile(file, 'utf8')).audit.result).toBe('inconclusive');
  });

  it('says that tokens died and counts neither their latency nor their errors', async () => {
    const { report, exitCode, counts } = await load('payment-listing', { tokensDieAt: 10 });
    expect([report.verdict, exitCode]).toEqual(['incomplete', 3]);
    expect(report.totals.tokenFailures).toBe(counts.refusedTokens);
    expect(counts.refusedTokens).toBeGreaterThan(0);
    expect(report.totals.errors).toBe(0);
    const listing = report.endpoints.find(({ name }) => name === 'awaiting-payments');
    expect(listing?.requests).toBe(counts.requests - counts.refusedTokens);
  });

  it('renews tokens before they expire', async () => {
    // The session schema demands an hour, which this test cannot wait for.
    const thresholds = { ...PATIENT.thresholds, login: { wrongAnswers: 1000 } };
    // Few virtual users, so that each is asked again and again.
    const virtualUsers = { preAllocated: 8, max: 60 };
    const load4s = { durationSeconds: 4, load: { thresholds, virtualUsers } };
    const { report, counts } = await load('payment-listing', { tokenSeconds: 2 }, load4s);
    expect(counts.refusedTokens).toBe(0);
    expect(report.totals.tokenFailures).toBe(0);
    expect(counts.refreshes).toBeGreaterThan(4);
  });

  it('takes states from the pools of the target file and never one twice', async () => {
    const stub = await startStubTarget();
    const states = async (state: string, count: number): Promise<object[]> =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const body = JSON.stringify({ state });
          const answer = await fetch(String(stub.target.states.url), { method: 'POST', body });
          return (await answer.json()) as object;
        }),
      );
    const pools = {
      'loan-product': await states('loan-product', 1),
      'offer-sent': await states('offer-sent', 5),
      'active-loan': await states('active-loan', 2),
    };
    const target: LoadTarget = { ...stub.target, states: { pools }, load: PATIENT };
    const options = { journey: 'lending' as const, target, rate: 5, durationSeconds: 2 };
    const { report } = await runLoad({
      ...options,
      out: await mkdtemp(join(out, 'run-')),
      k6: k6 as K6,
    });
    await stub.close();
    expect([...stub.counts.answered.values()].map(({ size }) => size)).toEqual(Array(5).fill(1));
    expect(report.totals.statesExhausted).toBe(report.totals.iterations - 5);
    expect(report.reasons.join()).toContain('no offer-sent is left in the target file');
  });

  it('leaves a report of what was measured when it is stopped, marked partial', async () => {
    const stop = new AbortController();
    const { report, exitCode } = await load(
      'lending',
      {},
      {
        ...{ durationSeconds: 60, signal: stop.signal },
        onProgress: (step) => {
          if (step.phase === 'load' && step.requests > 20) {
            stop.abort('SIGINT was received');
          }
        },
      },
    );
    expect([report.verdict, exitCode]).toEqual(['incomplete', 3]);
    expect(report.partial).toMatchObject({ reason: 'SIGINT was received', plannedSeconds: 60 });
    expect(report.partial?.measuredSeconds).toBeLessThan(50);
    expect(report.reasons[0]).toMatch(/^SIGINT was received: the figures are of \d+ of 60 seconds/);
    expect(report.totals.requests).toBeGreaterThan(20);
    expect(report.audit?.result).toBe('passed');
  });

  it('ends when the target is lost, with a report of what was measured', async () => {
    const stub = await startStubTarget();
    const target = { ...stub.target, load: { ...stub.target.load, ...PATIENT } };
    let closing: Promise<void> | undefined;
    const { report, exitCode } = await runLoad({
      ...{ journey: 'payment-listing', target, rate: 20, durationSeconds: 60, k6: k6 as K6 },
      ...{ out: await mkdtemp(join(out, 'run-')), lostAfterSeconds: 1 },
      onProgress: (step) => {
        if (step.phase === 'load' && step.requests > 20) {
          closing ??= stub.close();
        }
      },
    });
    await closing;
    expect([report.verdict, exitCode]).toEqual(['failed', 1]);
    expect(report.partial?.reason).toBe('the target was lost: it has answered nothing for 1 s');
    expect(report.reasons.join()).toContain('awaiting-payments connection_failures count must be');
    const listing = report.endpoints.find(({ name }) => name === 'awaiting-payments');
    expect(listing?.unanswered).toBeGreaterThan(5);
    expect(listing?.latency.min).toBeGreaterThan(0);
  });

  it('throws when it is stopped before anything was measured', async () => {
    const folder = await mkdtemp(join(out, 'run-'));
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(load('payment-listing', {}, { out: folder, signal })).rejects.toThrow('enough');
    expect(await readdir(folder)).toEqual([]);
  });

  it('leaves the warm-up out of every figure', async () => {
    const { report, counts } = await load('payment-listing', {}, { warmUpSeconds: 2 });
    expect(report.fingerprint.warmUpSeconds).toBe(2);
    const listing = report.endpoints.find(({ name }) => name === 'awaiting-payments');
    // A machine that starves k6 for three seconds makes it drop some of what was due.
    const { iterations, droppedIterations } = report.totals;
    expect(Math.abs(iterations + droppedIterations - 40)).toBeLessThanOrEqual(4);
    expect(Math.abs((listing?.requests ?? 0) - iterations)).toBeLessThanOrEqual(1);
    expect(listing?.requests).toBeLessThan(counts.requests - 20);
    expect(report.caveats.join()).toMatch(/warm-up: the first 2 s with \d+ requests are in no fig/);
  });

  it('is inconclusive where no latency of the journey could be judged', async () => {
    const { report, exitCode } = await load('payment-listing', {}, { profile: 'average' });
    expect([report.verdict, exitCode]).toEqual(['inconclusive', 3]);
    expect(report.reasons).toEqual([
      expect.stringMatching(/no latency could be judged: awaiting-payments p\(95\) has \d+ of 200/),
    ]);
  });
});

describe.skipIf(process.platform === 'win32')('a run whose k6 fails', () => {
  const attempt = async (lines: string) => {
    const path = join(await mkdtemp(join(out, 'k6-')), 'k6');
    await writeFile(path, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
    const folder = await mkdtemp(join(out, 'run-'));
    const fake = { path, version: 'v2.2.0', source: 'path' as const };
    const failure = await load('lending', {}, { k6: fake, out: folder }).catch((error) => error);
    expect(await readdir(folder)).toEqual([]);
    return failure;
  };

  it('is unavailable when k6 ends well but wrote no summary', async () => {
    const failure = await attempt('exit 0');
    expect(failure).toMatchObject({ exitCode: 4 });
    expect(failure.message).toContain('wrote no summary');
  });

  it('is unavailable when k6 ends badly, and says with what and why', async () => {
    const failure = await attempt(
      `printf '%s\\n' '{"level":"error","msg":"login of a@b gave no token\\n at setup"}' >&2; exit 107`,
    );
    expect(failure).toMatchObject({ exitCode: 4 });
    expect(failure.message).toBe('k6 ended with exit code 107: login of a@b gave no token');
  });

  it('is unavailable when k6 cannot be started', async () => {
    const path = join(out, 'no-such-k6');
    const k6 = { path, version: 'v2.2.0', source: 'path' as const };
    const failure = await load('lending', {}, { k6 }).catch((error) => error);
    expect(failure).toMatchObject({ exitCode: 4 });
    expect(failure.message).toContain('cannot be started');
  });
});
