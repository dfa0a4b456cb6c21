// Packs what npm would publish, installs it into an empty folder with the registry that npm is
// configured for, and is its vendor there: the README's commands, the examples, types of a consumer,
// a user without a home. Prints a line a step and what the installation brings along; fails where a
// step does, or the installation is larger than CONTRIBUTING.md allows.
// `node .ci/check-package.js --pnpm` installs by pnpm instead, which has to be on the path;
// `--tarball FILE` takes what was packed already.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const MOST_PACKAGES = 60;
const MOST_MEGABYTES = 60;
/** a user with no home and nothing of its own */
const NOBODY = 65534;

const ROOT = dirname(import.meta.dirname);
const OWN = join(ROOT, 'node_modules');
const OWN_NODE = join(OWN, 'node', 'bin', 'node');
const { values: asked } = parseArgs({
  options: { pnpm: { type: 'boolean', default: false }, tarball: { type: 'string' } },
});

const base = mkdtempSync(join(tmpdir(), 'assay-vendor-'));
chmodSync(base, 0o755);
const vendor = join(base, 'vendor');
const assay = join(vendor, 'node_modules', '.bin', 'assay');
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

/** Runs a program in the vendor's folder and gives what it said; throws where it ends otherwise. */
function run(program, args, { code = 0, node, ...options } = {}) {
  const path = node ? `${node}${delimiter}${process.env.PATH}` : process.env.PATH;
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...{ cwd: vendor, encoding: 'utf8', env: environment(path), maxBuffer: 2 ** 28 },
    ...options,
  });
  if (error || status !== code) {
    const said = `${error ?? ''}${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').slice(-30);
    throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${said.join('\n')}`);
  }
  return stdout + stderr;
}

/** What a shell of the vendor has: nothing of the npm script that runs this. */
function environment(path) {
  const own = /^(npm_|NODE_OPTIONS$|INIT_CWD$|ASSAY_)/;
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name));
  return { ...Object.fromEntries(kept), PATH: path };
}

function expect(text, pattern) {
  if (!pattern.test(text)) {
    throw new Error(`expected ${pattern} in:\n${text.slice(0, 2_000)}`);
  }
}

