import { readFile } from 'node:fs/promises';
import { UsageError } from '../../contract/errors.ts';
import { K6_VERSION } from '../k6/k6-version.ts';
import { resultSettings } from '../shares/collect.ts';

/**
 * The operator whose TestRun is written. The tests hold it against `testrun.schema.json`, which is
 * the CRD of v1.5.0; that of v1.6.0 only adds fields, which are not used here.
 */
const OPERATOR_VERSION = 'v1.6.0';

const RUNNER_IMAGE = `grafana/k6:${K6_VERSION.slice(1)}`;
const STARTER_IMAGE = `ghcr.io/grafana/k6-operator:starter-${OPERATOR_VERSION}`;

/** The user of the k6 image. */
const USER = 12345;
const MOUNT = '/assay';
const RESULTS = '/results';
/** Filled in by Kubernetes, in arguments as in the environment. */
const POD = '$(POD_NAME)';
/** Kubernetes takes no Secret with more data; it counts the bytes themselves, not their Base64. */
const MOST_BYTES = 1024 * 1024;

export interface TestRunOptions {
  /** the tar that `buildArchive` wrote */
  archive: string;
  /** of the TestRun and the Secret: a DNS label, at most 40 characters */
  name: string;
  namespace?: string;
  /** k6 pods; each takes an equal share of the rate */
  parallelism: number;
  /** every pod on a node of its own; default true, else they compete for one machine's processors */
  separate?: boolean;
  /** image of the pods that run k6, best by its digest; default: k6 in the version of this kit */
  image?: string;
  /** image of the operator's starter; default: that of the operator's version */
  starterImage?: string;
  /** name of a Secret with the variables that `buildArchive` was told to leave passwords to */
  passwordsFrom?: string;
  /** requests and limits of each pod; default 1 CPU and 1 GiB */
  cpu?: string;
  memory?: string;
  /**
   * name of a PersistentVolumeClaim that holds the archive as load.tar, readable by user 12345; needed
   * above 1 MiB
   */
  volumeClaim?: string;
  /** name of a PersistentVolumeClaim, writable by many and by user 12345, for each pod's results */
  resultsClaim?: string;
  /** `k6Args` and `k6Env` of `outputSettings` */
  k6Args?: readonly string[];
  k6Env?: Readonly<Record<string, string>>;
}

/**
 * The manifests of a run under the k6 operator, as YAML: a Secret with the archive, which holds
 * passwords, and a TestRun. The operator gives each pod its execution segment and their sequence, so
 * that iterations and virtual users are numbered over all pods and no state or key is used twice.
 *
 * @throws UsageError for options that cannot be used, or an archive above 1 MiB without a claim
 */
export async function testRunManifest(options: TestRunOptions): Promise<string> {
  demandUsable(options);
  const { archive, name, namespace = 'default', volumeClaim } = options;
  if (volumeClaim !== undefined) {
    return testRun(options);
  }
  const content = await readFile(archive).catch((error: Error) => {
    throw new UsageError(`cannot read the archive ${archive}: ${error.message}`);
  });
  if (content.length > MOST_BYTES) {
    throw new UsageError(
      `${archive} is ${content.length} bytes, too large for a Secret; copy it to a PersistentVolumeClaim and name that`,
    );
  }
  const secret = `apiVersion: v1
kind: Secret
metadata:
  name: ${name}
  namespace: ${namespace}
type: Opaque
data:
  ${ARCHIVE_NAME}: ${content.toString('base64')}
`;
  return `${secret}---\n${testRun(options)}`;
}

const ARCHIVE_NAME = 'load.tar';

