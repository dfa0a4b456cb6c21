import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { K6 } from '../k6/find-k6.ts';
import { outputSettings } from '../k6/outputs.ts';
import type { LoadTarget } from '../load-target.ts';
import { buildArchive } from './archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-archive-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('output settings', () => {
  it('are none where none is asked', () => {
    expect(outputSettings({})).toEqual({ k6Args: [], k6Env: {} });
  });

  it('name the collector by its protocol', () => {
    expect(outputSettings({ opentelemetry: 'grpcs://collector:4317' }).k6Env).toMatchObject({
      K6_OTEL_EXPORTER_PROTOCOL: 'grpc',
      K6_OTEL_GRPC_EXPORTER_ENDPOINT: 'collector:4317',
      K6_OTEL_GRPC_EXPORTER_INSECURE: 'false',
    });
    expect(outputSettings({ opentelemetry: 'http://collector:4318' }).k6Env).toMatchObject({
      K6_OTEL_EXPORTER_PROTOCOL: 'http/protobuf',
      K6_OTEL_HTTP_EXPORTER_ENDPOINT: 'collector:4318',
      K6_OTEL_HTTP_EXPORTER_INSECURE: 'true',
    });
  });

  it.each([
    { prometheus: 'prometheus:9090' },
    { prometheus: 'grpc://prometheus:9090' },
    { opentelemetry: 'ftp://collector' },
  ])('refuse %j', (outputs) => {
    expect(() => outputSettings(outputs)).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringContaining('expected') }),
    );
  });
});

describe('an archive that cannot be built', () => {
  const fakeK6 = async (script: string) => {
    const path = join(folder, 'k6-that-fails');
    await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return { path, version: 'v2.2.0', source: 'path' } as const;
  };
  const target = {
    ...{
      name: 'sample',
      baseUrl: 'http://127.0.0.1:9',
      lendingUrl: '',
      investmentUrl: '',
      timeoutMs: 30_000,
    },
    ...{ users: { customer: { email: 'a@example.com', password: 'a' } }, states: {} },
  };
  const build = (k6: K6, changes: Partial<LoadTarget> = {}) =>
    buildArchive({
      ...{ journey: 'lending', out: join(folder, 'none'), k6 },
      target: { ...target, ...changes },
    });

  it.each([
    [`echo '{"level":"error","msg":"the script threw"}' >&2; exit 107`],
    [`printf 'it begins\\nthe script threw\\n' >&2; exit 107`],
  ])('tells what k6 said: %s', async (script) => {
    await expect(build(await fakeK6(script))).rejects.toMatchObject({
      name: 'UnavailableError',
      message: expect.stringMatching(/cannot build .*load-lending\.tar: the script threw$/),
    });
  });

  it('tells that k6 is not there', async () => {
    const k6 = { path: join(folder, 'no-k6'), version: 'v2.2.0', source: 'path' } as const;
    await expect(build(k6)).rejects.toMatchObject({
      name: 'UnavailableError',
      message: expect.stringContaining('ENOENT'),
    });
  });

  it('leaves a mistake in the target file one of the user', async () => {
    await expect(build(await fakeK6('exit 0'), { users: {} })).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining('users.customer is missing'),
    });
  });
});
