import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outputSettings } from '../k6/outputs.ts';
import { runLoad } from '../run/run-load.ts';
import { startStubTarget } from '../self-check/stub-target.ts';
import { k6InTests } from '../testing/k6-in-tests.ts';
import { buildArchive } from './archive.ts';
import { segmentArgs, segmentsOf } from './segments.ts';

const run = promisify(execFile);
const k6 = await k6InTests();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-archive-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Counts what is posted where. */
async function receiver() {
  const posts = new Map<string, number>();
  const server = createServer((incoming, response) => {
    posts.set(incoming.url ?? '', (posts.get(incoming.url ?? '') ?? 0) + 1);
    incoming.resume().once('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, posts, close };
}

/** What is shown here does not depend on how busy the machine is that runs the tests. */
const load = {
  thresholds: { '*': { p95: 20_000, p99: 20_000 } },
  virtualUsers: { preAllocated: 40, max: 80 },
};

describe.skipIf(k6 === null)('with k6', () => {
  it('a run sends its metrics to Prometheus and OpenTelemetry and exports the dashboard', {
    timeout: 60_000,
  }, async () => {
    const stub = await startStubTarget();
    const received = await receiver();
    const dashboard = join(folder, 'dashboard.html');
    try {
      const { report } = await runLoad({
        ...{ journey: 'payment-listing', out: folder, rate: 10, target: { ...stub.target, load } },
        ...{ durationSeconds: 4, ...(k6 && { k6 }) },
        ...outputSettings({
          prometheus: `${received.url}/api/v1/write`,
          opentelemetry: received.url,
          dashboard,
        }),
      });
      expect(report.verdict).toBe('passed');
      expect(received.posts.get('/api/v1/write')).toBeGreaterThan(0);
      expect(received.posts.get('/v1/metrics')).toBeGreaterThan(0);
      expect((await stat(dashboard)).size).toBeGreaterThan(10_000);
    } finally {
      await Promise.all([received.close(), stub.close()]);
    }
  });

  it('an archive runs elsewhere, by segments, and is readable by its owner only', {
    timeout: 60_000,
  }, async () => {
    const stub = await startStubTarget();
    try {
      const archive = await buildArchive({
        ...{ journey: 'payment-listing', out: join(folder, 'archive') },
        target: { ...stub.target, load },
        ...{ rate: 20, durationSeconds: 2, ...(k6 && { k6 }) },
      });
      expect((await stat(archive)).mode & 0o777).toBe(0o600);
      expect(await readdir(join(folder, 'archive'))).toEqual(['load-payment-listing.tar']);

      const [, second] = segmentsOf(2);
      if (second === undefined || k6?.path === undefined) {
        throw new Error('no k6, no segment');
      }
      const { stdout } = await run(
        k6.path,
        ['run', '--no-usage-report', '--quiet', ...segmentArgs(second), archive],
        { cwd: folder, env: { PATH: process.env.PATH, K6_AUTO_EXTENSION_RESOLUTION: 'false' } },
      );
      const summary = JSON.parse(stdout) as {
        journey: string;
        metrics: Record<string, { values: { count: number } }>;
      };
      expect(summary.journey).toBe('payment-listing');
      // Half of 40 listings, and half of the few logins beside them.
      expect(summary.metrics.iterations?.values.count).toBeGreaterThanOrEqual(19);
      expect(summary.metrics.iterations?.values.count).toBeLessThanOrEqual(23);
    } finally {
      await stub.close();
    }
  });

  it('an archive without passwords takes them from its environment, and holds none', {
    timeout: 60_000,
  }, async () => {
    const stub = await startStubTarget();
    try {
      const customer = { email: 'customer@stub.example', password: 'not in any archive' };
      const archive = await buildArchive({
        ...{ journey: 'payment-listing', out: join(folder, 'bare'), passwordsByName: true },
        target: { ...stub.target, load, users: { customer } },
        ...{ rate: 5, durationSeconds: 1, ...(k6 && { k6 }) },
      });
      const { stdout: content } = await run('tar', ['-xOf', archive]);
      expect(content).toContain('customer@stub.example');
      expect(content).not.toContain(customer.password);
      const env = { PATH: process.env.PATH, K6_AUTO_EXTENSION_RESOLUTION: 'false' };
      const args = ['run', '--no-usage-report', '--quiet', archive];
      const without = run(k6?.path ?? '', args, { cwd: folder, env });
      await expect(without).rejects.toMatchObject({
        stderr: expect.stringContaining('customer@stub.example is missing: set ASSAY_PASSWORD_1'),
      });
      const told = { ...env, ASSAY_PASSWORD_1: customer.password };
      const { stdout } = await run(k6?.path ?? '', args, { cwd: folder, env: told });
      expect(JSON.parse(stdout)).toMatchObject({ journey: 'payment-listing' });
      expect(stub.counts.requests).toBeGreaterThan(3);
    } finally {
      await stub.close();
    }
  });

  it('refuses a breakpoint search', async () => {
    const stub = await startStubTarget();
    try {
      await expect(
        buildArchive({
          ...{ journey: 'lending', target: stub.target, out: folder, profile: 'breakpoint' },
          ...(k6 && { k6 }),
        }),
      ).rejects.toThrow('has no archive');
    } finally {
      await stub.close();
    }
  });
});