function testRun(options: TestRunOptions): string {
  const { name, namespace = 'default', parallelism, separate = true } = options;
  const { volumeClaim, resultsClaim } = options;
  const { image = RUNNER_IMAGE, starterImage = STARTER_IMAGE } = options;
  const { cpu = '1', memory = '1Gi', k6Args = [], k6Env = {}, passwordsFrom } = options;
  const volume =
    volumeClaim === undefined
      ? `secret: { secretName: ${name} }`
      : // Read-only where it is mounted alone: of a claim that is, the kubelet gives no file to fsGroup.
        `persistentVolumeClaim: { claimName: ${volumeClaim} }`;
  const results = resultsClaim === undefined ? undefined : resultSettings(RESULTS, POD);
  const env = Object.entries({
    ...{ K6_AUTO_EXTENSION_RESOLUTION: 'false', ...k6Env },
    ...results?.k6Env,
  });
  const outputs = [...k6Args, ...(results?.k6Args ?? [])];
  const args = ['--no-usage-report', '--no-color', ...outputs].join(' ');
  return `apiVersion: k6.io/v1alpha1
kind: TestRun
metadata:
  name: ${name}
  namespace: ${namespace}
  labels:
    app.kubernetes.io/part-of: assay
spec:
  parallelism: ${parallelism}
  separate: ${separate}
  script:
    localFile: ${MOUNT}/${ARCHIVE_NAME}
  arguments: ${text(args)}
  # The initializer has the settings of the runner.
  runner:
    image: ${text(image)}
${NO_TOKEN}${passwordsFrom === undefined ? '' : `    envFrom:\n      - secretRef: { name: ${passwordsFrom} }\n`}    env:
      - { name: POD_NAME, valueFrom: { fieldRef: { fieldPath: metadata.name } } }
${env.map(([variable, value]) => `      - { name: ${variable}, value: ${text(value)} }`).join('\n')}
    # Requests equal limits: a throttled generator measures itself.
    resources:
      requests: { cpu: ${text(cpu)}, memory: ${text(memory)} }
      limits: { cpu: ${text(cpu)}, memory: ${text(memory)} }
    volumes:
      # The root is read-only.
      - { name: tmp, emptyDir: {} }
      - name: archive
        ${volume}
${resultsClaim === undefined ? '' : `      - { name: results, persistentVolumeClaim: { claimName: ${resultsClaim} } }\n`}    volumeMounts:
      - { name: tmp, mountPath: /tmp }
      - { name: archive, mountPath: ${MOUNT}, readOnly: true }
${resultsClaim === undefined ? '' : `      - { name: results, mountPath: ${RESULTS} }\n`}${SECURITY}
  starter:
    image: ${text(starterImage)}
${NO_TOKEN}${SECURITY}
`;
}

/** Neither k6 nor what starts it asks anything of the cluster; the CRD wants it as text. */
const NO_TOKEN = `    automountServiceAccountToken: "false"
`;

const SECURITY = `    securityContext:
      runAsNonRoot: true
      runAsUser: ${USER}
      fsGroup: ${USER}
      seccompProfile: { type: RuntimeDefault }
    containerSecurityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: { drop: [ALL] }`;

/** A JSON string is a YAML scalar that nothing can break out of. */
function text(value: string): string {
  return JSON.stringify(value);
}

/** By a version, or better by a digest, which nobody can move. */
function isPinned(image: string): boolean {
  if (image.includes('@')) {
    return hasDigest(image);
  }
  return /:[^/]+$/.test(image) && !image.endsWith(':latest');
}

function hasDigest(image: string): boolean {
  return /@sha256:[0-9a-f]{64}$/.test(image);
}

/** What the manifests pin by tags alone, which may be moved; undefined where all have digests. */
export function pinnedByTag({ image, starterImage }: Partial<TestRunOptions>): string | undefined {
  const tags = [image ?? RUNNER_IMAGE, starterImage ?? STARTER_IMAGE].filter(
    (it) => !hasDigest(it),
  );
  return tags.length === 0
    ? undefined
    : `pinned by tag, which can be moved: ${tags.join(', ')}; give --image and --starter-image with @sha256: to pin them by digest`;
}

const DNS_LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

function demandUsable(options: TestRunOptions): void {
  const { name, namespace = 'default', parallelism, k6Args = [] } = options;
  const { volumeClaim, resultsClaim, passwordsFrom } = options;
  const problems: string[] = [];
  for (const [what, value] of [
    ['name', name],
    ['namespace', namespace],
    ['volume claim', volumeClaim ?? 'none'],
    ['results claim', resultsClaim ?? 'none'],
    ['secret of the passwords', passwordsFrom ?? 'none'],
  ] as const) {
    if (!DNS_LABEL.test(value) || value.length > 40) {
      problems.push(
        `the ${what} is ${JSON.stringify(value)}; expected at most 40 lower-case letters, digits and -`,
      );
    }
  }
  if (!(Number.isInteger(parallelism) && parallelism >= 1 && parallelism <= 1000)) {
    problems.push(`the parallelism is ${parallelism}; expected a whole number from 1 to 1000`);
  }
  for (const image of [options.image, options.starterImage]) {
    if (image !== undefined && !isPinned(image)) {
      problems.push(
        `the image is ${image}; expected one with a version, such as ${RUNNER_IMAGE}, or with its digest, @sha256: and 64 hexadecimal digits`,
      );
    }
  }
  // The operator splits the arguments at spaces and hands them to a shell.
  const unsafe = k6Args.find((argument) => !/^[\w@%+=:,./-]+$/.test(argument));
  if (unsafe !== undefined) {
    problems.push(`the k6 argument ${JSON.stringify(unsafe)} holds what a shell would read`);
  }
  if (problems.length > 0) {
    throw new UsageError(problems.join('; '));
  }
}
