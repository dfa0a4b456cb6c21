import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import testRunSchema from '../generate/testrun.schema.json' with { type: 'json' };
import { outputSettings } from '../k6/outputs.ts';
import { pinnedByTag, type TestRunOptions, testRunManifest } from './testrun.ts';

let folder: string;
let archive: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-testrun-'));
  archive = join(folder, 'load-payment-listing.tar');
  await writeFile(archive, 'an archive');
});
afterAll(() => rm(folder, { recursive: true }));

async function manifests(options: Partial<TestRunOptions> = {}): Promise<unknown[]> {
  const text = await testRunManifest({
    archive,
    name: 'assay-listing',
    parallelism: 4,
    ...options,
  });
  return parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
}

const TMP = { name: 'tmp', emptyDir: {} };
const TMP_MOUNT = { name: 'tmp', mountPath: '/tmp' };

describe('the manifests', () => {
  it('are a Secret with the archive, and a TestRun that mounts it', async () => {
    const [secret, testRun] = await manifests();
    expect(secret).toMatchObject({
      kind: 'Secret',
      metadata: { name: 'assay-listing', namespace: 'default' },
      data: { 'load.tar': Buffer.from('an archive').toString('base64') },
    });
    expect(testRun).toMatchObject({
      apiVersion: 'k6.io/v1alpha1',
      kind: 'TestRun',
      spec: {
        parallelism: 4,
        separate: true,
        script: { localFile: '/assay/load.tar' },
        arguments: '--no-usage-report --no-color',
        runner: {
          image: 'grafana/k6:2.2.0',
          volumes: [TMP, { name: 'archive', secret: { secretName: 'assay-listing' } }],
          volumeMounts: [TMP_MOUNT, { name: 'archive', mountPath: '/assay', readOnly: true }],
          securityContext: { runAsNonRoot: true },
        },
      },
    });
  });

  it('name every image with its version', async () => {
    const text = JSON.stringify(await manifests());
    expect(text.match(/"image":"[^"]+:[^"]*\d+\.\d+\.\d+"/g)).toHaveLength(2);
    expect(text).not.toContain('latest');
  });

  it('give no pod a token of the cluster, nor a root to write to', async () => {
    const [, testRun] = await manifests();
    const hardened = {
      automountServiceAccountToken: 'false',
      containerSecurityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
    };
    expect(testRun).toMatchObject({ spec: { runner: hardened, starter: hardened } });
  });

  it('take passwords from a Secret of the cluster where asked', async () => {
    const [, testRun] = (await manifests({ passwordsFrom: 'load-passwords' })) as [
      unknown,
      { spec: { runner: { envFrom?: object[] } } },
    ];
    expect(testRun.spec.runner.envFrom).toEqual([{ secretRef: { name: 'load-passwords' } }]);
    const [, without] = (await manifests()) as [unknown, typeof testRun];
    expect(without.spec.runner.envFrom).toBeUndefined();
  });

  it('take images by their digest, and say which are pinned by a tag alone', async () => {
    const image = `grafana/k6@sha256:${'0'.repeat(64)}`;
    const [, testRun] = await manifests({ image, starterImage: image });
    expect(testRun).toMatchObject({ spec: { runner: { image }, starter: { image } } });
    expect(pinnedByTag({ image, starterImage: image })).toBeUndefined();
    expect(pinnedByTag({ image })).toMatch(/^pinned by tag, .*: ghcr\.io\/grafana\/k6-operator/);
    expect(pinnedByTag({})).toContain('grafana/k6:2.2.0');
  });

  it('take the outputs of k6 as arguments and environment', async () => {
    const outputs = outputSettings({ prometheus: 'http://prometheus:9090/api/v1/write' });
    const [, testRun] = (await manifests(outputs)) as [unknown, { spec: Spec }];
    expect(testRun.spec.arguments).toMatch(/--out experimental-prometheus-rw$/);
    expect(testRun.spec.runner.env).toContainEqual({
      name: 'K6_FEATURES',
      value: 'native-histograms',
    });
  });

  it('let each pod leave its results under its own name where a claim is given', async () => {
    const [, testRun] = (await manifests({ resultsClaim: 'load-results' })) as [
      unknown,
      { spec: Spec },
    ];
    const { arguments: args, runner } = testRun.spec;
    expect(args).toMatch(/--out csv=\/results\/\$\(POD_NAME\)\.csv\.gz$/);
    // Kubernetes fills in only what an earlier variable has named.
    expect(runner.env[0]).toEqual({
      name: 'POD_NAME',
      valueFrom: { fieldRef: { fieldPath: 'metadata.name' } },
    });
    expect(runner.env).toContainEqual({
      name: 'K6_CONSOLE_OUTPUT',
      value: '/results/$(POD_NAME).console',
    });
    expect(runner.volumes).toContainEqual({
      name: 'results',
      persistentVolumeClaim: { claimName: 'load-results' },
    });
    expect(runner.volumeMounts).toContainEqual({ name: 'results', mountPath: '/results' });
  });

  it('quote what would be read as YAML otherwise', async () => {
    const value = 'yes: [no]\n--- # it\'s "quoted"';
    const [, testRun] = (await manifests({ k6Env: { TEXT: value } })) as [unknown, { spec: Spec }];
    expect(testRun.spec.runner.env).toContainEqual({ name: 'TEXT', value });
  });

  it('need a claim for an archive above 1 MiB, which then needs no Secret', async () => {
    const large = join(folder, 'large.tar');
    // What counts is the archive itself, and not the Base64 by which it is written.
    await writeFile(large, Buffer.alloc(1024 * 1024));
    expect(await manifests({ archive: large })).toHaveLength(2);
    await writeFile(large, Buffer.alloc(1024 * 1024 + 1));
    await expect(manifests({ archive: large })).rejects.toThrow('too large for a Secret');
    const all = await manifests({ archive: large, volumeClaim: 'load-tests' });
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({
      spec: {
        runner: {
          volumeMounts: [TMP_MOUNT, { name: 'archive', mountPath: '/assay', readOnly: true }],
        },
      },
    });
    // Of a read-only claim no file would be given to the group that reads it.
    const { volumes } = (all[0] as { spec: Spec }).spec.runner;
    expect(volumes).toEqual([
      TMP,
      { name: 'archive', persistentVolumeClaim: { claimName: 'load-tests' } },
    ]);
  });

  it.each<[string, Partial<TestRunOptions>]>([
    ['a whole number from 1', { parallelism: 0 }],
    ['lower-case letters', { name: 'Not a name' }],
    ['lower-case letters', { namespace: 'a\nb' }],
    ['one with a version', { image: 'grafana/k6' }],
    ['one with a version', { image: 'grafana/k6:latest' }],
    ['its digest', { image: 'grafana/k6@sha256:abc' }],
    ['its digest', { starterImage: 'starter' }],
    ['lower-case letters', { passwordsFrom: 'a b' }],
    ['a shell would read', { k6Args: ['--tag', 'a=$(id)'] }],
  ])('refuse what has not %s', async (message, options) => {
    await expect(manifests(options)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining(message),
    });
  });
});

