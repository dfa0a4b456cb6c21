import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runLoad } from '../run/run-load.ts';
import { startStubTarget } from '../self-check/stub-target.ts';
import { k6InTests } from '../testing/k6-in-tests.ts';

interface Seen {
  path: string;
  key: string;
  /** the last number of the customer's address: the virtual user's number */
  virtualUser: number;
  body: string;
}

/** Passes requests on to a target and keeps what was asked. */
async function recordingProxy(target: string) {
  const seen: Seen[] = [];
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming);
    const { method = 'GET', url = '/', headers } = incoming;
    seen.push({
      path: url,
      key: String(headers['x-idempotency-key']),
      virtualUser: Number(String(headers['x-fapi-customer-ip-address']).split('.')[3]),
      body,
    });
    const { host: _, 'content-length': __, connection: ___, ...passed } = headers;
    try {
      const answer = await request(target + url, { method, headers: passed, body });
      response.writeHead(answer.statusCode, { 'Content-Type': 'application/json' });
      response.end(await answer.body.text());
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close };
}

const k6 = await k6InTests();
const RATE = 20;
/** What is shown here does not depend on how busy the machine is that runs the tests. */
const LENIENT = {
  thresholds: { '*': { p95: 20_000, p99: 20_000 } },
  virtualUsers: { preAllocated: 120, max: 120 },
};
const SECONDS = 4;

describe.skipIf(k6 === null)('two k6 processes side by side', () => {
  let folder: string;
  let stub: Awaited<ReturnType<typeof startStubTarget>>;
  let proxy: Awaited<ReturnType<typeof recordingProxy>>;
  let result: Awaited<ReturnType<typeof runLoad>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-segments-'));
    stub = await startStubTarget({ latencyMs: () => 5 });
    proxy = await recordingProxy(stub.target.baseUrl);
    const offers = Array.from({ length: 2 * RATE * SECONDS }, (_, index) => ({
      applicationId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    }));
    result = await runLoad({
      ...{
        journey: 'lending',
        profile: 'smoke',
        rate: RATE,
        durationSeconds: SECONDS,
        out: folder,
      },
      ...(k6 && { k6 }),
      instances: 2,
      target: {
        ...stub.target,
        baseUrl: proxy.url,
        lendingUrl: proxy.url,
        load: { ...stub.target.load, ...LENIENT },
        states: { ...stub.target.states, pools: { 'offer-sent': offers } },
      },
    });
  }, 90_000);
  afterAll(async () => {
    await Promise.all([proxy.close(), stub.close()]);
    await rm(folder, { recursive: true });
  });

  /** Repayments by the instance that sent them: each has an own run in its narration. */
  const byInstance = () => {
    const repayments = proxy.seen
      .filter(({ path }) => path.includes('/repay-loan/'))
      .map((seen) => ({
        ...seen,
        ...(JSON.parse(seen.body) as { accountId: string; paymentNarration: string }),
      }));
    // The audit's replays come with the address of the documentation's first host, after the load.
    const groups = Map.groupBy(
      repayments,
      ({ paymentNarration }) => paymentNarration.split(' ')[1],
    );
    return [...groups.values()];
  };

  const overlap = (of: (seen: ReturnType<typeof byInstance>[0][0]) => string | number) => {
    const [first, second] = byInstance().map((seen) => new Set(seen.map(of)));
    expect(first?.size).toBeGreaterThan(0);
    expect(second?.size).toBeGreaterThan(0);
    return [...(first ?? [])].filter((each) => second?.has(each));
  };

  it('share the iterations asked, half each', () => {
    const [first, second] = byInstance().map((seen) => new Set(seen.map(({ key }) => key)).size);
    const { iterations } = result.report.totals;
    expect((first ?? 0) + (second ?? 0)).toBe(iterations);
    expect(Math.abs(iterations - RATE * SECONDS)).toBeLessThanOrEqual(2);
    expect(Math.abs((first ?? 0) - (second ?? 0))).toBeLessThanOrEqual(2);
  });

  it('use no idempotency key of each other', () => {
    expect(byInstance()).toHaveLength(2);
    expect(overlap(({ key }) => key)).toEqual([]);
  });

  it('take no state twice: every offer of the pool is answered under one key', () => {
    const answers = proxy.seen.filter(({ path }) => path.includes('/update-application/'));
    const keys = Map.groupBy(answers, ({ path }) => path.split('/').at(-1)?.split('?')[0]);
    expect(keys.size).toBe(result.report.totals.iterations);
    expect([...keys.values()].filter((same) => new Set(same.map((it) => it.key)).size > 1)).toEqual(
      [],
    );
    expect(overlap(({ accountId }) => accountId)).toEqual([]);
  });

  it('have virtual users of their own', () => {
    const ofLoad = (seen: ReturnType<typeof byInstance>[0]) => seen.slice(0, RATE);
    const [first, second] = byInstance().map(
      (seen) => new Set(ofLoad(seen).map(({ virtualUser }) => virtualUser)),
    );
    expect([...(first ?? [])].filter((user) => second?.has(user))).toEqual([]);
  });

  it('are one run to the recorder, with one report whose audit holds', async () => {
    const { report, exitCode } = result;
    expect(report.reasons).toEqual([]);
    expect(report.verdict).toBe('passed');
    expect(exitCode).toBe(0);
    expect(report.fingerprint.instances).toBe(2);
    expect(report.audit?.result).toBe('passed');
    expect(await readdir(folder)).toEqual(['load-lending.json']);
    const repaid = report.endpoints.find(({ name }) => name === 'repay-loan');
    const first = proxy.seen.filter(({ path }) => path.includes('/repay-loan/')).length;
    const all = report.endpoints.filter(({ name }) => name.startsWith('repay-loan'));
    const replayed = report.audit?.checks.find(({ id }) => id === 'replay')?.examined ?? 0;
    expect(all.reduce((sum, { requests }) => sum + requests, 0)).toBe(first - replayed);
    expect(repaid?.latency.p50).toBeGreaterThan(4);
  });
});

describe.skipIf(k6 === null)('three k6 processes that list payments', () => {
  it('call as customers of their own, and drop nothing of their background', {
    timeout: 60_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-segments-'));
    const stub = await startStubTarget();
    const proxy = await recordingProxy(stub.target.baseUrl);
    const customers = ['a', 'b', 'c', 'd'].map((name) => ({
      email: `${name}@stub.example`,
      password: 'stub',
    }));
    try {
      const { report } = await runLoad({
        ...{ journey: 'payment-listing', rate: 100, durationSeconds: 2, out: folder, instances: 3 },
        ...(k6 && { k6 }),
        target: {
          ...{ ...stub.target, baseUrl: proxy.url, users: {} },
          load: { ...stub.target.load, ...LENIENT, customers },
        },
      });
      // Two logins in a second beside the load: more than one of the processes has its share.
      const totals = { tokenFailures: 0, droppedIterations: 0 };
      expect(report).toMatchObject({ verdict: 'passed', totals });
      const logins = proxy.seen
        .filter(({ path }) => path.endsWith('/login'))
        .map(({ body }) => (JSON.parse(body) as { email: string }).email);
      expect(new Set(logins).size).toBe(4);
      // One of each before the load, not three, then two each second and one more; before all, the kit
      // itself tries the first customer.
      expect(logins.length).toBeLessThanOrEqual(4 + 2 * 2 + 1 + 1);
    } finally {
      await Promise.all([proxy.close(), stub.close()]);
      await rm(folder, { recursive: true });
    }
  });
});
