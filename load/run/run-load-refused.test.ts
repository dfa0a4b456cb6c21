import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { LoadTarget } from '../load-target.ts';
import { runLoad } from './run-load.ts';

const out = await mkdtemp(join(tmpdir(), 'assay-run-refused-'));
afterAll(() => rm(out, { recursive: true, force: true }));

describe('a run that cannot start', () => {
  const nowhere: LoadTarget = {
    name: 'nowhere',
    baseUrl: 'http://127.0.0.1:9',
    lendingUrl: 'http://127.0.0.1:9',
    investmentUrl: 'http://127.0.0.1:9',
    timeoutMs: 30_000,
    users: { customer: { email: 'a@b.example', password: 'x' } },
    states: {},
  };
  const options = {
    journey: 'lending' as const,
    out,
    k6: { path: 'k6', version: 'v2.2.0', source: 'path' as const },
  };

  it('calls a target that does not answer unavailable', async () => {
    const running = runLoad({ ...options, target: nowhere });
    await expect(running).rejects.toMatchObject({ exitCode: 4 });
    await expect(running).rejects.toThrow(/127\.0\.0\.1:9.*does not answer/);
  });

  it('names every wrong option at once', async () => {
    const wrong = { rate: 0, durationSeconds: 0.5, seed: 1.5, profile: 'fast' as 'smoke' };
    const running = runLoad({ ...options, target: nowhere, ...wrong });
    await expect(running).rejects.toMatchObject({ exitCode: 2 });
    await expect(running).rejects.toThrow(
      /profile is fast.*rate is 0.*duration is 0\.5.*seed is 1\.5/,
    );
  });

  it('names a gate that does not exist', async () => {
    const load = { thresholds: { listing: {}, login: { p98: 1 } as object, refresh: { p99: -1 } } };
    const running = runLoad({ ...options, target: { ...nowhere, load } });
    await expect(running).rejects.toThrow(
      /load\.thresholds\.listing.*login\.p98.*refresh\.p99 is -1/,
    );
  });

  it('names the user that is missing', async () => {
    const running = runLoad({ ...options, target: { ...nowhere, users: {} } });
    await expect(running).rejects.toThrow('users.customer is missing');
  });
});
