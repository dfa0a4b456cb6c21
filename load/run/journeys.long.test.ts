import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MixSettings } from '../../target/target.ts';
import type { K6 } from '../k6/find-k6.ts';
import type { Journey } from '../report/load-report.ts';
import { type Planted, startStubTarget } from '../self-check/stub-target.ts';
import { k6InTests } from '../testing/k6-in-tests.ts';
import { runLoad } from './run-load.ts';

const k6 = await k6InTests();

/** Speed is not what is looked at here. */
const PATIENT = {
  thresholds: { '*': { p95: 20_000, p99: 20_000 } },
  virtualUsers: { preAllocated: 20, max: 40 },
};

let out: string;
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'assay-journeys-'));
});
afterAll(() => rm(out, { recursive: true }));

async function load(
  journey: Journey,
  planted: Planted,
  { loan, mix }: { loan?: object; mix?: MixSettings } = {},
) {
  const stub = await startStubTarget(planted);
  try {
    const target = {
      ...{ ...stub.target, load: { ...stub.target.load, ...PATIENT, ...(mix && { mix }) } },
      states: { ...stub.target.states, ...(loan && { pools: { 'active-loan': [loan] } }) },
    };
    const folder = await mkdtemp(join(out, 'run-'));
    const size = { rate: 8, durationSeconds: 3 };
    const { report, file } = await runLoad({
      ...{ journey, target, out: folder, k6: k6 as K6, ...size },
    });
    return { report, text: await readFile(file, 'utf8'), counts: stub.counts };
  } finally {
    await stub.close();
  }
}

describe.skipIf(k6 === null).concurrent('the journeys (need k6)', () => {
  it('show no password and no token of a target that echoes both', async () => {
    const failing = { share: 1, random: () => 0 };
    const { report, text } = await load('payment-listing', { failing, echoes: true });
    const [error] = report.errors;
    expect(error?.kind).toBe('status-500');
    expect(error?.example).toContain('planted');
    expect(error?.example).toContain('[redacted]');
    expect(text).not.toMatch(/stub\.[0-9a-f-]{36}\.stub/);
  });

  it('follow no redirect, and take none for an answer', async () => {
    const { report } = await load('payment-listing', { redirects: true });
    expect(report.verdict).toBe('failed');
    const listing = report.endpoints.find(({ name }) => name === 'awaiting-payments');
    expect(listing).toMatchObject({ errorRate: 1 });
    expect(report.errors).toMatchObject([{ kind: 'status-302', count: listing?.requests }]);
  });

  it('say of no empty body that it is JSON', async () => {
    const { report } = await load('lending', { refusesEmptyJson: true });
    expect(report).toMatchObject({ verdict: 'passed', reasons: [] });
  });

  it('fail a refresh that gives no token, in the shortest run', async () => {
    const { report } = await load('payment-listing', { refreshesNothing: true });
    expect(report.verdict).toBe('failed');
    expect(report.reasons.join()).toContain('refresh wrong_answers count must be <= 0');
  });

  it('ask for what the mix says, think between it, and gate no more than that', async () => {
    const mix = {
      lending: {
        requests: { 'request-loan': 1, 'update-application': 1, 'repay-loan': 0 },
        ...{ repeatRate: 0, concurrentRate: 0, thinkTime: { min: 0.3, max: 0.4 } },
      },
    };
    const { report, counts } = await load('lending', {}, { mix });
    expect(report).toMatchObject({ verdict: 'passed', reasons: [], audit: null });
    const asked = report.endpoints.filter(({ own }) => own).map(({ name }) => name);
    expect(asked.toSorted()).toEqual(['request-loan', 'update-application']);
    expect(counts.answered.size).toBe(report.totals.iterations);
    const { mixDigest } = (await load('lending', {})).report.fingerprint;
    expect(report.fingerprint.mixDigest).not.toBe(mixDigest);
  });

  it('never repay more than a loan owes', async () => {
    const { report } = await load('lending', { loansOwe: 4 });
    expect(report).toMatchObject({ verdict: 'passed', reasons: [], totals: { errors: 0 } });
  });

  it('call a loan too small to be shared no state, and not the target wrong', async () => {
    const loan = {
      ...{ customerId: 'c0ffee00-0000-4000-8000-000000000001', totalPayable: 4 },
      ...{ accountId: 'account-1', bankAccountId: 'bank-1', repaymentReference: 'LN-1' },
    };
    const { report } = await load('lending', { loansOwe: 4, statesLeft: 1 }, { loan });
    expect(report.verdict).toBe('incomplete');
    expect(report.totals.errors).toBe(0);
    expect(report.reasons.join()).toContain('a loan owes 4, less than 1 for each virtual user');
  });
});
