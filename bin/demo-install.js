// `npm run demo` on a fresh clone: no `npm install` has run, Node may be as old as 18, and another
// demo or an `npm cit` (which deletes node_modules) may be running in the same clone. So the demo
// gets an installation and a copy of the sources of its own, below `.cache/demo/`:
//
//   <digest of package.json and package-lock.json>/node_modules   made once, shared by all demos
//   <digest>/run-<pid>-<random>/                                  the sources of this demo
//   install-<pid>-<random>/                                       an installation under way
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLONE = dirname(dirname(fileURLToPath(import.meta.url)));
const DEMOS = join(CLONE, '.cache', 'demo');
const MANIFESTS = ['package.json', 'package-lock.json', '.npmrc'];
const SOURCES = [
  'bin',
  'calibration',
  'conformance',
  'contract',
  'fixtures',
  'load',
  'pages',
  'target',
  'server',
  'package.json',
  'tsconfig.json',
];
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

let child;
let stopped;

/** Runs a program to its end; resolves with its exit code, 128 + n where a signal ended it. */
function run(program, args, options) {
  return new Promise((resolve, reject) => {
    child = spawn(program, args, { stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      child = undefined;
      resolve(code ?? EXIT_CODES[signal] ?? 1);
    });
  });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes what a demo that was killed left behind. */
function sweep(folder) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const pid = /^(?:run|install)-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

/**
 * The environment of `npm ci`: without what the outer `npm run` set for itself, and without the
 * clone's node_modules/.bin, where a Node may be that `npm cit` is just deleting.
 */
function environmentOfNpm() {
  const environment = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (
      !/^(npm_package_|npm_lifecycle_|npm_command$|npm_config_local_prefix$|INIT_CWD$)/.test(name)
    ) {
      environment[name] = value;
    }
  }
  const path = Object.keys(environment).find((name) => name.toUpperCase() === 'PATH');
  if (path) {
    const folders = environment[path].split(delimiter);
    environment[path] = folders.filter((folder) => !folder.startsWith(CLONE + sep)).join(delimiter);
  }
  return environment;
}

/** The folder with this lock file's node_modules, installed if nobody has done it yet. */
async function installation() {
  const digest = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const name of MANIFESTS.filter((each) => existsSync(join(CLONE, each)))) {
    digest.update(readFileSync(join(CLONE, name)));
  }
  const home = join(DEMOS, digest.digest('hex').slice(0, 16));
  if (existsSync(home)) {
    return home;
  }
  console.log('Installing the dependencies for the demo, once (about a minute) …');
  const unfinished = mkdtempSync(join(DEMOS, `install-${process.pid}-`));
  try {
    for (const name of MANIFESTS.filter((each) => existsSync(join(CLONE, each)))) {
      cpSync(join(CLONE, name), join(unfinished, name));
    }
    const windows = process.platform === 'win32';
    const npm = windows ? 'npm.cmd' : 'npm';
    const code = await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: unfinished,
      env: environmentOfNpm(),
      shell: windows,
    });
    if (code !== 0) {
      throw new Error(`\`npm ci\` ended with exit code ${code}; its message is above`);
    }
    try {
      renameSync(unfinished, home);
    } catch (error) {
      // another demo finished the same installation first
      if (!existsSync(home)) {
        throw error;
      }
    }
    return home;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function demo() {
  mkdirSync(DEMOS, { recursive: true });
  sweep(DEMOS);
  const home = await installation();
  sweep(home);
  const sources = mkdtempSync(join(home, `run-${process.pid}-`));
  try {
    for (const name of SOURCES.filter((each) => existsSync(join(CLONE, each)))) {
      cpSync(join(CLONE, name), join(sources, name), { recursive: true });
    }
    if (stopped) {
      return EXIT_CODES[stopped];
    }
    const packaged = join(
      home,
      'node_modules',
      'node',
      'bin',
      process.platform === 'win32' ? 'node.exe' : 'node',
    );
    const node = existsSync(packaged) ? packaged : process.execPath;
    return await run(
      node,
      [
        join(sources, 'bin', 'assay.js'),
        'demo',
        '--out',
        join(CLONE, 'reports', 'demo'),
        ...process.argv.slice(2),
      ],
      { cwd: CLONE },
    );
  } finally {
    rmSync(sources, { recursive: true, force: true });
  }
}

for (const signal of Object.keys(EXIT_CODES)) {
  process.on(signal, () => {
    stopped = signal;
    child?.kill(signal);
  });
}
try {
  process.exitCode = await demo();
} catch (error) {
  if (!stopped) {
    console.error(`demo: ${error.message}`);
  }
  process.exitCode = stopped ? EXIT_CODES[stopped] : 4;
}