interface Spec {
  arguments: string;
  runner: {
    env: { name: string; value: string }[];
    volumes: object[];
    volumeMounts: object[];
  };
}

const fits = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(testRunSchema);

describe("under the schema of the operator's CRD", () => {
  it.each<[string, Partial<TestRunOptions>]>([
    ['with the archive in a Secret', {}],
    ['with the archive on a claim', { volumeClaim: 'load-tests' }],
    [
      'with outputs',
      outputSettings({ prometheus: 'http://p:9090/api/v1/write', opentelemetry: 'grpc://o:4317' }),
    ],
    ['with a claim for results', { resultsClaim: 'load-results' }],
    ['with sizes and a node for all', { cpu: '500m', memory: '512Mi', separate: false }],
  ])('a TestRun %s is valid', async (_what, options) => {
    const testRun = (await manifests(options)).at(-1);
    expect(fits(testRun), JSON.stringify(fits.errors)).toBe(true);
  });

  // What the README says to add for credentials.
  it('takes variables of a Secret beside those of the manifest', async () => {
    const [, testRun] = (await manifests()) as [unknown, { spec: Spec }];
    const envFrom = [{ secretRef: { name: 'prometheus' } }];
    const runner = { ...testRun.spec.runner, envFrom };
    expect(fits({ ...testRun, spec: { ...testRun.spec, runner } })).toBe(true);
  });

  it.each<[string, object]>([
    ['a misspelt field', { paralellism: 2 }],
    ['a text for a number', { parallelism: 'two' }],
    ['a fraction', { parallelism: 1.5 }],
    ['no script', { script: undefined }],
    ['a misspelt field deep inside', { runner: { securityContext: { runAsNonroot: true } } }],
    ['a number for a text', { runner: { env: [{ name: 'LIMIT', value: 5 }] } }],
    ['a volume without a name', { runner: { volumes: [{ secret: { secretName: 'a' } }] } }],
    ['another word for the cleanup', { cleanup: 'pre' }],
  ])('one with %s is not', async (_what, change) => {
    const [, testRun] = (await manifests()) as [unknown, { spec: object }];
    const changed = JSON.parse(
      JSON.stringify({ ...testRun, spec: { ...testRun.spec, ...change } }),
    );
    expect(fits(changed)).toBe(false);
  });
});
