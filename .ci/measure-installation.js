// Installs what the package's users get into a temporary folder, prints `N packages, M MB` and fails
// where that is more than CONTRIBUTING.md allows.
import { spawnSync } from 'node:child_process';
import { cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const MOST_PACKAGES = 60;
const MOST_MEGABYTES = 60;

const ROOT = dirname(import.meta.dirname);
const folder = mkdtempSync(join(tmpdir(), 'assay-installation-'));
try {
  for (const name of ['package.json', 'package-lock.json']) {
    cpSync(join(ROOT, name), join(folder, name));
  }
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, [...args, '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) {
    throw new Error(`npm ci ended with exit code ${status}`);
  }
  const lock = join(folder, 'node_modules', '.package-lock.json');
  const packages = Object.keys(JSON.parse(readFileSync(lock, 'utf8')).packages).length;
  // as it is on the disk, in whole blocks
  const bytes = readdirSync(join(folder, 'node_modules'), { recursive: true })
    .map((name) => lstatSync(join(folder, 'node_modules', name)))
    .reduce((sum, { blocks, size }) => sum + (blocks === undefined ? size : blocks * 512), 0);
  const megabytes = bytes / 2 ** 20;
  console.log(`installation: ${packages} packages, ${megabytes.toFixed(1)} MB`);
  if (packages > MOST_PACKAGES || megabytes > MOST_MEGABYTES) {
    console.error(`more than ${MOST_PACKAGES} packages or ${MOST_MEGABYTES} MB`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