async function step(what, work) {
  const start = performance.now();
  await work();
  console.log(`${what} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}

const npx = (line, options) => run('npx', ['--no', '--', 'assay', ...line.split(' ')], options);
/** What npx runs, without the second that npx takes. */
const command = (line) => run(assay, line.split(' '));

/** Serves meanwhile, as the README does. */
async function whileServing(line, work) {
  const args = `serve --db :memory: --port 0 --log-level silent ${line}`.split(' ');
  const server = spawn(assay, args, {
    ...{ cwd: vendor, env: environment(process.env.PATH), stdio: ['ignore', 'pipe', 'inherit'] },
  });
  const ended = new Promise((resolve) => server.on('close', resolve));
  try {
    for await (const text of createInterface(server.stdout)) {
      if (text.startsWith('target file')) {
        break;
      }
    }
    await work();
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

/** The file that npm would publish. */
function pack() {
  if (asked.tarball !== undefined) {
    return resolve(asked.tarball);
  }
  const packed = run('npm', ['pack', '--json', '--pack-destination', base, '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [, name] = /"filename": "([^"]+)"/.exec(packed) ?? [];
  return join(base, name);
}

function install() {
  const tarball = pack();
  mkdirSync(vendor);
  if (asked.pnpm) {
    run('pnpm', ['add', '--ignore-scripts', tarball]);
  } else {
    run('npm', ['install', '--ignore-scripts', '--prefer-offline', ...quiet, tarball]);
  }
}

function measure() {
  const modules = join(vendor, 'node_modules');
  const lock = join(modules, '.package-lock.json');
  const packages = Object.keys(JSON.parse(readFileSync(lock, 'utf8')).packages).length;
  // as it is on the disk, in whole blocks
  const sizeOf = (folder) =>
    readdirSync(folder, { recursive: true })
      .map((name) => lstatSync(join(folder, name)))
      .reduce((sum, { blocks, size }) => sum + (blocks === undefined ? size : blocks * 512), 0) /
    2 ** 20;
  const own = sizeOf(join(modules, 'assay'));
  const megabytes = sizeOf(modules) - own;
  const brought = `${packages - 1} packages, ${megabytes.toFixed(1)} MB`;
  console.log(`installation: ${brought}, and ${own.toFixed(1)} MB of its own`);
  if (packages - 1 > MOST_PACKAGES || megabytes > MOST_MEGABYTES) {
    throw new Error(`more than ${MOST_PACKAGES} packages or ${MOST_MEGABYTES} MB`);
  }
}

/** An older Node is told what to install, and finds that once it is there. */
function bringNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 24 || (major === 24 && minor < 7)) {
    expect(npx('--version', { code: 2 }), /^assay: Node 24\.7 or later .*npm i -D node@24/m);
    symlinkSync(join(OWN, 'node'), join(vendor, 'node_modules', 'node'), 'dir');
  }
}

/** What `check-readme.js --form short` leaves out of the README, the whole run and its certificate among it. */
function readmeCommands() {
  command('keygen --out office.pem');
  expect(
    command('certify --target target.json --out reports/mine --sign office.pem'),
    /certificate:/,
  );
  const verify = 'verify reports/mine/certificate.jws --report reports/mine/report.json';
  expect(command(`${verify} --key office.pem.pub`), /^Valid: .*requestLoanOnLendingHost/);
  command('seed --payments 1000 --db big.db');
  command('backup --db big.db --to copy.db');
  expect(command('serve --list'), /^fault /m);
  expect(command('load --help'), /--profile/);
}

function prepareConsumer() {
  const modules = join(vendor, 'node_modules');
  for (const name of ['vitest', '@types/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(OWN, name), join(modules, name), 'dir');
  }
  cpSync(join(ROOT, 'examples'), vendor, { recursive: true });
  cpSync(join(ROOT, '.ci', 'consumer'), vendor, { recursive: true });
  run('npm', ['pkg', 'set', 'type=module']);
}

function examples({ fail }) {
  const node = dirname(OWN_NODE);
  const code = fail ? 1 : 0;
  const runner = join(OWN, 'vitest', 'vitest.mjs');
  const files = ['vitest/', ...(fail ? [] : ['client/'])];
  const byVitest = run(OWN_NODE, [runner, 'run', '--no-color', ...files], { code, node });
  const byNode = run(OWN_NODE, ['--test', 'node-test/conformance.test.js'], { code, node });
  if (fail) {
    expect(byVitest, /FAIL.*logout\.\S+: /);
    expect(byVitest, /CheckFailed: [\s\S]*to replay it:/);
    expect(byNode, /logout\.\S+: [\s\S]*to replay it:/);
  } else {
    expect(byVitest, /[1-9]\d+ passed/);
    expect(byNode, /pass [1-9]\d+/);
    expect(byNode, /fail 0/);
  }
}

/** Neither root, nor a home, nor anything that may be written but the folder of the reports. */
function asNobody() {
  const out = join(base, 'nobody');
  mkdirSync(out);
  chownSync(out, NOBODY, NOBODY);
  cpSync(join(vendor, 'target.json'), join(base, 'readable.json'));
  chmodSync(join(base, 'readable.json'), 0o644);
  const args = ['certify', '--target', join(base, 'readable.json'), '--out', join(out, 'reports')];
  const { HOME: _, XDG_CACHE_HOME: __, ...env } = environment(process.env.PATH);
  const options = { cwd: '/', uid: NOBODY, gid: NOBODY, env };
  run(assay, [...args, '--endpoint', 'portfolios', '--allow-incomplete'], options);
  expect(readdirSync(join(out, 'reports')).join(), /report\.json/);
}

try {
  await step(`packed and installed by ${asked.pnpm ? 'pnpm' : 'npm'}`, install);
  if (!asked.pnpm) {
    measure();
  }
  await step('an older Node is told what to do, or this one is new enough', bringNode);
  await whileServing('--write-target target.json', async () => {
    await step("the README's commands", readmeCommands);
    if (process.getuid?.() === 0) {
      await step('as a user without a home, on a read-only installation', asNobody);
    }
    prepareConsumer();
    const tsc = join(OWN, 'typescript', 'bin', 'tsc');
    await step('types of a consumer', () => run(OWN_NODE, [tsc, '--project', vendor]));
    await step('examples', () => examples({ fail: false }));
  });
  rmSync(join(vendor, 'target.json'));
  await whileServing('--fault logout.broken --write-target target.json', () =>
    step('examples against a faulty server', () => examples({ fail: true })),
  );
} catch (error) {
  console.error(`the package: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(base, { recursive: true, force: true });
}
