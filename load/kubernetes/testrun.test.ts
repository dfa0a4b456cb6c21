import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { outputSettings } from '../outputs.ts';
import { OPERATOR_VERSION, type TestRunOptions, testRunManifest } from './testrun.ts';

const run = promisify(execFile);

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
          volumes: [{ name: 'archive', secret: { secretName: 'assay-listing' } }],
          volumeMounts: [{ name: 'archive', mountPath: '/assay', readOnly: true }],
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

  it('take the outputs of k6 as arguments and environment', async () => {
    const outputs = outputSettings({ prometheus: 'http://prometheus:9090/api/v1/write' });
    const [, testRun] = (await manifests(outputs)) as [unknown, { spec: Spec }];
    expect(testRun.spec.arguments).toMatch(/--out experimental-prometheus-rw$/);
    expect(testRun.spec.runner.env).toContainEqual({
      name: 'K6_FEATURES',
      value: 'native-histograms',
    });
  });

  it('quote what would be read as YAML otherwise', async () => {
    const value = 'yes: [no]\n--- # it\'s "quoted"';
    const [, testRun] = (await manifests({ k6Env: { TEXT: value } })) as [unknown, { spec: Spec }];
    expect(testRun.spec.runner.env).toContainEqual({ name: 'TEXT', value });
  });

  it('need a claim for an archive above 1 MiB, which then needs no Secret', async () => {
    const large = join(folder, 'large.tar');
    await writeFile(large, Buffer.alloc(900_000));
    await expect(manifests({ archive: large })).rejects.toThrow('too large for a Secret');
    const all = await manifests({ archive: large, volumeClaim: 'load-tests' });
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({
      spec: {
        runner: {
          volumes: [{ persistentVolumeClaim: { claimName: 'load-tests', readOnly: true } }],
        },
      },
    });
  });

  it.each<[string, Partial<TestRunOptions>]>([
    ['a whole number from 1', { parallelism: 0 }],
    ['lower-case letters', { name: 'Not a name' }],
    ['lower-case letters', { namespace: 'a\nb' }],
    ['one with a version', { image: 'grafana/k6' }],
    ['one with a version', { image: 'grafana/k6:latest' }],
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
  runner: { env: { name: string; value: string }[] };
}

/**
 * The operator's CRD: a file named by ASSAY_K6_OPERATOR_CRD, else out of the operator's Go module.
 * Null where neither can be had; the checks against it are skipped then, visibly.
 */
async function operatorCrd(): Promise<string | null> {
  const named = process.env.ASSAY_K6_OPERATOR_CRD;
  if (named) return readFile(named, 'utf8');
  try {
    const module = `github.com/grafana/k6-operator@${OPERATOR_VERSION}`;
    const { stdout } = await run('go', ['mod', 'download', '-json', module], {
      cwd: tmpdir(),
      timeout: 30_000,
    });
    const { Dir } = JSON.parse(stdout) as { Dir: string };
    return await readFile(join(Dir, 'config', 'crd', 'bases', 'k6.io_testruns.yaml'), 'utf8');
  } catch {
    return null;
  }
}

interface Crd {
  spec: { versions: { name: string; schema: { openAPIV3Schema: object } }[] };
}

/**
 * Kubernetes drops fields that the schema does not know: forbidden here. Where a field may be a
 * number or a text, the schema says so by an extension of its own and no type.
 */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, strict(value)]),
  );
  const closed = 'properties' in inner && !('additionalProperties' in inner);
  return closed ? { ...inner, additionalProperties: false } : inner;
}

const crd = await operatorCrd();

describe.skipIf(crd === null)(`under the CRD of the k6 operator ${OPERATOR_VERSION}`, () => {
  const validator = () => {
    const { spec } = parse(crd ?? '') as Crd;
    const version = spec.versions.find(({ name }) => name === 'v1alpha1');
    const schema = strict(version?.schema.openAPIV3Schema) as { properties: object };
    // A CRD leaves the standard fields of metadata to Kubernetes.
    const properties = { ...schema.properties, metadata: { type: 'object' } };
    const ajv = new Ajv({ strict: false, validateFormats: false });
    return ajv.compile({ ...schema, properties });
  };

  it.each<[string, Partial<TestRunOptions>]>([
    ['with the archive in a Secret', {}],
    ['with the archive on a claim', { volumeClaim: 'load-tests' }],
    [
      'with outputs',
      outputSettings({ prometheus: 'http://p:9090/api/v1/write', opentelemetry: 'grpc://o:4317' }),
    ],
    ['with sizes and a node for all', { cpu: '500m', memory: '512Mi', separate: false }],
  ])('a TestRun %s is valid', async (_what, options) => {
    const fits = validator();
    const testRun = (await manifests(options)).at(-1);
    expect(fits(testRun), JSON.stringify(fits.errors)).toBe(true);
  });

  it('a misspelt field and a wrong type are not', async () => {
    const fits = validator();
    const [, testRun] = (await manifests()) as [unknown, { spec: object }];
    expect(fits({ ...testRun, spec: { ...testRun.spec, paralellism: 2 } })).toBe(false);
    expect(fits({ ...testRun, spec: { ...testRun.spec, parallelism: 'two' } })).toBe(false);
    expect(fits({ ...testRun, spec: { ...testRun.spec, runner: { imagePullPolice: 'A' } } })).toBe(
      false,
    );
  });
});
